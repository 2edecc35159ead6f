"""Imports go downward only, and heavy packages are imported where they are used."""

import ast
import itertools
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import vantage

PACKAGE = Path(vantage.__file__).parent

# Folders that group modules by subject; every other folder is one unit.
GROUPS = {"shapes", "scenes", "running", "elsewhere", "attacks", "judging"}
# Lowest first. A module may import from layers below its own, and within its layer without cycles.
LAYERS = [
    {"", "names", "seeds", "geometry", "item", "engine", "pace", "sample", "prices", "tally"},
    {"solids", "views", "piles", "assemblies", "siblings", "poses", "meshes", "scene"},
    {"cubes", "turntable", "paper", "prints", "figures", "lines", "mazes", "assets"},
    {"metrics", "statistics", "trends", "extract", "schema", "published", "plots", "tables"},
    {
        *("render", "task", "cast", "framing", "place", "viewpoints", "phrases", "sightings", "punches"),
        *("relations", "shells", "fits", "layouts", "arrangements"),
        *("score", "composite", "protocols", "prompt", "verdict"),
    },
    {"tasks", "models"},
    {"manifest", "suite", "dataset", "cache"},
    {
        *("make", "records", "runs", "asking", "run", "inquiry", "estimate", "importing", "curate"),
        *("foreign", "vlmevalkit", "responses", "batch", "inspect_tasks", "inspect_log"),
    },
    {"scores", "summaries", "people"},
    {"check", "features", "guessing", "shortcuts", "table", "circular", "consistency", "rescore", "judge", "agreement"},
    {"diagnose", "findings", "compare", "browse"},
    {"exhibits"},
    {"show", "review", "transcript", "page", "report", "versus", "demo", "doctor"},
    {"cli", "__main__"},
]
HEAVY = {"scipy", "numba", "matplotlib", "pyarrow", "aiohttp", "sklearn", "jinja2", "rich", "torch"}


def unit(path):
    """The unit a file belongs to: a module, or a folder that is one."""
    return named(path.relative_to(PACKAGE).with_suffix("").parts)


def named(parts):
    """The unit of a dotted name below the package; "" for the package and its groups themselves."""
    below = parts[1:] if parts and parts[0] in GROUPS else parts
    return "" if not below or below == ("__init__",) else below[0]


def imports(path, nested):
    """The modules a file imports; those inside functions only if `nested`."""
    tree = ast.parse(path.read_text())
    inside = {
        id(n) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef) for n in ast.walk(f)
    }
    inside |= {
        id(n)
        for f in ast.walk(tree)
        if isinstance(f, ast.If) and "TYPE_CHECKING" in ast.dump(f.test)
        for n in ast.walk(f)
    }
    for node in ast.walk(tree):
        if id(node) in inside and not nested:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FILES = sorted(PACKAGE.rglob("*.py"))
UNITS = sorted({unit(path) for path in FILES})


@cache
def edges():
    found = set()
    for path in FILES:
        for name in imports(path, nested=True):
            package, *parts = name.split(".")
            target = named(tuple(parts))
            if package == "vantage" and target in UNITS:
                found.add((unit(path), target))
    return {(a, b) for a, b in found if a != b and b}


def test_every_module_has_its_layer():
    assert {name for layer in LAYERS for name in layer} >= set(UNITS)


def test_imports_go_downward_only():
    level = {name: i for i, layer in enumerate(LAYERS) for name in layer}
    upward = [f"{a} imports {b}" for a, b in sorted(edges()) if level[a] < level[b]]
    assert not upward


def test_no_cycles_within_a_layer():
    below = {name: {b for a, b in edges() if a == name} for name in UNITS}
    while below:
        free = [name for name, targets in below.items() if not targets & set(below)]
        assert free, f"these import each other: {sorted(below)}"
        for name in free:
            del below[name]


def test_tasks_do_not_import_each_other():
    for path in (PACKAGE / "tasks").glob("*.py"):
        others = [name for name in imports(path, nested=True) if name.startswith("vantage.tasks.")]
        assert not others, f"{path.name} imports {others}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_packages_are_imported_where_they_are_used(path):
    assert not {name.split(".")[0] for name in imports(path, nested=False)} & HEAVY


def test_import_vantage_is_light():
    code = "import vantage, vantage.cli, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name.split(".")[0] for name in loaded} & HEAVY


def test_the_public_names():
    assert sorted(vantage.__all__) == [
        "Choice",
        "Condition",
        "DataSet",
        "Item",
        "Number",
        "Option",
        "Task",
        "get_model",
        "get_suite",
        "load_dataset",
        "make_dataset",
        "run_model",
        "write_report",
    ]
    assert all(callable(getattr(vantage, name)) for name in vantage.__all__)
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = vantage.nothing_here


def test_the_page_on_the_architecture_tells_the_same_layers():
    text = (PACKAGE.parent / "docs/architecture.md").read_text("utf-8").partition("| layer |")[2].partition("\n\n")[0]
    rows = [{name.rstrip("/") for name in re.findall("`([^`]+)`", line)} for line in text.splitlines()]
    told = {name: [number for number, row in enumerate(rows) if name in row] for layer in LAYERS for name in layer}
    del told[""], told["__main__"]
    assert [name for name, found in told.items() if len(found) != 1] == []
    order = [sorted({told[name][0] for name in layer if name in told}) for layer in LAYERS]
    assert all(below[-1] <= above[0] for below, above in itertools.pairwise(order))
