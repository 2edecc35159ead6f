"""The stream as an OpenEnv environment, and its server: `python -m vantage.training.openenv_server --what dise`.

An episode is one question: `reset` shows it, `step` pays one reply. `reset(seed=n)` shows the n-th of the stream, to
all who ask, so that a group of replies can be to one question; without a seed each reset shows another. Import this
only where OpenEnv is installed (the extra `openenv`). Whoever can reach the server can make it work, so it listens to
this machine alone unless told otherwise.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from vantage.training.episodes import Counter, Course, Episode, parts, told

HERE = ("127.0.0.1", "localhost", "::1")
SESSIONS = 64  # how many may be open at once


class Reply(Action):  # type: ignore[misc, unused-ignore]
    """What a model says to a question."""

    answer: str


class Asked(Observation):  # type: ignore[misc, unused-ignore]
    """A question: its text, with the mark <image> for each picture, and the pictures as base64; empty once answered."""

    prompt: str = ""
    system: str = ""
    images: list[str] = []  # noqa: RUF012 (pydantic copies it)


class SpatialEnvironment(Environment):  # type: ignore[misc, unused-ignore]
    """One question at a time from a stream that the sessions of a server share."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, course: Course, counter: Counter) -> None:
        super().__init__()
        self._episode = Episode(course, counter)
        self._state = State(episode_id="", step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Asked:
        """Show a question: the one at place `seed` of the stream, or the next."""
        case = self._episode.begin(seed)
        self._state = State(episode_id=episode_id or str(self._episode.index), step_count=0)
        images = [part["picture"].partition(",")[2] for part in parts(case) if "picture" in part]
        return Asked(
            prompt=told(case), system=told(case, "system"), images=images, done=False, reward=None, metadata=case.facts
        )

    def step(self, action: Reply, timeout_s: float | None = None, **_: Any) -> Asked:
        """Pay a reply and end the episode."""
        earned = self._episode.answer(action.answer)
        self._state.step_count += 1
        said = {"right": earned.right, "answer": earned.answer, "gamed": earned.gamed}
        return Asked(done=True, reward=earned.total, metadata=said)

    @property
    def state(self) -> State:
        """The episode and whether it has been answered."""
        return self._state


class SpatialClient(EnvClient):  # type: ignore[misc, unused-ignore]
    """A client: `with SpatialClient(base_url=…).sync() as env: env.reset(seed=0); env.step(Reply(answer="B"))`."""

    def _step_payload(self, action: Reply) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        ends = {"reward": payload.get("reward"), "done": payload.get("done", False)}
        return StepResult(observation=Asked(**{**payload.get("observation", {}), **ends}), **ends)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


def application(course: Course) -> Any:
    """Return the server's application for a course."""
    counter = Counter()
    return create_app(
        lambda: SpatialEnvironment(course, counter), Reply, Asked, env_name="vantage-spatial",
        max_concurrent_envs=SESSIONS,
    )  # fmt: skip


app = application(Course())  # what `openenv.yaml` names: the stream of suite dise


def main(arguments: list[str] | None = None) -> None:
    """Serve a course."""
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m vantage.training.openenv_server", description=__doc__)
    for one in fields(Course):
        name, usual = f"--{one.name}", one.default
        if isinstance(usual, bool):
            parser.add_argument(name, action=argparse.BooleanOptionalAction, default=usual)
        else:
            parser.add_argument(name, type=type(usual), default=usual)
    parser.add_argument("--host", default=HERE[0], help="the address to listen at [this machine alone]")
    parser.add_argument("--port", type=int, default=8000)
    given = vars(parser.parse_args(arguments))
    host, port = given.pop("host"), given.pop("port")
    try:
        course = Course(**given)
    except ValueError as error:
        parser.error(str(error))
    if host not in HERE:
        print(f"listening at {host}: whoever can reach it can make this machine work", file=sys.stderr)
    uvicorn.run(application(course), host=host, port=port)


if __name__ == "__main__":
    main()
