"""Lets VLMEvalKit's own code read a table of ours; started by `benchmarks.hosts`.

Its packages are entered without their `__init__`, which import every model and data set. Modules that are not installed
here become empty ones; the classes that read custom tables and build prompts use none of them.
"""

import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import pandas  # noqa: F401  # before modules are found that are not there: it looks for many
import PIL.Image  # noqa: F401


class Empty(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what nobody else finds, and makes an empty module of it."""

    def find_spec(self, name, path=None, target=None):
        """Say that there is a module of any name."""
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        """Return an empty module."""
        module = MagicMock(name=spec.name)
        module.__path__, module.__spec__, module.__all__ = [], spec, []
        return module

    def exec_module(self, module):
        """Run nothing."""
        return


def entered(checkout, *names):
    """Make packages whose modules can be imported although their own start is not run."""
    for name in names:
        package = types.ModuleType(name)
        package.__path__ = [str(checkout / name.replace(".", "/"))]
        sys.modules[name] = package


def read(checkout, root, name):
    os.environ["LMUData"] = str(root)  # noqa: SIM112  # its own spelling
    entered(checkout, "vlmeval", "vlmeval.dataset")
    sys.meta_path.append(Empty())
    # Asked whether a path is an address; an empty module would say yes to everything.
    importlib.import_module("validators").url = lambda text: text.startswith("http")
    module = importlib.import_module("vlmeval.dataset.image_vqa")
    held = module.CustomVQADataset(dataset=name)
    rows = []
    for place in range(len(held)):
        message = held.build_prompt(place)
        line = held[place]
        rows.append(
            {"id": line["id"], "answer": str(line["answer"]), "reader": f"{module.__name__}.{type(held).__name__}",
             "pictures": [part["value"] for part in message if part["type"] == "image"],
             "text": "\n".join(part["value"] for part in message if part["type"] == "text")}
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    checkout, root, name, out = sys.argv[1:]
    Path(out).write_text(json.dumps(read(Path(checkout), Path(root), name)))
