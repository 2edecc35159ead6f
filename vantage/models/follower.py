"""Models that follow one of the strategies that a diagnosis knows, where one fact holds, and are right elsewhere."""

from __future__ import annotations

from typing import ClassVar

from vantage.describing.facts import Value, facts_of
from vantage.describing.strategies import said_of
from vantage.models import Request, Response
from vantage.models.simulant import item_of, key_of


class Follower:
    """Does as `strategy` says in `tasks` where a fact has a value; right elsewhere."""

    name = "follower"
    insider = True
    strategy: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]]
    fact: ClassVar[tuple[str, Value]]

    async def respond(self, request: Request) -> Response:
        """Return the answer that the strategy gives, where it applies and differs from the right one."""
        item = item_of(request)
        name, value = self.fact
        taken = said_of(item).get(self.strategy) if item.task in self.tasks else None
        if not isinstance(taken, int) or facts_of(item).get(name) != value:
            return Response(key_of(item))
        option = (taken & -taken).bit_length() - 1  # the first of the options that it would take
        return Response(item.letters[request.order.index(option)])


class FaceToFace(Follower):
    """Swaps left and right where the one it answers for faces the camera; right elsewhere."""

    name = "face-to-face"
    strategy = "swaps left and right"
    tasks = ("consistency_allo", "updating_allo")
    fact = ("reference faces", "toward the camera")
