"""Imports go downward only, and heavy packages are imported where they are used."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import vantage

PACKAGE = Path(vantage.__file__).parent

# Lowest first. Every folder has its place here and in docs/architecture.md; a module needs none. A folder imports from
# the layers below its own, and within its layer without cycles. The modules at the top of the package are the ground.
LAYERS = {
    "ground": [],
    "numbers": ["stats", "papers", "plots"],
    "things": ["assets", "individuals", "shapes", "settings", "render", "photoreal", "scenes"],
    "items": ["explaining", "tasks", "describing", "data", "making"],
    "asking and reading": ["prompts", "scoring", "models", "running"],
    "the world outside": ["exchange", "curate", "public", "training"],
    "understanding": ["analysis", "psychometrics", "judging", "rewording", "diagnosis"],
    "pages": ["report", "study"],
    "command line": ["cli"],
}
COMING: set[str] = set()  # folders that have a place but are not there yet
HEAVY = {
    "scipy",
    "numba",
    "matplotlib",
    "pyarrow",
    "aiohttp",
    "sklearn",
    "jinja2",
    "rich",
    "torch",
    "fpdf",
    "fontTools",
    "psycopg",
    "uvicorn",
    "ray",
    "fsspec",
}


def unit(parts):
    """The folder that a dotted name below the package belongs to; "" for the modules at its top."""
    return parts[0] if parts and (PACKAGE / parts[0]).is_dir() else ""


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
FOLDERS = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}


@cache
def edges():
    """Which folder imports from which, "" being the ground; the command line's own start is left out."""
    found = set()
    for path in FILES:
        here = path.relative_to(PACKAGE).parts
        for name in imports(path, nested=True):
            package, *parts = name.split(".")
            if package == "vantage" and here != ("__main__.py",):
                found.add((unit(here), unit(parts)))
    return {(a, b) for a, b in found if a != b}


def test_every_folder_has_its_layer():
    placed = [folder for layer in LAYERS.values() for folder in layer]
    assert sorted(placed) == sorted(FOLDERS | COMING)
    assert not FOLDERS & COMING


def test_few_modules_stand_at_the_top():
    assert len(list(PACKAGE.glob("*.py"))) <= 14


def test_imports_go_downward_only():
    level = {"": 0} | {folder: number for number, layer in enumerate(LAYERS.values()) for folder in layer}
    assert [f"{a} imports {b}" for a, b in sorted(edges()) if level[a] < level[b]] == []


def test_no_folders_import_each_other():
    below = {name: {b for a, b in edges() if a == name} for name in ("", *FOLDERS)}
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
    assert not {name.split(".")[0] for name in loaded} & (HEAVY | {"starlette", "sqlite3"})


def test_the_public_names():
    assert sorted(vantage.__all__) == [
        "Choice",
        "Condition",
        "DataSet",
        "Item",
        "Number",
        "Option",
        "Task",
        "explain",
        "get_model",
        "get_suite",
        "load_dataset",
        "located",
        "make_dataset",
        "outcomes",
        "reward",
        "run_model",
        "stream",
        "write_report",
    ]
    assert all(callable(getattr(vantage, name)) for name in vantage.__all__)
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = vantage.nothing_here


def test_the_page_on_the_architecture_tells_the_same_layers():
    text = (PACKAGE.parent / "docs/architecture.md").read_text("utf-8").partition("| layer |")[2].partition("\n\n")[0]
    rows = [re.match(r"\| ([^|]+) \| ([^|]+) \|", line) for line in text.splitlines()[2:]]
    told = {row[1]: re.findall(r"`(\w+)/`", row[2]) for row in rows}
    assert list(told.items()) == list(LAYERS.items())
