"""What the recipes share: settings from a TOML file, rows made by the stream, going on after a stop, the last table."""

from __future__ import annotations

import argparse
import importlib.metadata
import itertools
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import vantage
from vantage.item import Condition
from vantage.names import install, nearest
from vantage.training import tables
from vantage.training.rows import Case

TRIED = "1.16.0"  # the version of TRL that these recipes were run with
Rows = Callable[[Case], dict[str, Any]]


@dataclass(frozen=True)
class Recipe:
    """A recipe's file: which items, how they are asked, and the settings of TRL's trainer, by TRL's names."""

    title: str
    what: Mapping[str, float]  # as `vantage.stream` takes it
    items: int
    trainer: Mapping[str, Any]
    seed: int = 0
    pixels: int = 0
    protocol: str = "direct"
    lora: Mapping[str, Any] = field(default_factory=dict)  # of peft's LoraConfig; without it all weights are trained
    reward: Mapping[str, Any] = field(default_factory=dict)  # of `vantage.training.reward.Pay`
    watch: Mapping[str, float] = field(default_factory=dict)  # what is watched meanwhile, of the validation split
    watched: int = 0  # items of it

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Return the recipe in a file; a ValueError says what is wrong with it."""
        try:
            found = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise ValueError(f"there is no recipe {path}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not TOML ({error})") from None
        for name in found:
            nearest(name, cls.__dataclass_fields__, f"setting of a recipe ({path.name})")
        if missing := [name for name in ("title", "what", "items", "trainer") if name not in found]:
            raise ValueError(f"{path} has no {missing[0]}")
        if any(type(found.get(name, 1)) is not int or found.get(name, 1) < 1 for name in ("items", "watched")):
            raise ValueError(f"{path}: items and watched are whole numbers from 1 up")
        return cls(**found)


def started(about: str, usual: str) -> tuple[str, Recipe, Path]:
    """Read the command line; return the model, the recipe and the folder, which goes on with no other recipe."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a folder or hub id that AutoModelForImageTextToText loads")
    parser.add_argument("--recipe", type=Path, default=Path(__file__).with_name(usual), help=f"a TOML file [{usual}]")
    parser.add_argument("--out", type=Path, required=True, help="the folder for rows, checkpoints and the model")
    options = parser.parse_args()
    try:
        recipe = Recipe.read(options.recipe)
        _check_packages(bool(recipe.lora))
        _claim(options.out, options.recipe, options.model)
    except ValueError as error:
        parser.error(str(error))
    return options.model, recipe, options.out


def _check_packages(lora: bool) -> None:
    for name in ("trl", *(["peft"] if lora else [])):
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise ValueError(f"{name} is not installed; {install('train')}") from None
        if name == "trl" and found != TRIED:
            print(f"note: this recipe was tried with TRL {TRIED}; here is {found}", file=sys.stderr)


def _claim(out: Path, recipe: Path, model: str) -> None:
    """Note in a folder which recipe and model it is of; a ValueError if it is of others."""
    kept, said = out / "recipe.toml", f"# model: {model}\n{recipe.read_text('utf-8')}"
    if not kept.exists():
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise ValueError(f"{out} holds something else; name a new folder")
        out.mkdir(parents=True, exist_ok=True)
        kept.write_text(said, "utf-8")
    elif kept.read_text("utf-8") != said:
        raise ValueError(f"{out} was begun with another recipe or model ({kept}); name a new folder")


def rows(recipe: Recipe, out: Path, row: Rows, split: str = "train") -> Any:
    """Return the rows of the recipe's items as a Hugging Face data set; they are made once and kept."""
    from datasets import load_dataset
    from rich.progress import track

    what, n = (recipe.what, recipe.items) if split == "train" else (recipe.watch, recipe.watched)
    path = out / f"{split}.parquet"
    if not path.exists():
        items = vantage.stream(what, split=split, seed=recipe.seed, pixels=recipe.pixels)
        cases = (Case(item, Condition(protocol=recipe.protocol)) for item in itertools.islice(items, n))
        aside = path.with_suffix(".part")
        tables.parquet(aside, map(row, track(cases, f"making {n:,} items ({split})", n)))
        aside.replace(path)
    return load_dataset("parquet", data_files=str(path), split="train", cache_dir=str(out / "cache"))


def lora(recipe: Recipe) -> Any:
    """Return peft's settings, None if all weights are trained."""
    if not recipe.lora:
        return None
    from peft import LoraConfig

    return LoraConfig(**recipe.lora)


def run(trainer: Any, out: Path, figures: tuple[str, ...]) -> None:
    """Train, going on from the last checkpoint if there is one; keep the model whole and print a table of the run."""
    from transformers.trainer_utils import get_last_checkpoint

    steps = out / "steps"
    steps.mkdir(exist_ok=True)
    trainer.train(resume_from_checkpoint=get_last_checkpoint(str(steps)))
    if not trainer.is_world_process_zero():
        return
    model = trainer.accelerator.unwrap_model(trainer.model)
    if hasattr(model, "merge_and_unload"):
        model = model.merge_and_unload()
    aside = out / "model.part"
    shutil.rmtree(aside, ignore_errors=True)
    model.save_pretrained(aside)
    trainer.processing_class.save_pretrained(aside)
    shutil.rmtree(out / "model", ignore_errors=True)
    aside.rename(out / "model")
    _told(trainer.state.log_history, figures)
    print(f"the model is in {out / 'model'}; to measure it: vantage run DATA --model hf/{out / 'model'}")


def _told(log: list[dict[str, Any]], figures: tuple[str, ...]) -> None:
    for name in figures:
        values = [entry[name] for entry in log if name in entry]
        few = max(1, len(values) // 5)
        if values:
            first, last = sum(values[:few]) / few, sum(values[-few:]) / few
            print(f"{name:24} {first:8.4f} -> {last:8.4f}   (first and last fifth of {len(values)} steps logged)")
    end = next((entry for entry in reversed(log) if "train_runtime" in entry), {})
    if end:
        print(f"{'steps per second':24} {end['train_steps_per_second']:8.3f}")
        print(f"{'items per second':24} {end['train_samples_per_second']:8.3f}   in {end['train_runtime']:,.0f} s")
