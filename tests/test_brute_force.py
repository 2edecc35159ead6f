import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests import scenes
from tests.brute_force import right, solver
from vantage import seeds, task, tasks
from vantage.making import make


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", tasks.built_in())
def test_brute_force_agrees_with_every_key(name):
    found, solve = tasks.get(name), solver(name)
    agreed = 0
    for index in range(100):
        where = task.slot(found, ("brute", name), seeds.SPLITS[index % 3], index)
        if found.scenes in scenes.LAID_OUT:
            scene = scenes.scene(found.scenes, index // found.family)
            home = seeds.split_of(scene.situation)
            where = replace(where, split=home, scene=scene, member=index % found.family)
        if found.scenes == make.WALK:
            walk = scenes.walk(index // 50)
            where = replace(where, split=seeds.split_of(walk.home.situation), walk=walk)
        try:
            draft = make.drafted(found, found.params(), where, seeds.generator("brute", name, index))
        except task.Refused:
            continue
        assert solve(json.loads(json.dumps(draft.truth))) == right(draft.answer)
        agreed += 1
    assert agreed >= 60


@pytest.mark.parametrize("name", tasks.built_in())
def test_brute_force_shares_no_code_with_the_task(name):
    source = Path(__file__).with_name(f"brute_{name}.py").read_text()
    for node in ast.walk(ast.parse(source)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", None) or ""]
        assert not any(found.startswith("vantage") for found in names)
