"""A local model on Ray: a copy on each GPU, whose answers are those of the model here, also where a copy is killed."""

import asyncio
import os
import signal
import subprocess

import numpy as np
import pytest

from tests.fabricated import picture
from vantage.models import Request, Settings
from vantage.prompts.prompt import Message, Picture

pytestmark = pytest.mark.far
ray = pytest.importorskip("ray")
pytest.importorskip("torch", reason="needs the extra `local`")

from tests import tiny_vlm  # noqa: E402
from vantage.cluster import Cluster  # noqa: E402
from vantage.models import fleet  # noqa: E402
from vantage.models.local import Local  # noqa: E402

SHORT = Settings(max_tokens=8)


@pytest.fixture(scope="module")
def cluster():
    """Two CPUs and, as Ray is told, two GPUs; nothing here looks for them."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("HF_HUB_OFFLINE", "1"), ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")):
            patch.setenv(name, value)
        ray.init(address="local", num_cpus=2, num_gpus=2, include_dashboard=False, log_to_driver=False)
        yield Cluster()
        ray.shutdown()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return str(tiny_vlm.build(tmp_path_factory.mktemp("model") / "tiny"))


def requests(count):
    rng = np.random.default_rng(0)
    shown = [Picture(picture(rng, 48)) for _ in range(count)]
    return [Request((Message("user", (one, f"Which, {n}?")),), (f"item {n}", 0)) for n, one in enumerate(shown)]


async def answers(model, asked):
    async with model:
        return [(await model.respond(one)).text for one in asked]


def copies():
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "ray::_Holder" in line]


def test_copies_answer_as_the_model_does_here_and_one_may_be_killed(cluster, tiny):
    asked = requests(12)
    alone = asyncio.run(answers(Local(tiny, SHORT), asked))

    async def with_a_loss():
        async with fleet.on(cluster, f"hf/{tiny}", SHORT) as model:
            first = await asyncio.gather(*map(model.respond, asked[:6]))
            started = copies()
            os.kill(started[0], signal.SIGKILL)
            rest = await asyncio.gather(*map(model.respond, asked[6:]))
            return started, [*first, *rest]

    started, found = asyncio.run(with_a_loss())
    assert len(started) == 2, "one on each GPU"
    assert [one.error for one in found] == [None] * 12
    assert [one.text for one in found] == alone


def test_what_cannot_be_copied_is_refused_in_a_sentence(cluster, tmp_path):
    with pytest.raises(ValueError, match="copies local models"):
        fleet.on(cluster, "openai/gpt-5", SHORT)
    with pytest.raises(ValueError, match="no model that transformers can read"):
        asyncio.run(answers(fleet.on(cluster, f"hf/{tmp_path}", SHORT), []))
