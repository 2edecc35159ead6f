"""From runs to what is wrong with a model: a walk through the tidy table and plain functions."""

# %% [markdown]
# # From runs to what is wrong with a model
#
# Everything that a report shows is a tidy table and plain functions. Run `make demo` first, then this file, cell by
# cell in an editor that knows `# %%`, or as a whole:
#
#     python examples/diagnose.py demo

# %% Open a data set and the runs on it
import sys
from pathlib import Path

from vantage import plots
from vantage.analysis import compare
from vantage.analysis.summaries import rules, summarise
from vantage.analysis.table import table
from vantage.data import dataset
from vantage.diagnosis import diagnose
from vantage.plots import tables
from vantage.report import exhibits
from vantage.running.run_folder import Run

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "demo")
data = dataset.load(folder / "data")
runs = [Run.read(path) for path in sorted((folder / "runs").iterdir())]

# %% One row for each item, condition and model: a pyarrow table, so `.to_pandas()` works where pandas is installed
answers = table(data, runs)
print(f"{answers.num_rows} answers in {answers.num_columns} columns: {', '.join(answers.column_names[:8])}, …")

# %% How well: right answers with intervals, and chance-adjusted accuracy, by any columns
ranked = sorted(summarise(answers, ["model"]), key=lambda cell: -cell.accuracy)
for cell in ranked:
    interval = f"({cell.low:.1%} to {cell.high:.1%})"
    print(f"{cell.group['model']:16} {cell.accuracy:6.1%}  {interval}  kappa {cell.adjusted:+.2f}")

# %% Who is better: models on the same items, each beside the best, with paired intervals
for pair in compare.pairs(answers, [cell.group["model"] for cell in ranked]):
    difference = f"{pair.difference.value:+.1%} ({pair.difference.low:+.1%} to {pair.difference.high:+.1%})"
    print(f"{pair.second:16} {difference} beside {pair.first}; right alone on {len(pair.only_second)} items")

# %% Where: the worst task of each model that errs
by_task = [cell for cell in summarise(answers, ["model", "task"]) if cell.n]
for model in dict.fromkeys(cell.group["model"] for cell in by_task):
    worst = min((cell for cell in by_task if cell.group["model"] == model), key=lambda cell: cell.adjusted)
    if worst.accuracy < 1:
        print(f"{model:16} is worst at {worst.group['task']} ({worst.accuracy:.0%} right)")

# %% How: which near misses are taken for the answer
drawn = [use for use in rules(answers) if use.errors >= 10]
for use in sorted(drawn, key=lambda use: use.even_share - use.error_share)[:5]:
    who, where = use.group["model"], f"{use.group['rule']} in {use.group['task']}"
    shares = f"{use.error_share:.0%} of its errors where it is offered, {use.even_share:.0%} if they were even"
    print(f"{who:16} {where}: {shares}")

# %% What stands out after correction for everything that was tested, and the items that show it
for finding in diagnose.findings(answers):
    print(f"{finding.model:16} {finding.text}  (p = {finding.p:.2g}; see {', '.join(finding.items[:2])})")

# %% Every figure and table of the report, to keep or to change
evidence = exhibits.gather(data, runs)
out = folder / "figures"
out.mkdir(exist_ok=True)
for exhibit in exhibits.exhibits(evidence):
    for number, figure in enumerate(exhibit.figures, 1):
        (out / f"{exhibit.name}-{number}.svg").write_text(plots.file_svg(figure), encoding="utf-8")
        (out / f"{exhibit.name}-{number}.pdf").write_bytes(plots.pdf(figure))
    (out / f"{exhibit.name}.csv").write_text(tables.csv(exhibit.table), encoding="utf-8")
print(f"wrote {len(list(out.iterdir()))} files to {out}")
