"""Public benchmarks: each imported from its real layout, answered, and scored to figures worked out by hand."""

import asyncio
import io
import json
import math
import tarfile
import zipfile

import pytest
from PIL import Image

from tests import public_files
from tests.public_files import BUILDERS
from vantage import models, public
from vantage.analysis import benchmarks
from vantage.data.dataset import load
from vantage.item import Choice, Condition
from vantage.models import Response
from vantage.public import importing
from vantage.public.films import Sampling, places
from vantage.running.run import run
from vantage.running.run_folder import Run

FRAMES = Sampling(4)


class Scripted:
    """Says to each item what a fixture has for it."""

    name = "scripted"
    insider = True

    def __init__(self, said):
        self.said = said

    async def respond(self, request):
        return Response(self.said[request.item.id])


def imported(name, folder, **options):
    made = BUILDERS[name](folder / "files")
    data, drops = importing.import_benchmark(public.get(name), folder / "files", folder / "data", FRAMES, **options)
    return made, data, drops


def result(data, model, out, conditions=(Condition(),)):
    run(data, model, list(conditions), out)
    (found,) = benchmarks.results(data, [Run.read(out)])
    return found


def test_every_benchmark_has_files_here():
    assert sorted(BUILDERS) == public.names()


@pytest.mark.parametrize("name", BUILDERS)
def test_a_benchmark_from_its_files_to_its_own_score(name, tmp_path):
    made, data, drops = imported(name, tmp_path)
    assert not drops.mistakes
    items = list(data.items())
    assert {item.id for item in items} <= set(made.said)
    assert len(items) >= (10 if name == "vsi-debiased" else 12)
    for item in items:
        assert item.suite == name
        assert item.question.count("<image>") == len(item.images)
        assert all(image for image in item.images)
    found = result(data, Scripted(made.said), tmp_path / "scripted")
    assert found.scores.overall == pytest.approx(made.overall)
    for part, value in made.parts.items():
        assert found.scores.parts[part] == pytest.approx(value), part
    oracle = result(data, models.get("oracle"), tmp_path / "oracle")
    assert oracle.scores.overall == pytest.approx(1)
    assert oracle.caa == pytest.approx(1)
    guessed = result(data, models.get("random"), tmp_path / "random")
    assert guessed.failed == 0
    assert guessed.answers == len(items)
    assert guessed.scores.overall < 1
