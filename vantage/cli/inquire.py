"""What is common to the commands that ask a model about the responses of a run: judge, and score with a judge."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vantage.cli.run import cache_for, price_for
from vantage.cli.shell import Progress, progress_bar

if TYPE_CHECKING:
    from vantage.models import Model
    from vantage.running.inquiry import Manner
    from vantage.running.tally import Tally


@dataclass(frozen=True)
class Inquirer:
    """The model to ask, and how to ask it."""

    model: Model
    manner: Manner
    tally: Tally
    progress: Progress


@contextlib.contextmanager
def inquiring(name: str, options: dict[str, Any], title: str, tallies: list[Tally]) -> Iterator[Inquirer]:
    """Prepare to ask a model, as the options say, and show a progress bar meanwhile.

    `tallies` holds one tally for each run that the command has already asked about; the tally of this one is added.
    """
    from vantage import models
    from vantage.models import Settings
    from vantage.running.inquiry import Manner
    from vantage.running.tally import Budget, Tally

    settings = Settings(**{field.name: options[field.name] for field in dataclasses.fields(Settings)})
    model = models.get(name, settings)
    budget = Budget(options["max_requests"], options["max_tokens_total"], options["max_cost"])
    limits = {
        name: options[name] for name in ("concurrency", "retries", "retry_failed", "retry_unread") if name in options
    }
    with contextlib.ExitStack() as stack:
        cache = None if options["no_cache"] else cache_for(model, stack)
        progress = stack.enter_context(progress_bar(title))
        tallies.append(Tally(price_for(model, settings, options), earlier=tuple(tallies)))
        yield Inquirer(model, Manner(settings, budget, cache=cache, **limits), tallies[-1], progress)
