"""The recipes on a tiny model, by their commands: TRL really trains on streamed items, and goes on after a stop."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vantage.training.plan import kinds

RECIPES = Path(__file__).parents[1] / "recipes"


def command(script, *arguments, check=True):
    """Run a recipe's script as a user does, on one thread and without the network."""
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    words = [sys.executable, str(RECIPES / script), *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def logged(out):
    """Return what the last checkpoint's trainer logged."""
    states = sorted((out / "steps").glob("checkpoint-*/trainer_state.json"), key=lambda path: path.stat().st_mtime)
    return json.loads(states[-1].read_text())["log_history"]


@pytest.mark.torch
def test_sft_learns_to_answer_and_grpo_goes_on_from_its_model(tmp_path):
    pytest.importorskip("trl", reason="needs the extra `train`")
    from tests import tiny_vlm

    model = tiny_vlm.build(tmp_path / "tiny")
    sft, grpo = tmp_path / "sft", tmp_path / "grpo"
    said = command("sft.py", model, "--recipe", RECIPES / "tiny-sft.toml", "--out", sft).stdout
    losses = [entry["loss"] for entry in logged(sft) if "loss" in entry]
    assert len(losses) == 16
    assert sum(losses[-4:]) < 0.5 * sum(losses[:4])
    assert "items per second" in said

    words = ("grpo.py", sft / "model", "--recipe", RECIPES / "tiny-grpo.toml", "--out", grpo)
    command(*words)
    rewards = [entry["reward"] for entry in logged(grpo) if "reward" in entry]
    for late in (grpo / "steps" / "checkpoint-4", grpo / "model"):
        shutil.rmtree(late)
    said = command(*words).stdout  # as after a stop: on from the second step, to the same rewards
    assert "making" not in said
    entries = [entry for entry in logged(grpo) if "reward" in entry]
    assert [entry["step"] for entry in entries] == [1, 2, 3, 4]
    assert [entry["reward"] for entry in entries] == rewards
    assert sum(rewards) > 0
    assert any(entry["grad_norm"] > 0 for entry in entries)
    assert (grpo / "model" / "config.json").exists()
    assert not list((grpo / "model").glob("adapter*"))


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_recipes_name_what_there_is(path):
    recipe = reading().Recipe.read(path)
    assert kinds(recipe.what)
    assert bool(recipe.watch) == bool(recipe.watched)
    assert not recipe.watch or kinds(recipe.watch)


def test_the_published_settings_are_the_recipes():
    read = reading().Recipe.read
    sft, grpo = read(RECIPES / "dise-sft.toml"), read(RECIPES / "spin-grpo.toml")
    one = sft.trainer
    assert one["per_device_train_batch_size"] * one["gradient_accumulation_steps"] == 48
    assert (sft.items, sft.lora["r"], sft.lora["lora_alpha"]) == (8648, 8, 32)
    published = {"learning_rate": 1.5e-4, "warmup_steps": 0.05, "num_train_epochs": 2, "max_length": 4096}
    assert published.items() <= one.items()
    one = grpo.trainer
    assert one["per_device_train_batch_size"] * one["gradient_accumulation_steps"] == 128 * one["num_generations"]
    published = {"num_generations": 5, "temperature": 1.0, "top_p": 0.99, "learning_rate": 1e-6, "weight_decay": 0.01}
    assert published.items() <= one.items()
    assert (grpo.items, one["max_grad_norm"], one["num_train_epochs"]) == (5900, 1, 6)


def reading():
    """Return the module that the recipes share."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("recipe_of_tests", RECIPES / "recipe.py")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("items = 3", "has no title"),
        ("title", "is not TOML"),
        ('title = ""\nitems = 0\n[what]\n[trainer]', "whole numbers from 1"),
        ('title = ""\nitem = 3', "did you mean 'items'"),
    ],
)
def test_mistakes_in_a_recipe_are_one_sentence(tmp_path, text, told):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ValueError, match=told):
        reading().Recipe.read(tmp_path / "mine.toml")


def test_a_mistake_ends_the_script_before_anything_is_written(tmp_path):
    done = command("sft.py", "model", "--recipe", tmp_path / "none.toml", "--out", tmp_path / "out", check=False)
    assert done.returncode == 2
    assert f"there is no recipe {tmp_path / 'none.toml'}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_of_another_recipe_is_refused(tmp_path):
    module = reading()
    first, other = RECIPES / "tiny-sft.toml", RECIPES / "tiny-grpo.toml"
    module._claim(tmp_path / "out", first, "model")
    module._claim(tmp_path / "out", first, "model")
    with pytest.raises(ValueError, match="another recipe or model"):
        module._claim(tmp_path / "out", other, "model")
    (tmp_path / "theirs").write_text("")
    with pytest.raises(ValueError, match="something else"):
        module._claim(tmp_path, first, "model")
