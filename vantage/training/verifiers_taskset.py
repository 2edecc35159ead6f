"""The stream as a taskset of Prime Intellect's verifiers: `vf-eval vantage-spatial -n 8 --env.agent.harness.id null`.

verifiers finds it by the package `vantage_spatial`, which names this class. Import this only where verifiers is
installed (the extra `verifiers`).
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from vantage.training.episodes import Course, parts, told
from vantage.training.reward import Pay, reward
from vantage.training.rows import Case


class SpatialData(vf.TaskData):  # type: ignore[misc, unused-ignore]
    """One question; `key` is what is right, as the reward reads it, and is not shown to the model."""

    key: str
    strict: bool = False


class SpatialTask(vf.Task[SpatialData]):  # type: ignore[misc, unused-ignore]
    """One question, paid by Vantage's own reward."""

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator, unused-ignore]
    async def right(self, trace: vf.Trace) -> float:
        """Return what the last reply earns."""
        return reward(trace.last_reply, self.data.key, Pay(strict=self.data.strict)).total


class SpatialConfig(vf.TasksetConfig):  # type: ignore[misc, unused-ignore]
    """Settings under `--env.taskset.`: those of a course, and the index to begin at."""

    what: str = "dise"
    split: str = "train"
    seed: int = 0
    tier: str = ""
    pixels: int = 0
    looks: bool = True
    protocol: str = "direct"
    strict: bool = False
    start: int = 0


class SpatialTaskset(vf.Taskset[SpatialTask, SpatialConfig]):  # type: ignore[misc, unused-ignore]
    """An endless taskset over a stream; bound it with `-n` or `take`."""

    INFINITE = True

    def load(self) -> Iterator[SpatialTask]:
        """Yield the questions from the configured index on."""
        names = ("what", "split", "seed", "tier", "pixels", "looks", "protocol", "strict")
        course = Course(**{name: getattr(self.config, name) for name in names})
        for case in course.cases(self.config.start):
            yield SpatialTask(_data(case, course), self.config.task)


def _data(case: Case, course: Course) -> SpatialData:
    content = [
        vf.TextContentPart(text=part["text"])
        if "text" in part
        else vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=part["picture"]))
        for part in parts(case)
    ]
    return SpatialData(
        id=case.item.id,
        prompt=[vf.UserMessage(content=content)],
        system_prompt=told(case, "system") or None,
        key=case.key.text(),
        strict=course.strict,
    )
