"""What all commands share: the group they belong to, errors as one sentence, progress, tables, common options."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import functools
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage import __version__
from vantage.names import nearest

if TYPE_CHECKING:
    from vantage.cluster import Cluster
    from vantage.data.place import Where

PLAIN_SECONDS = 30.0  # between two lines of progress if there is no terminal
FAULT = 70  # exit code of a fault of ours, as in sysexits.h
REPORT = (
    "This is a fault of Vantage, or of a package that adds to it, and no mistake of yours. Please report it with the "
    "lines above and the command. (If you are writing a task: the line above says what is wrong in its file.)"
)
# Commands that keep what was finished.
GOES_ON = ("make", "curate", "genai", "import", "fetch", "run", "score", "judge", "paraphrase", "demo", "push")

Progress = Callable[[int, int], None]


class Commands(click.Group):
    """A group of commands that suggests the nearest name for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` names."""
        if args and not args[0].startswith("-") and not ctx.resilient_parsing:
            nearest(args[0], self.commands, "command")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a user needs them, not in alphabetical order."""
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
      vantage report runs/quick                      see what fails
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a user's mistake becomes one sentence and exit code 2, a failure exit code 1, Ctrl-C 130.

    An unexpected error is shown with its traceback, so that it can be reported; the exit code is 70.
    """
    given = sys.argv[1:] if arguments is None else arguments
    try:
        commands.main(given, prog_name="vantage", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (KeyboardInterrupt, click.Abort):
        kept = (
            "; what was finished is kept, and the same command goes on from there" if {*given[:1]} & {*GOES_ON} else ""
        )
        _fail(f"Interrupted{kept}.", 130)
    except ValueError as error:
        _fail(f"Error: {error}", 2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        _fail(f"Error: {_os_sentence(error)}", 1 if error.errno == errno.ENOSPC else 2)
    except Exception:
        _fail(f"{traceback.format_exc()}\n{REPORT}", FAULT)


def _fail(sentence: str, code: int) -> None:
    if os.environ.get("VANTAGE_DEBUG"):
        raise  # called inside an except block of `main`; for debugging Vantage itself
    click.echo(sentence, err=True)
    sys.exit(code)


def _os_sentence(error: OSError) -> str:
    where = f" at {error.filename}" if error.filename else ""
    match error.errno:
        case errno.ENOSPC:
            return f"no space is left on the disk{where}; free some and run the same command again"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return f"no permission to write{where}; name a folder that you can write to"
        case errno.EEXIST | errno.ENOTDIR:
            return f"a file is in the way{where}, where a folder is needed; name another path"
        case errno.EISDIR:
            return f"a folder is in the way{where}, where a file is needed; name another path"
    return f"{error.strerror or error}{where}"


def is_quiet() -> bool:
    """Return whether to print nothing but errors and the path of the result."""
    return _given("quiet")


def say(text: str) -> None:
    """Tell the user something that is not a result."""
    if not is_quiet():
        click.echo(text, err=True)


def tell(text: str) -> None:
    """Print a part of the result in words; with --json on standard error, so that it does not mix with the JSON."""
    if not is_quiet():
        click.echo(text, err=_given("as_json"))


def conclude(found: Any, *paths: Where, words: str = "") -> None:
    """End a command that has made something: its result in words, with --json as JSON, with --quiet as paths."""
    if _given("as_json"):
        print_json(found)
    elif is_quiet():
        click.echo("\n".join(map(str, paths))) if paths else None
    elif words:
        click.echo(words)


def _given(name: str) -> bool:
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(f"vantage.{name}"))


def _remember(context: click.Context, option: click.Parameter, value: bool) -> bool:
    context.meta[f"vantage.{option.name}"] = value
    return value


def place_out(path: Path) -> Where:
    """Return where a data set is to be written: a URL, or a folder that can be."""
    from vantage.data.place import where

    found = where(path)
    return check_out(found, folder=True) if isinstance(found, Path) else found


def check_out(path: Path, folder: bool = False, ends: tuple[str, ...] = ()) -> Path:
    """Return the path for a result; raise an error if it cannot be written, before the work is done in vain.

    If `ends` is given, the file name must end in one of them.
    """
    from vantage.data.place import where

    place = where(path)
    if not isinstance(place, Path):
        raise ValueError(f"{place} is a URL; name a folder (vantage push copies a data set from there to a URL)")
    path = place
    if ends and path.suffix not in ends:
        raise ValueError(f"the name of the file must end in {' or '.join(ends)}, not {path.name!r}")
    if path.is_dir() and not folder:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    if folder and path.is_file():
        raise ValueError(f"{path} is a file; name a folder")
    if not there.is_dir() and there != path:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(there))
    if not os.access(there, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))
    return path


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """Show a bar with rate and time left; where there is no terminal, a plain line every half minute."""
    if is_quiet():
        yield lambda done, total: None
        return
    if not sys.stderr.isatty():
        yield _plain_lines(title)
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


def _plain_lines(title: str) -> Progress:
    said = time.monotonic()
    begun: tuple[float, int] | None = None

    def update(done: int, total: int) -> None:
        nonlocal said, begun
        now = time.monotonic()
        begun = begun or (now, done)
        if now - said >= PLAIN_SECONDS:
            said = now
            rate = (done - begun[1]) / (now - begun[0]) if now > begun[0] else 0.0
            left = f", {rate:.1f}/s, {_clock((total - done) / rate)} left" if rate else ""
            say(f"{title.strip()}: {done:,} of {total:,}{left}")

    return update


def _clock(seconds: float) -> str:
    """Return a time as hours, minutes and seconds."""
    return f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """Print a table, unless the user wants JSON or quiet; on a pipe, with lines that are not folded."""
    if is_quiet() or _given("as_json"):
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
    for name in header:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row)
    # A pipe has no width of its own; a script should not get lines folded at eighty columns.
    Console(width=None if sys.stdout.isatty() else 160, markup=False, emoji=False).print(table)


def print_json(found: Any) -> None:
    """Print dataclasses, mappings and lists as JSON; nan, where there is no number, is null."""
    click.echo(json.dumps(_plain(found), indent=1, ensure_ascii=False, default=str))


def _plain(found: Any) -> Any:
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        found = {field.name: getattr(found, field.name) for field in dataclasses.fields(found)}
    if isinstance(found, Mapping):
        return {name: _plain(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [_plain(value) for value in found]
    return None if isinstance(found, float) and found != found else found


out_option = click.option("--out", type=click.Path(path_type=Path), help="Where to write.")
_json = functools.partial(
    click.option, "--json", "as_json", is_flag=True, callback=_remember, help="Print the result as JSON, for scripts."
)
json_option = _json()
quiet_option = click.option(
    "--quiet", "-q", is_flag=True, expose_value=False, callback=_remember, help="Print errors and the result's path."
)
workers_option = click.option("--workers", type=click.IntRange(0), default=0, help="Processes; 0: one per core.")


def work_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command say who does its work; it gets `workers`."""
    return _working(workers_option, command)


def more_work_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command that seldom has much to do say who does its work; unless it is told, this process does."""
    option = click.option("--workers", type=click.IntRange(0), default=1, help="Processes; 0: one per core [1].")
    return _working(option, command)


def _working(
    option: Callable[[Callable[..., None]], Callable[..., None]], command: Callable[..., None]
) -> Callable[..., None]:
    @option
    @engine_options
    @functools.wraps(command)
    def working(workers: int, cluster: Cluster | None, **rest: Any) -> None:
        command(workers=cluster or workers, **rest)

    return working


def engine_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command work on Ray; it gets the `cluster`, or None."""

    @click.option(
        "--engine", type=click.Choice(["local", "ray"]), default="local", help="Work here, or on Ray [local]."
    )
    @click.option("--address", default="", help="Of a Ray cluster: auto, or HOST:PORT [a new one on this machine].")
    @functools.wraps(command)
    def working(engine: str, address: str, **rest: Any) -> None:
        if engine == "local":
            if address:
                raise ValueError("--address says where Ray listens; add --engine ray")
            command(cluster=None, **rest)
            return
        from vantage.cluster import Cluster

        with Cluster(address, rest.get("workers", 0)) as cluster:
            say(f"working {cluster}")
            command(cluster=cluster, **rest)

    return working


def result_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command that ends with `conclude` take --quiet and --json."""
    return _json(expose_value=False)(quiet_option(command))
