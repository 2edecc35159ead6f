"""What a user sees while a run goes on: a live line on a terminal, elsewhere a plain one every half minute."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator

import click

from vantage.cli.shell import PLAIN_SECONDS, Progress, is_quiet
from vantage.running.tally import Tally

LIVE_RATE = 4  # times a second


class View:
    """A running run: its tally, and how fast it has grown since the first look."""

    def __init__(self, title: str, tally: Tally) -> None:
        self.title = title
        self.tally = tally
        self._begun: tuple[float, int] | None = None
        self._said = time.monotonic()

    def note(self, done: int, total: int) -> None:
        """Take the first look, to know how much had been done before."""
        self._begun = self._begun or (time.monotonic(), done)

    def say(self, done: int, total: int) -> None:
        """Print a plain line, if enough time has passed since the last one."""
        self.note(done, total)
        if time.monotonic() - self._said >= PLAIN_SECONDS:
            self._said = time.monotonic()
            click.echo(self.line(), err=True)

    def line(self) -> str:
        """Return where the run stands."""
        tally = self.tally
        if self._begun is None:
            return f"{self.title}: looking through the data set"
        parts = [f"{self.title}: {tally.done}/{tally.total}"]
        seconds = time.monotonic() - self._begun[0]
        if seconds > 0.5 and tally.done > self._begun[1]:
            rate = (tally.done - self._begun[1]) / seconds
            parts.append(f"{rate:.1f}/s, {_span((tally.total - tally.done) / rate)} left")
        if tally.scored:
            parts.append(f"{100 * tally.right / tally.scored:.1f}% right of {tally.scored} scored")
        if tally.failures:
            parts.append("failed attempts: " + ", ".join(f"{n} {kind}" for kind, n in sorted(tally.failures.items())))
        if tally.cost and tally.cost_left is not None:
            parts.append(f"${tally.cost:.2f} so far, about ${tally.cost_left:.2f} left")
        return " · ".join(parts)


@contextlib.contextmanager
def watching(title: str, tally: Tally) -> Iterator[Progress]:
    """Show how `tally` grows, on standard error."""
    view = View(title, tally)
    if is_quiet():
        yield view.note
        return
    if not sys.stderr.isatty():
        yield view.say
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    tally.watched = True
    console = Console(stderr=True)
    # Refreshed by its own thread, so that the line stays up to date while we wait for a server.
    with Live(get_renderable=lambda: Text(view.line()), console=console, refresh_per_second=LIVE_RATE, transient=True):
        yield view.note


def _span(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
