"""A data set as trainers read it: rows for supervised and reinforcement learning, a configuration, a reward file.

Each tool has a writer, named in `WRITERS`. A folder is written aside and moved into place when it is whole. Where the
prompt asks for thoughts first, rows that show the answer hold a worked solution; items that have none are left out.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.item import Condition, Number
from vantage.names import nearest
from vantage.training import configs, tables
from vantage.training.pointing import Pointing, Where, places
from vantage.training.rows import Case

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

MOST_PIXELS = 89_000_000  # of one picture: from here on Pillow, with which all tools open pictures, warns of a bomb
LEAST_SIDE = 28  # of a picture, in pixels: the processors of Qwen's models take no smaller ones
MOST_PICTURES = 64  # of one item
PATCH = 28  # a token shows about so many pixels squared; finer processors make four of it, which is what we allow for


@dataclass
class Source:
    """The cases of one split, in order, and the sizes of the largest that have been read."""

    data: DataSet
    split: str
    condition: Condition
    pointing: Pointing | None = None  # what further rows ask about the places of things
    pictures: int = 0
    pixels: int = 0  # of one picture
    tokens: int = 0  # of a prompt with the thoughts that are shown, estimated from above

    def __iter__(self) -> Iterator[Case]:
        for item in self.data.items(self.split):
            case = Case(item, self.condition)
            shapes = [_shape(data, item.id) for data in case.pictures]
            if len(shapes) > MOST_PICTURES:
                raise ValueError(f"{item.id} shows {len(shapes)} pictures; trainers get at most {MOST_PICTURES}")
            thoughts = len(case.rationale) if case.taught else 0
            letters = sum(len(message["content"]) for message in case.marked) + thoughts
            tokens = sum(4 * -(-width // PATCH) * -(-height // PATCH) for width, height in shapes) + letters // 2 + 64
            self.pictures, self.tokens = max(self.pictures, len(shapes)), max(self.tokens, tokens)
            self.pixels = max([self.pixels, *(width * height for width, height in shapes)])
            yield case


Sets = Mapping[str, Source]
Row = Callable[[Any], dict[str, Any]]  # of a Case; one that shows its answer takes a Where, too


def export(
    data: DataSet,
    condition: Condition,
    to: str,
    out: Path,
    *,
    split: str = "train",
    force: bool = False,
    pointing: Pointing | None = None,
) -> dict[str, int]:
    """Write the items of a split for a trainer, and return how many rows each file has.

    Those of the validation split go along for watching, if there are any. Items that are not for training are refused,
    unless forced; then each row says what it is. With `pointing`, further rows ask where the things in pictures are.
    """
    writer = WRITERS[nearest(to, WRITERS, "trainer")]
    held = [
        name for name in ("train", "validation", "test") if name in {one["split"] for one in data.manifest["shards"]}
    ]
    if split not in held:
        make = "vantage make SUITE --n 1000 --split train"
        raise ValueError(f"{data.folder} has no {split} split, only {', '.join(held)}; make a set for training: {make}")
    if split != "train" and not force:
        raise ValueError(f"items of the {split} split are not for training; --force writes them, marked in every row")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out} is not an empty folder; name a new one")
    if pointing:
        pointing.check(data, condition)
    sets = {"train": Source(data, split, condition, pointing)}
    if split == "train" and "validation" in held:
        sets["validation"] = Source(data, "validation", condition, pointing)
    aside = out.with_name(f".{out.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        rows = writer(aside, sets, out.resolve())
        if out.exists():
            out.rmdir()
        aside.replace(out)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return rows


def _shape(data: bytes, item: str) -> tuple[int, int]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        width, height = picture.size
    if width * height > MOST_PIXELS:
        raise ValueError(f"{item}: a picture of {width} x {height} pixels is too large for trainers; use --max-side")
    if min(width, height) < LEAST_SIDE:
        raise ValueError(f"{item}: a picture of {width} x {height} pixels is too small for trainers ({LEAST_SIDE})")
    return width, height


def _written(
    folder: Path, sets: Sets, kinds: Mapping[str, Row], write: Callable[..., int], ends: str
) -> dict[str, int]:
    """Write each kind of row of each set, and return the counts by file; a file without rows is not kept."""
    counts: dict[str, int] = {}

    def put(path: Path, rows: Iterator[dict[str, Any]]) -> None:
        if count := write(path, rows):
            counts[path.name] = count
        else:
            path.unlink(missing_ok=True)

    for name, source in sets.items():
        for kind, row in kinds.items():
            put(folder / f"{kind}-{name}{ends}", (row(case) for case in source if kind == "rl" or case.taught))
        if source.pointing:
            put(folder / f"where-{name}{ends}", map(kinds["sft"], places(iter(source), source.pointing)))
    return counts


def _first(source: Source) -> Case:
    return next(iter(replace(source)))


def _config(path: Path, text: str, sets: Sets, out: Path, **more: str) -> None:
    """Write a configuration, its blanks filled."""
    largest = {
        name: max(getattr(source, name) for source in sets.values()) for name in ("pictures", "pixels", "tokens")
    }
    path.write_text(text.format(out=out, model=configs.MODEL, **largest, **more), "utf-8")


def _stem(case: Case | Where) -> str:
    return case.item.id.replace("/", "-")


def _said(case: Case | Where, role: str = "assistant") -> dict[str, str]:
    return {"role": role, "content": case.solution}


# -- TRL


def trl_asked(case: Case) -> dict[str, Any]:
    """Return a case as TRL takes it for reinforcement learning."""
    pictures = tables.inside(case.pictures, _stem(case))
    return {"prompt": case.blocks, "images": pictures, "key": case.key.text(), **case.facts}


def trl_taught(case: Case | Where) -> dict[str, Any]:
    """Return a case as TRL takes it for supervised learning."""
    completion = [{"role": "assistant", "content": [{"type": "text", "text": case.solution}]}]
    pictures = tables.inside(case.pictures, _stem(case))
    return {"prompt": case.blocks, "completion": completion, "images": pictures, **case.facts}


def _trl(folder: Path, sets: Sets, out: Path) -> dict[str, int]:
    counts = _written(folder, sets, {"rl": trl_asked, "sft": trl_taught}, tables.parquet, ".parquet")
    (folder / "reward.py").write_text(configs.TRL_REWARD)
    (folder / "grpo.py").write_text(configs.TRL_GRPO.replace("{model}", configs.MODEL))
    if counts.keys() & {"sft-train.parquet", "where-train.parquet"}:
        (folder / "sft.py").write_text(configs.TRL_SFT.replace("{model}", configs.MODEL))
    return counts


# -- verl


def _verl(folder: Path, sets: Sets, out: Path) -> dict[str, int]:
    places = iter(range(10**12))

    def rl(case: Case) -> dict[str, Any]:
        return {
            "data_source": f"vantage/{case.item.task}",
            "prompt": case.marked,
            "images": tables.inside(case.pictures, _stem(case)),
            "ability": case.item.task,
            "reward_model": {"style": "rule", "ground_truth": case.key.text()},
            "extra_info": {"index": next(places), **case.facts},
        }

    def sft(case: Case | Where) -> dict[str, Any]:
        pictures = tables.inside(case.pictures, _stem(case))
        return {"messages": [*case.marked, _said(case)], "images": pictures, **case.facts}

    counts = _written(folder, sets, {"rl": rl, "sft": sft}, tables.parquet, ".parquet")
    (folder / "reward.py").write_text(configs.VERL_REWARD)
    _config(folder / "grpo.sh", configs.VERL_RUN, sets, out, watched=[*sets][-1])
    return counts


# -- ms-swift


def _swift(folder: Path, sets: Sets, out: Path) -> dict[str, int]:
    def pictures(case: Case | Where) -> list[str]:
        return [str(out / name) for name in tables.beside(folder, case.pictures, _stem(case))]

    def rl(case: Case) -> dict[str, Any]:
        return {"messages": case.marked, "images": pictures(case), "solution": case.key.text(), **case.facts}

    def sft(case: Case | Where) -> dict[str, Any]:
        return {"messages": [*case.marked, _said(case)], "images": pictures(case), **case.facts}

    counts = _written(folder, sets, {"rl": rl, "sft": sft}, tables.lines, ".jsonl")
    (folder / "reward.py").write_text(configs.SWIFT_REWARD)
    _config(folder / "train.sh", configs.SWIFT_RUN, sets, out)
    return counts


# -- LLaMA-Factory: supervised and preferences; it has no rewards that are functions


def _factory(folder: Path, sets: Sets, out: Path) -> dict[str, int]:
    def sft(case: Case | Where) -> dict[str, Any]:
        pictures = tables.beside(folder, case.pictures, _stem(case))
        return {"messages": [*case.marked, _said(case)], "images": pictures, **case.facts}

    def dpo(case: Case) -> dict[str, Any]:
        pictures = tables.beside(folder, case.pictures, _stem(case))
        rejected = {"role": "assistant", "content": case.wrong}
        return {"messages": case.marked, "chosen": _said(case), "rejected": rejected, "images": pictures, **case.facts}

    numbers = any(isinstance(item.answer, Number) for one in sets.values() for item in one.data.head(one.split))
    # Neither a wrong number that is neither too easy nor right can be had from an item, nor thoughts that go wrong.
    alone = numbers or _first(sets["train"]).thoughtful
    kinds: dict[str, Row] = {"sft": sft} if alone else {"sft": sft, "dpo": dpo}
    counts = _written(folder, sets, kinds, tables.array, ".json")
    if "sft-train.json" not in counts:
        protocol = sets["train"].condition.protocol
        raise ValueError(
            f"protocol {protocol} asks for thoughts, none of the items has a worked solution, and LLaMA-Factory learns "
            "from answers shown; use --protocol direct"
        )
    names = ("role", "content", "user", "assistant", "system")
    tags = {f"{name}_tag": name for name in names}
    info: dict[str, Any] = {}
    for name in counts:
        columns = {"messages": "messages", "images": "images"}
        ranking = {"ranking": True} if name.startswith("dpo") else {}
        columns |= {"chosen": "chosen", "rejected": "rejected"} if ranking else {}
        shape = {"file_name": name, "formatting": "sharegpt", "columns": columns, "tags": tags, **ranking}
        info[f"vantage-{Path(name).stem}"] = shape
    (folder / "dataset_info.json").write_text(json.dumps(info, indent=1) + "\n")
    for kind in kinds:
        _config(folder / f"{kind}.yaml", configs.FACTORY_RUN, sets, out, stage=kind, dataset=f"vantage-{kind}-train")
    return counts


WRITERS: Mapping[str, Callable[[Path, Sets, Path], dict[str, int]]] = {
    "trl": _trl,
    "verl": _verl,
    "ms-swift": _swift,
    "llama-factory": _factory,
}
