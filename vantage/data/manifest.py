"""The manifest of a data set: how it was made, and each shard with its digest. The data card is written from it.

A manifest may come from an untrusted source, so `read` checks its shape once; after that, its fields can be relied on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from vantage.data import licences
from vantage.data.place import Place, Where, at
from vantage.seeds import SPLITS

FORMAT = 2  # 1 had no ids, and its depth was relative
NAME = "manifest.json"

Manifest = dict[str, Any]

_NEEDED = {"suite": str, "size": str, "seed": int, "complete": bool, "shards": list}
_GIVEN = {"title": str, "licence": str, "credits": list, "tasks": dict, "pixels": int, "depth": bool, "ids": bool,
          "metres_per_step": float, "depth_model": str, "scenes": dict, "things": list, "packs": list,
          "wordings": int, "paraphrased": dict, "generated": dict, "lenses": list, "renderer": str,
          "samples": int, "blender": str}  # fmt: skip
_SHARD = {"name": str, "split": str, "rows": int, "bytes": int, "sha256": str, "counts": dict}
_TASK = {"version": int, "settings": dict}
_LONGEST = 40  # at most this many characters of a value are shown in an error


def read(folder: Where, place: Place | None = None) -> Manifest | None:
    """Return a data set's manifest, or None if it has none; a ValueError if the manifest cannot be read."""
    path = f"{folder}/{NAME}"
    try:
        manifest: Manifest = json.loads((place or at(folder)).read(NAME))
        version = manifest["format"]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(
            f"{path} is not a manifest that Vantage wrote; restore it or make the data set again"
        ) from None
    if not isinstance(version, int) or version > FORMAT:
        raise ValueError(f"{folder} has data format {version}, made by a newer Vantage; this one reads up to {FORMAT}")
    _check_fields(manifest, {**_NEEDED, **{name: kind for name, kind in _GIVEN.items() if name in manifest}}, path)
    if manifest.get("wordings", 1) < 1:
        raise ValueError(f"{path} says that each question has {manifest['wordings']} wordings; restore it")
    if manifest.get("pixels", 1) < 1:
        raise ValueError(f"{path} says that pictures are {manifest['pixels']} pixels wide; restore it")
    for name, task in manifest.get("tasks", {}).items():
        _check_fields(task, _TASK, f"{path}: task {name[:_LONGEST]!r}")
    for number, shard in enumerate(manifest["shards"]):
        _check_shard(shard, f"{path}: shard {number}")
    if len({shard["name"] for shard in manifest["shards"]}) < len(manifest["shards"]):
        raise ValueError(f"{path} names a shard twice; restore it or make the data set again")
    return manifest


def _check_fields(found: Any, kinds: Mapping[str, type], where: str) -> None:
    for name, kind in kinds.items():
        # The exact type: True is an int, but not a count.
        if not isinstance(found, dict) or type(found.get(name)) is not kind:
            raise ValueError(f"{where} has no {name} as Vantage writes it; restore it or make the data set again")


def _check_shard(shard: Any, where: str) -> None:
    _check_fields(shard, _SHARD, where)
    # A name must not point outside the folder.
    if not re.fullmatch(rf"({'|'.join(SPLITS)})-\d{{5,}}\.parquet", shard["name"]):
        raise ValueError(f"{where} is called {shard['name'][:_LONGEST]!r}, which is not a shard's name")
    counts = shard["counts"].values()
    sound = {
        "split": shard["name"].startswith(f"{shard['split']}-"),
        "sha256": re.fullmatch("[0-9a-f]{64}", shard["sha256"]),
        "counts": all(isinstance(n, int) and n > 0 for n in counts) and sum(counts) == shard["rows"] > 0,
    }
    for name, holds in sound.items():
        if not holds:
            raise ValueError(f"{where} has a {name} that Vantage did not write; restore it or make the data set again")


def difference(was: Any, now: Any) -> str:
    """Return, in a few words, the first difference between two settings: "test rotation_3d 5, not 6"."""
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() == now.keys():
        name = next(name for name in was if was[name] != now[name])
        return f"{name} {difference(was[name], now[name])}"
    return f"{_shortly(was)}, not {_shortly(now)}"


def _shortly(value: Any) -> str:
    if isinstance(value, dict):
        names = [*value][:3]
        return ", ".join(names) + (" …" if len(value) > len(names) else "") if names else "none"
    text = "none" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def counts(manifest: Manifest) -> dict[str, Counter[str]]:
    """Return how many items of each task each split holds: {"test": {"rotation_3d": 70}}."""
    total: dict[str, Counter[str]] = {}
    for shard in manifest["shards"]:
        total.setdefault(shard["split"], Counter()).update(shard["counts"])
    return {split: total[split] for split in SPLITS if split in total}


def settled(manifest: Manifest) -> Manifest:
    """Return the manifest of a complete set, with the licence and credits of the things from packs that it shows."""
    shown = {thing for shard in manifest["shards"] for thing in shard.get("things", ())}
    credits = [credit for credit in manifest.get("packs", ()) if credit["thing"] in shown]
    if not credits:
        return manifest
    found = [manifest["licence"], *(credit["licence"] for credit in credits)]
    return {**manifest, "licence": licences.strictest(found), "credits": credits}


def card(manifest: Manifest) -> str:
    """Return the data card: what the set holds, how it was made, and under which licence."""
    licence = _line(manifest["licence"])
    lines = [
        "---",
        f"license: {json.dumps(licence)}",  # any JSON string is also a YAML string
        "task_categories: [visual-question-answering]",
        "tags: [spatial-reasoning, vision-language]",
        "---",
        f"# {manifest['suite']} ({manifest['size']}, seed {manifest['seed']})",
        "",
        _line(manifest["title"]),
        "",
        "| split | task | items |",
        "|---|---|---|",
    ]
    for split, tasks in counts(manifest).items():
        lines += [f"| {split} | {task} | {n} |" for task, n in sorted(tasks.items())]
    lines += [
        "",
        f"Licence: {licence}. A *situation* (what must not be shared between splits) belongs to one split",
        "for ever, by its own digest. `truth` holds the facts from which each answer can be derived again.",
        *_maps(manifest),
        *_sets(manifest),
        *_generated(manifest),
    ]
    credits = manifest.get("credits", ())
    lines += [f"- {_line(credit)}" for credit in credits if not isinstance(credit, dict)]
    lines += _owed([credit for credit in credits if isinstance(credit, dict)])
    return "\n".join(lines) + "\n"


def _sets(manifest: Manifest) -> list[str]:
    """Return the lines of the card on questions that are asked in several ways."""
    sets = [(series, n) for per_task in manifest.get("sets", {}).values() for series, n in per_task.items()]
    if not sets:
        return []
    rows = [f"| {_line(series)} | {n['whole']} | {n['part']} |" for series, n in sets]
    return ["", "Questions asked in several ways:", "", "| series | in all ways | in some |", "|---|---|---|", *rows]


def _generated(manifest: Manifest) -> list[str]:
    """Return the lines of the card on generated pictures: who drew them, and what each filter left."""
    if "generated" not in manifest:
        return []
    found = manifest["generated"]
    drawn = ", ".join(f"{_line(model)} ({n})" for model, n in found["models"].items())
    rejected = ", ".join(f"{n} {_line(why)}" for why, n in found["rejected"].items()) or "none"
    rows = [f"| {_line(name)} | {n} |" for name, n in found["filters"].items()]
    return [
        "",
        "## Generated pictures",
        "",
        f"No camera took these pictures. Image generators drew them ({drawn}) from descriptions by",
        f"{_line(found['described_by'])}. A person looked at each, and said which way the thing faces, or why it is of",
        f"no use (rejected: {rejected}). Of those kept, {found['not_as_described']} face another way than described.",
        "",
        "| filter | left |",
        "|---|---|",
        *rows,
    ]


def _maps(manifest: Manifest) -> list[str]:
    """Return the card's lines on what drew its scenes, and on depth and id maps."""
    lines = []
    if "renderer" in manifest:
        how = f"{manifest.get('samples', 0)} samples a pixel, by Blender {_line(manifest.get('blender', ''))}"
        lines.append(f"Scenes were drawn again with the renderer {_line(manifest['renderer'])} ({how}).")
    if "depth_model" in manifest:
        lines.append(f"`depth` is what {_line(manifest['depth_model'])} estimates from the pictures.")
    if "metres_per_step" in manifest:
        lines.append(
            f"`depth` holds, in 16-bit greys, {manifest['metres_per_step']} m a step along the camera's axis; 0 where\n"
            "nothing is, or nothing near enough."
        )
    if manifest.get("ids"):
        lines.append("`ids` holds, in 16-bit greys, the id of the thing that each pixel shows; 0 is no thing.")
    return ["", *lines] if lines else []


def _owed(credits: list[dict[str, str]]) -> list[str]:
    """Return the card's section on things from packs: their creators and licences."""
    if not credits:
        return []
    rows = [[credit.get(name, "") for name in ("thing", "creator", "licence")] for credit in credits]
    return [
        "",
        "## Credits",
        "",
        "The pictures show these things from packs; all other things are built by Vantage and are CC0. The licence",
        "above is the strictest of theirs. The tag `things` of an item lists those that it shows.",
        "",
        "| thing | by | licence |",
        "|---|---|---|",
        *(f"| {' | '.join(_line(cell).replace('|', '&#124;') for cell in row)} |" for row in rows),
    ]


def _line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(str(text).split())
