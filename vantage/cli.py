"""The command line: each command parses, calls one function and prints.

Packages that take time to import are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage import __version__
from vantage.names import nearest

if TYPE_CHECKING:
    from vantage.dataset import DataSet
    from vantage.item import Item

Progress = Callable[[int, int], None]


class Commands(click.Group):
    """A group of commands that suggests the nearest name for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` names."""
        if args and not args[0].startswith("-"):
            nearest(args[0], self.commands, "command")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a user meets them, not by the alphabet."""
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="vantage")
def commands() -> None:
    """Measure how vision-language models reason about space.

    \b
    A first walk, with no key and no download:
      vantage demo                                   everything below at once
      vantage make quick --out data/quick            make fresh, verified items
      vantage run data/quick --model pixel           ask a model
      vantage report runs/quick/*                    see what fails
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a user's mistake becomes one sentence and exit code 2, a failure exit code 1."""
    try:
        commands.main(arguments, prog_name="vantage", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _fail("Interrupted; what was finished is kept, and the same command goes on from there.", 130)
    except ValueError as error:
        _fail(f"Error: {error}", 2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        _fail(f"Error: {_os_sentence(error)}", 1 if error.errno == errno.ENOSPC else 2)


def _fail(sentence: str, code: int) -> None:
    if os.environ.get("VANTAGE_DEBUG"):
        raise  # inside an except block of `main`: for whoever hunts a fault of ours
    click.echo(sentence, err=True)
    sys.exit(code)


def _os_sentence(error: OSError) -> str:
    where = f" at {error.filename}" if error.filename else ""
    match error.errno:
        case errno.ENOSPC:
            return f"no space is left on the disk{where}; free some and run the same command again"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return f"no permission to write{where}; name a folder that you can write to"
    return f"{error.strerror or error}{where}"


@contextlib.contextmanager
def _progress(title: str) -> Iterator[Progress]:
    """Show a bar with rate and time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    rate = TextColumn("{task.fields[rate]}")
    with Progress(*columns, rate, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        line = bar.add_task(title, total=None, rate="")
        begun: list[tuple[float, int]] = []

        def update(done: int, total: int) -> None:
            begun.append((time.monotonic(), done)) if not begun else None
            seconds = time.monotonic() - begun[0][0]
            rate = f"{(done - begun[0][1]) / seconds:.1f}/s" if seconds > 0.5 else ""
            bar.update(line, completed=done, total=total, rate=rate)

        yield update


def _table(title: str, header: list[str], rows: list[list[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
    for name in header:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row)
    # A pipe has no width of its own; a script should not get lines folded at eighty columns.
    Console(width=None if sys.stdout.isatty() else 160, markup=False).print(table)


out_option = click.option("--out", type=click.Path(path_type=Path), help="Where to write.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
workers_option = click.option("--workers", type=click.IntRange(0), default=0, help="Processes; 0: one per core.")


@commands.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the suites, tasks and models there are."""
    from vantage import models, suite, tasks

    suites = {name: suite.get(name) for name in suite.names()}
    if as_json:
        data = {
            "suites": {n: {"title": s.title, "tasks": list(s.tasks), "sizes": s.sizes} for n, s in suites.items()},
            "tasks": {n: tasks.get(n).title for n in tasks.names()},
            "models": models.available(),
        }
        click.echo(json.dumps(data, indent=1))
        return
    _table("Suites", ["suite", "what it is", "sizes"], [[n, s.title, _sizes(s.sizes)] for n, s in suites.items()])
    rows = [[t.name, t.title, t.quadrant, " ".join(t.capabilities)] for t in map(tasks.get, tasks.names())]
    _table("Tasks", ["task", "the question", "quadrant", "capability"], rows)
    _table("Built-in models", ["model", "what it does"], [[*pair] for pair in models.available().items()])


def _sizes(sizes: Any) -> str:
    total = {name: sum(n for per_task in counts.values() for n in per_task.values()) for name, counts in sizes.items()}
    return ", ".join(f"{name} ({n} items)" for name, n in total.items())


@commands.command()
@click.argument("what", metavar="SUITE[/TASK]")
@click.option("--size", default="", help="A named size of the suite (see `vantage list`).")
@click.option("--n", type=click.IntRange(1), help="Instead of a size: so many items of each task.")
@click.option("--split", default="test", help="With --n: the split whose situations to use.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another seed, other items.")
@click.option("--exclude", type=click.Path(path_type=Path), help="Flagged items (from `vantage show`) to replace.")
@out_option
@workers_option
def make(
    what: str, size: str, n: int | None, split: str, seed: int, exclude: Path | None, out: Path | None, workers: int
) -> None:
    """Make a data set of fresh, verified items.

    Every item is solved twice, by different routes, before it is kept. The same command gives the same bytes; an
    interrupted one goes on where it stopped.

    \b
    Examples:
      vantage make dise --size bench --out data/bench
      vantage make dise/rotation_3d --n 1000 --seed 7 --out data/rotation
    """
    from vantage.make import flags
    from vantage.make import make as make_set
    from vantage.seeds import SPLITS
    from vantage.suite import get

    if size and n:
        raise ValueError("--size and --n were both given; one of them sets the counts")
    suite = get(what)
    out = out or Path("data") / f"{what.replace('/', '-')}-{size or (f'n{n}' if n else suite.default)}-s{seed}"
    with _progress(f"making {what}") as progress:
        excluded = flags(exclude) if exclude else {}
        data = make_set(suite, out, size, n or 0, nearest(split, SPLITS, "split"), seed, excluded, workers, progress)
    click.echo(f"{len(data)} items in {out}  (digest {data.digest[:12]})")


@commands.command()
@click.argument("what", metavar="DATASET|TASK")
@click.option("--n", type=click.IntRange(12), default=120, show_default=True, help="For a task: items to make.")
@click.option("--shortcuts", is_flag=True, help="Also try to find the key without the question (slow).")
@json_option
@workers_option
def check(what: str, n: int, shortcuts: bool, as_json: bool, workers: int) -> None:
    """Check a data set, or a task's contract, and say what fails (exit code 1).

    Given the name of a task, a small set is made and checked: the contract that every task owes. --shortcuts attacks
    the set with letter and label frequencies, option pictures alone and a trained classifier; on 10,000 items each
    attack must stay below chance + 3 points.
    """
    from vantage.check import check as check_set

    with _opened(what, n, workers=workers) as data:
        with _progress("checking") as progress:
            verdicts = check_set(data, workers, progress)
        attacks = _attack(data, workers) if shortcuts else []
    failed = [v for v in verdicts if v.failed and v.fatal] or [a for a in attacks if a.outcome == "fail"]
    if as_json:
        click.echo(
            json.dumps({"checks": [vars(v) for v in verdicts], "attacks": [a.json() for a in attacks]}, indent=1)
        )
    else:
        rows = [[v.check, v.task, f"{v.tested:,}", f"{v.failed:,}", v.word] for v in verdicts]
        _table(f"{what}: {len(data):,} items", ["check", "task", "tested", "failed", ""], rows)
        for verdict in verdicts:
            for example in verdict.examples:
                click.echo(f"  {verdict.check}: {example}")
        if attacks:
            header = ["task", "attack", "items", "chance", "rate", "upper bound", "allowed", ""]
            rows = [row for verdict in attacks for row in verdict.rows()]
            _table("Shortcuts: how often the key is found without the question", header, rows)
            for attacked in attacks:
                click.echo(attacked)
        click.echo("FAILED" if failed else "clean")
    sys.exit(1 if failed else 0)


@contextlib.contextmanager
def _opened(what: str, n: int, seed: int = 0, workers: int = 0) -> Iterator[DataSet]:
    """Open a data set, or make a small one of a task for the time being."""
    import tempfile

    from vantage.check import task_set
    from vantage.dataset import load

    if Path(what).is_dir() or os.sep in what:
        yield load(what)
        return
    with tempfile.TemporaryDirectory() as folder:
        with _progress(f"making {what}") as progress:
            data = task_set(what, Path(folder) / "set", n, seed, workers, progress)
        yield data


def _attack(data: DataSet, workers: int) -> list[Any]:
    from vantage.shortcuts import attack

    with _progress("attacking") as progress:
        return attack(data, workers, progress)


@commands.command()
@click.argument("what", metavar="DATASET|TASK")
@click.option("--task", default="", help="Only this task.")
@click.option("--tier", default="", help="Only this tier.")
@click.option("--n", type=click.IntRange(1), default=12, show_default=True, help="At most so many items of each task.")
@click.option("--keys", is_flag=True, help="Mark the right options (hidden unless asked).")
@click.option("--jsonl", is_flag=True, help="Print items without pictures, one JSON object a line (docs/items.md).")
@click.option("--seed", type=click.IntRange(0), default=0, help="For a task: the seed to make items from.")
@out_option
def show(what: str, task: str, tier: str, n: int, keys: bool, jsonl: bool, seed: int, out: Path | None) -> None:
    """Show items: a contact sheet (PNG), a page to browse and flag (HTML), or JSON lines.

    \b
    Examples:
      vantage show rotation_3d --out sheet.png
      vantage show data/bench --keys --out review.html
      vantage show data/bench --jsonl | head
    """
    from vantage import show as showing

    if not jsonl and (out is None or out.suffix not in (".png", ".html")):
        raise ValueError(f"--out must end in .png or .html, not {str(out or '')!r} (or use --jsonl)")
    with _opened(what, n, seed) as data:
        items = _some(data, task, tier, 0 if jsonl else n, pictures=not jsonl)
        if jsonl:
            for line in showing.lines(items):
                click.echo(line)
            return
        assert out is not None
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.suffix == ".png":
            showing.sheet(list(items), keys=keys).save(out)
        else:
            out.write_text(showing.page(list(items), keys=keys), "utf-8")
    click.echo(f"wrote {out}")


def _some(data: DataSet, task: str, tier: str, n: int, pictures: bool) -> Iterator[Item]:
    """Yield the items asked for, at most `n` of each task (0: all)."""
    from collections import Counter

    known = Counter[str]()
    for shard in data.manifest["shards"]:
        known.update(shard["counts"])
    if task:
        nearest(task, known, "task in this data set")
    seen, tiers = Counter[str](), set[str]()
    for item in data.items() if pictures else data.head():
        tiers.add(str(item.tags.get("tier", "")))
        if task in ("", item.task) and tier in ("", item.tags.get("tier")) and not (n and seen[item.task] >= n):
            seen[item.task] += 1
            yield item
    if tier and not seen:
        nearest(tier, tiers, "tier in this data set")


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--model", "names", multiple=True, required=True, help="A model; may be given several times.")
@click.option("--protocol", default="direct", show_default=True, help="How the question is put: direct or cot.")
@click.option("--rotation", type=click.IntRange(0), default=0, help="Move the options up by so many places.")
@click.option(
    "--max-side", type=click.IntRange(0), default=0, help="Shrink pictures to so many pixels; 0: as they are."
)
@click.option("--no-images", is_flag=True, help="Ask blind: leave the pictures out.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs, one per model [runs/DATASET].")
def run(
    dataset: Path,
    names: tuple[str, ...],
    protocol: str,
    rotation: int,
    max_side: int,
    no_images: bool,
    out: Path | None,
) -> None:
    """Ask models the questions of a data set; every response is kept as it comes.

    The same command again asks only what is missing.

    \b
    Example:
      vantage run data/quick --model random --model pixel
    """
    from vantage import models
    from vantage.dataset import load
    from vantage.item import Condition
    from vantage.run import run as run_model
    from vantage.run import score_run

    data = load(dataset)
    found = [models.get(name) for name in names]
    condition = Condition(
        protocol=protocol, rotation=rotation, max_side=max_side, images="none" if no_images else "as_written"
    )
    out = out or Path("runs") / dataset.resolve().name
    for model in found:
        with _progress(model.name) as progress:
            run_model(data, model, [condition], out / model.name, progress=progress)
        outcomes = score_run(out / model.name, data)
        counts = ", ".join(f"{n} {outcome.value}" for outcome, n in outcomes.most_common())
        click.echo(f"{model.name}: {counts}, in {out / model.name}")


@commands.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="The data set, if it has moved since the runs.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("report.html"), show_default=True)
def report(runs: tuple[Path, ...], data: Path | None, out: Path) -> None:
    """Write one self-contained HTML report on runs over the same data set.

    \b
    Example:
      vantage report runs/quick/* --out report.html
    """
    from vantage.report import write

    write(list(runs), data, out)
    click.echo(f"wrote {out.resolve()}")


@commands.command("import")
@click.argument("jsonl", type=click.Path(path_type=Path))
@click.option("--images", type=click.Path(path_type=Path), help="The folder that image names refer to [beside JSONL].")
@click.option("--name", default="own", show_default=True, help="What to call the suite.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The data set folder to write.")
def import_(jsonl: Path, images: Path | None, name: str, out: Path) -> None:
    """Turn your own items (JSON lines and a folder of images) into a data set.

    \b
    One object a line, for instance:
      {"question": "Which is nearer?", "images": ["a.png"], "options": ["the cup", "the jug"], "answer": "A"}
    Fields are described in docs/items.md.
    """
    from vantage.importing import import_items

    data = import_items(jsonl, images or jsonl.parent, out, name)
    click.echo(f"{len(data)} items in {out}  (digest {data.digest[:12]})")


@commands.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("demo"), show_default=True, help="Folder to fill.")
@workers_option
def demo(out: Path, workers: int) -> None:
    """Walk the whole way on built-in models: make the quick suite, run seven models, write a report."""
    from vantage.demo import MODELS, walk

    with contextlib.ExitStack() as stack:

        def step(title: str) -> Progress:
            stack.close()
            click.echo(title)
            return stack.enter_context(_progress("  "))

        rows, report = walk(out, workers, step)
    title = "Right answers in percent, with 95% intervals"
    _table(title, ["task", *MODELS], [[task, *(cells[name] for name in MODELS)] for task, cells in rows])
    click.echo(f"{len(MODELS)} models, one report: {report.resolve()}")


@commands.command()
@json_option
def doctor(as_json: bool) -> None:
    """Say what is installed, which extras are missing, and how to get them."""
    from vantage.doctor import examine

    findings = examine()
    if as_json:
        click.echo(json.dumps([vars(finding) for finding in findings], indent=1))
    else:
        rows = [[f.what, f.found or "missing", f.advice] for f in findings]
        _table(f"Vantage {__version__}", ["what", "found", "to get it"], rows)
    sys.exit(1 if any(f.needed and not f.found for f in findings) else 0)


if __name__ == "__main__":
    main()
