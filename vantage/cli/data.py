"""Commands on items: list, make, check, show."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import suites, tasks_named, tasks_or_paths
from vantage.cli.shell import (
    check_out,
    commands,
    conclude,
    json_option,
    out_option,
    place_out,
    print_json,
    print_table,
    progress_bar,
    quiet_option,
    result_options,
    say,
    tell,
    work_options,
)
from vantage.names import nearest

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.item import Item
    from vantage.making.attacks.priors import Guessed
    from vantage.making.attacks.shortcuts import Verdict as Attacked
    from vantage.making.attacks.side_doors import Passage
    from vantage.making.check import Verdict
    from vantage.parallel import Workers

SAMPLES = 16  # paths that are traced for each pixel, and then smoothed
SHOWN = 12  # items of each task on a sheet or a page


@commands.command("list")
@click.option("--benchmarks", is_flag=True, help="Instead: the public benchmarks that can be imported.")
@json_option
def list_(benchmarks: bool, as_json: bool) -> None:
    """List the suites, tasks, models, protocols and rule sets there are; or the public benchmarks."""
    if benchmarks:
        _list_benchmarks(as_json)
        return
    from vantage import models, tasks
    from vantage.making import suite
    from vantage.prompts import protocols
    from vantage.scoring.extract import RULES

    suites = {name: suite.get(name) for name in suite.names()}
    if as_json:
        data = {
            "suites": {n: {"title": s.title, "tasks": list(s.tasks), "sizes": s.sizes} for n, s in suites.items()},
            "tasks": {n: tasks.get(n).title for n in tasks.names()},
            "models": models.available(),
            "providers": models.providers(),
            "protocols": {name: protocol.about for name, protocol in protocols.PROTOCOLS.items()},
            "rules": {name: rules.note for name, rules in RULES.items()},
        }
        click.echo(json.dumps(data, indent=1))
        return
    print_table("Suites", ["suite", "what it is", "sizes"], [[n, s.title, _sizes(s.sizes)] for n, s in suites.items()])
    rows = [[t.name, t.title, t.quadrant, " ".join(t.capabilities)] for t in map(tasks.get, tasks.names())]
    print_table("Tasks", ["task", "the question", "quadrant", "capability"], rows)
    print_table("Built-in models", ["model", "what it does"], [[*pair] for pair in models.available().items()])
    rows = [[f"{prefix}/NAME", line] for prefix, line in models.providers().items()]
    print_table("Other models, by provider", ["model", "what it is"], rows)
    rows = [[name, protocol.about] for name, protocol in protocols.PROTOCOLS.items()]
    print_table("Protocols", ["protocol", "how the answer is asked for"], rows)
    rows = [[name, rules.note or "our own"] for name, rules in RULES.items()]
    print_table("Rule sets, by which answers are read", ["rules", "what to know of it"], rows)


def _list_benchmarks(as_json: bool) -> None:
    from vantage import public

    held = [public.get(name) for name in public.names()]
    if as_json:
        names = ("title", "home", "licence", "count", "chance", "protocol", "rules", "categories", "quirks", "board")
        print_json({b.name: {**{n: getattr(b, n) for n in names}, "metric": b.metric.about} for b in held})
        return
    rows = [
        [b.name, b.title, f"{b.count:,}" if b.count else "–", b.metric.about, _chance(b.chance), b.licence, b.home]
        for b in held
    ]
    header = ["benchmark", "title", "questions", "scored by", "chance", "licence", "where it is published"]
    print_table("Public benchmarks (vantage import --benchmark NAME PATH)", header, rows)
    rows = [[b.name, _needed(b.categories), b.protocol, ", ".join(b.rules) or "–"] for b in held]
    header = ["benchmark", "capabilities (– not about space, ? not known)", "protocol", "rules of other tools"]
    print_table("What they ask for, and how others ask and read them", header, rows)
    print_table("What to know of their files", ["benchmark", ""], [[b.name, one] for b in held for one in b.quirks])


def _chance(chance: float | None) -> str:
    return "by options" if chance is None else f"{chance:.1%}"


def _needed(categories: Mapping[str, tuple[str, ...] | None]) -> str:
    """Return the capabilities of a benchmark with how many of its categories ask for each."""
    from collections import Counter

    found = Counter(one for needed in categories.values() for one in (needed or ("–" if needed == () else "?",)))
    return ", ".join(f"{name} {n}" for name, n in sorted(found.items()))


def _sizes(sizes: Any) -> str:
    from vantage.making.suite import total

    items = {name: sum(total(n) for per in counts.values() for n in per.values()) for name, counts in sizes.items()}
    return ", ".join(f"{name} ({n} items)" for name, n in items.items())


@commands.command()
@click.argument("what", metavar="SUITE[/TASK]", shell_complete=suites)
@click.option("--size", default="", help="A named size of the suite (see `vantage list`).")
@click.option("--n", type=click.IntRange(1), help="Instead of a size: so many items of each task.")
@click.option("--split", help="With --n: the split whose situations to use [test].")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another seed, other items.")
@click.option("--depth", is_flag=True, help="Keep a true depth map with each picture of a scene, in millimetres.")
@click.option("--ids", is_flag=True, help="Keep with each picture of a scene which pixel shows which thing.")
@click.option("--looks", is_flag=True, help="Draw each puzzle in colours, lines and a backdrop of its own.")
@click.option(
    "--renderer", type=click.Choice(["raster", "cycles"]), default="raster", help="cycles: path-trace scenes."
)
@click.option("--samples", type=click.IntRange(1, 4096), help="With --renderer cycles: paths for each pixel [16].")
@click.option("--exclude", type=click.Path(path_type=Path), help="Flagged items (from `vantage show`) to replace.")
@click.option("--plan", is_flag=True, help="Make nothing; measure a few items and print what all of them need.")
@click.option("--cores", type=click.IntRange(1), help="With --plan: the time on so many cores.")
@out_option
@work_options
@result_options
def make(
    what: str,
    size: str,
    n: int | None,
    split: str | None,
    seed: int,
    depth: bool,
    ids: bool,
    looks: bool,
    renderer: str,
    samples: int | None,
    exclude: Path | None,
    plan: bool,
    cores: int | None,
    out: Path | None,
    workers: Workers,
) -> None:
    """Make a data set of fresh, verified items.

    Every item is solved twice, by different routes, before it is kept. The same command gives the same bytes; an
    interrupted one goes on where it stopped. SUITE is a name (see `vantage list`) or a TOML file of your own.

    \b
    Examples:
      vantage make dise --size bench --out data/bench
      vantage make dise/rotation_3d --n 1000 --seed 7 --out data/rotation
      vantage make scope --size quick --depth --out data/scope   (then: vantage run … --depth)
      vantage make mine.toml --seed 7 --out data/mine
      vantage make dise --size train12k --out s3://bucket/train --engine ray --address auto   (docs/scale.md)
      vantage make dise --size train12k --plan --cores 1000
      vantage make srbench/orientation --n 100 --renderer cycles   (docs/photoreal.md)
    """
    from vantage.cli.plan import tell_plan
    from vantage.making.forecast import forecast
    from vantage.making.make import flags
    from vantage.making.make import make as make_set
    from vantage.making.suite import get
    from vantage.seeds import SPLITS

    if size and n:
        raise ValueError("--size and --n were both given; one of them sets the counts")
    if split and not n:
        raise ValueError("--split goes with --n; a size says itself how many items each split has")
    suite = get(what).keeping(*(name for name, wanted in (("depth", depth), ("ids", ids)) if wanted))
    suite = suite.in_looks() if looks else suite
    if samples and renderer == "raster":
        raise ValueError("--samples goes with --renderer cycles")
    suite = suite if renderer == "raster" else suite.traced(samples or SAMPLES)
    name = suite.name if what.endswith(".toml") else what.replace("/", "-")
    counts = f"n{n}-{split}" if n and split else f"n{n}" if n else size or suite.default
    split = nearest(split or "test", SPLITS, "split")
    if cores and not plan:
        raise ValueError("--cores goes with --plan; --workers says how many processes make the items")
    if plan:
        tell_plan(forecast(suite, size, n or 0, split, seed), cores, workers)
        return
    where = place_out(
        out or Path("data") / f"{name}-{counts}-s{seed}{'-looks' * looks}{'-cycles' * bool(suite.samples)}"
    )
    with progress_bar(f"making {what}") as progress:
        excluded = flags(exclude) if exclude else {}
        data = make_set(suite, where, size, n or 0, split, seed, excluded, workers, progress, say)
    made = {"path": where, "items": len(data), "digest": data.digest}
    conclude(made, where, words=f"{len(data)} items in {where}  (digest {data.digest[:12]})")


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--model", required=True, help="A depth estimator of transformers: a folder, or an id on the hub.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder for the data set.")
@result_options
def depth(dataset: Path, model: str, out: Path) -> None:
    """Give pictures depth that a model estimates from them: OUT is the same data set with those depth maps.

    `vantage run OUT … --depth` then shows them, as it shows true depth where `vantage make --depth` kept it. So does it
    for photographs, which have no true depth. The extra `local` is needed; an interrupted command goes on where it
    stopped.

    \b
    Example:
      vantage depth data/scope --model depth-anything/Depth-Anything-V2-Small-hf --out data/scope-estimated
    """
    from vantage.data.dataset import load
    from vantage.exchange.estimated import estimate
    from vantage.models.vision import Estimator

    data = load(dataset)
    check_out(out, folder=True)
    with progress_bar("estimating depth") as progress:
        made = estimate(data, Estimator(model), out, progress)
    found = {"path": out, "items": len(made), "digest": made.digest}
    conclude(found, out, words=f"{len(made)} items with estimated depth in {out}  (digest {made.digest[:12]})")


@commands.command()
@click.argument("what", metavar="DATASET|TASK", shell_complete=tasks_or_paths)
@click.option("--n", type=click.IntRange(12), default=120, show_default=True, help="For a task: items to make.")
@click.option("--shortcuts", is_flag=True, help="Also try to find the key without the skill (slow).")
@json_option
@quiet_option
@work_options
def check(what: str, n: int, shortcuts: bool, as_json: bool, workers: Workers) -> None:
    """Check a data set, or a task's contract, and say what fails (exit code 1).

    Given the name of a task, a small set is made and checked: the contract that every task owes. --shortcuts attacks
    the set without its questions (letter and label frequencies, option pictures alone, a trained classifier): on 10,000
    items each attack must stay below chance + 3 points. And with its questions, by each task's own side doors: lazy
    rules that skip the skill, with a stated limit for each tier; and, where numbers count by nearness, by guesses that
    see no picture.
    """
    from vantage.making.check import check as check_set

    with _opened(what, n, workers=workers) as data:
        with progress_bar("checking") as progress:
            verdicts = check_set(data, workers, progress)
        attacks, doors, guesses = _attack(data, workers) if shortcuts else ([], [], [])
    outcomes = [*(attacked.outcome for attacked in attacks), *(door.outcome for door in doors)]
    outcomes += [one.outcome for one in guesses]
    failed = any(v.failed and v.fatal for v in verdicts) or "fail" in outcomes
    if as_json:
        found = {"attacks": [one.json() for one in attacks], "side_doors": [one.json() for one in doors]}
        found["priors"] = [one.json() for one in guesses]
        print_json({"failed": failed, "checks": verdicts, **found})
    else:
        tell(f"{what}: {len(data):,} items")
        _tell_checks(verdicts)
        _tell_attacks(attacks)
        _tell_side_doors(doors)
        _tell_priors(guesses)
        undecided = "too few" in outcomes
        tell("FAILED" if failed else "clean, but too few items to tell of shortcuts" if undecided else "clean")
    sys.exit(1 if failed else 0)


def _tell_checks(verdicts: Sequence[Verdict]) -> None:
    """Print one line per task with its result, and below it what failed or was noted, with examples."""
    for task in dict.fromkeys(verdict.task for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.task == task]
        bad = [verdict for verdict in own if verdict.failed]
        word = "FAILED" if any(verdict.fatal for verdict in bad) else "ok"
        tell(f"  {task}: {word}, {len(own) - len(bad)} of {len(own)} checks clean")
        for verdict in bad:
            tell(f"    {verdict.word}: {verdict.check}, {verdict.failed:,} of {verdict.tested:,}")
            for example in verdict.examples:
                tell(f"      {example}")


def _tell_attacks(attacks: Sequence[Attacked]) -> None:
    if not attacks:
        return
    header = ["task", "attack", "items", "chance", "rate", "upper bound", "allowed", ""]
    rows = [row for verdict in attacks for row in verdict.rows()]
    print_table("Shortcuts: how often the key is found without the question", header, rows)
    for attacked in attacks:
        tell(str(attacked))


def _tell_side_doors(doors: Sequence[Passage]) -> None:
    if doors:
        header = ["task", "rule", "tier", "items", "chance", "rate", "allowed", ""]
        print_table("Side doors: how far lazy rules get that see the question", header, [one.row() for one in doors])


def _tell_priors(guesses: Sequence[Guessed]) -> None:
    if guesses:
        header = ["task", "tier", "guess", "items", "MRA", "allowed", ""]
        print_table("Priors: how near a guess comes that sees no picture", header, [one.row() for one in guesses])


@contextlib.contextmanager
def _opened(what: str, n: int, seed: int = 0, workers: Workers = 0) -> Iterator[DataSet]:
    """Open a data set; for the name of a task, make a small temporary one."""
    import tempfile

    from vantage.data.dataset import load
    from vantage.making.check import task_set

    if Path(what).is_dir() or "/" in what:
        yield load(what)
        return
    with tempfile.TemporaryDirectory() as folder:
        with progress_bar(f"making {what}") as progress:
            data = task_set(what, Path(folder) / "set", n, seed, workers, progress, say)
        yield data


def _attack(data: DataSet, workers: Workers) -> tuple[list[Attacked], list[Passage], list[Guessed]]:
    from vantage.making.attacks import priors, shortcuts, side_doors

    with progress_bar("attacking") as progress:
        attacked = shortcuts.attack(data, workers, progress)
        return attacked, side_doors.attack(data.head()), priors.attack(data.head())


@commands.command()
@click.argument("what", metavar="DATASET|TASK", shell_complete=tasks_or_paths)
@click.option("--task", default="", shell_complete=tasks_named, help="Only this task.")
@click.option("--tier", default="", help="Only this tier.")
@click.option("--n", type=click.IntRange(1), help=f"At most so many items of each task [{SHOWN}; with --jsonl, all].")
@click.option("--keys", is_flag=True, help="Mark the right options (hidden unless asked).")
@click.option("--jsonl", is_flag=True, help="Print items without pictures, one JSON object a line (docs/items.md).")
@click.option("--seed", type=click.IntRange(0), default=0, help="For a task: the seed to make items from.")
@out_option
@result_options
def show(what: str, task: str, tier: str, n: int | None, keys: bool, jsonl: bool, seed: int, out: Path | None) -> None:
    """Show items: a contact sheet (PNG), a page to browse and flag (HTML), or JSON lines.

    \b
    Examples:
      vantage show rotation_3d --out sheet.png
      vantage show data/bench --keys --out review.html
      vantage show data/bench --jsonl | head
    """
    from vantage.data.dataset import write_text, write_whole
    from vantage.report import show as showing
    from vantage.report.sheet import sheet

    if jsonl and out:
        raise ValueError("--jsonl prints and writes no file; leave --out away, and redirect what is printed")
    if not jsonl and (out is None or out.suffix not in (".png", ".html")):
        raise ValueError(f"--out must end in .png or .html, not {str(out or '')!r} (or use --jsonl)")
    if out:
        check_out(out)
    with _opened(what, n or SHOWN, seed) as data:
        items = _some(data, task, tier, n or (0 if jsonl else SHOWN), pictures=not jsonl)
        if jsonl:
            for line in showing.lines(items):
                click.echo(line)
            return
        assert out is not None
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.suffix == ".png":
            picture = sheet(items, keys=keys)
            write_whole(out, lambda path: picture.save(path, "PNG"))
        else:
            write_text(out, showing.page(items, keys=keys))
    conclude({"path": out}, out, words=f"wrote {out}")


def _some(data: DataSet, task: str, tier: str, n: int, pictures: bool) -> Iterator[Item]:
    """Yield the selected items, at most `n` of each task (0: all)."""
    from collections import Counter

    from vantage.data.manifest import counts

    if task:
        known = {name for per_task in counts(data.manifest).values() for name in per_task}
        nearest(task, sorted(known), "task in this data set")
    seen, tiers = Counter[str](), set[str]()
    for item in data.items() if pictures else data.head():
        tiers.add(str(item.tags.get("tier", "")))
        if task in ("", item.task) and tier in ("", item.tags.get("tier")) and not (n and seen[item.task] >= n):
            seen[item.task] += 1
            yield item
    if tier and not seen:
        nearest(tier, tiers, "tier in this data set")
