"""Whether each trainer reads what `vantage export` writes for it: items with two and with six pictures, worked
solutions, places of things, and the reward.

    python -m benchmarks.trainers trl verl ms-swift llama-factory      each in a new environment under --envs

An environment is built with pip (a network and some gigabytes are needed) and kept for the next time; --python
NAME=PATH takes one that is there. The tool's own loader reads the rows, and the reward is called as the tool calls it.
Nothing is trained.
"""

import argparse
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from tests import claims, fabricated
from vantage.data import dataset
from vantage.item import Condition, Item
from vantage.render.flat import encode
from vantage.training.exports import export
from vantage.training.pointing import Pointing

ROOT = Path(__file__).parents[1]
WANTED = {  # the versions that were tried
    "trl": ["trl==1.16.0", "torch", "transformers>=5.2"],
    "verl": ["verl==0.9.1", "torch"],
    "ms-swift": ["ms-swift==4.6.0", "torch"],
    "llama-factory": ["llamafactory==0.9.5", "torch"],
}
TRL = """
import sys; sys.path.insert(0, OUT)
import trl
from datasets import load_dataset
from trl.data_utils import prepare_multimodal_messages
from trl import GRPOConfig, SFTConfig
import inspect
print("trl", trl.__version__)
for kind in ("rl", "sft"):
    rows = load_dataset("parquet", data_files=f"{OUT}/{kind}-train.parquet", split="train")
    seen = []
    for row in rows:
        messages = prepare_multimodal_messages(row["prompt"], images=row["images"])
        shown = [part for one in messages for part in one["content"] if part["type"] == "image"]
        assert len(shown) == len(row["images"]) and all(hasattr(part["image"], "size") for part in shown)
        seen.append(len(shown))
    print(kind, "pictures of each row:", seen)
    assert set(seen) == {2, 6}
from reward import right
rows = load_dataset("parquet", data_files=f"{OUT}/rl-train.parquet", split="train")
sft = load_dataset("parquet", data_files=f"{OUT}/sft-train.parquet", split="train")
columns = {name: rows[name] for name in rows.column_names if name not in ("prompt", "images")}
said = [[{"role": "assistant", "content": row["completion"][0]["content"][0]["text"]}] for row in sft]
paid = right(prompts=rows["prompt"], completions=said, completion_ids=[[1]] * len(said), trainer_state=None, **columns)
assert paid == [1.0] * len(said), paid
for kind in ("sft", "where"):
    rows = load_dataset("parquet", data_files=f"{TAUGHT}/{kind}-train.parquet", split="train")
    for row in rows:
        prepare_multimodal_messages([*row["prompt"], *row["completion"]], images=row["images"])
    print(kind, "shown:", rows[0]["completion"][0]["content"][0]["text"][-60:].replace("\\n", " "))
    assert len(rows) == {"sft": 6, "where": 3}[kind]
rl = load_dataset("parquet", data_files=f"{TAUGHT}/rl-train.parquet", split="train")
sft = load_dataset("parquet", data_files=f"{TAUGHT}/sft-train.parquet", split="train")
shown = [[{"role": "assistant", "content": row["completion"][0]["content"][0]["text"]}] for row in sft]
assert right(shown, rl["key"]) == [1.0] * 6
for config, file in ((GRPOConfig, "grpo.py"), (SFTConfig, "sft.py")):
    known, text = inspect.signature(config).parameters, open(f"{OUT}/{file}").read()
    used = [line.split("=")[0].strip() for line in text.split("Config(", 1)[1].splitlines() if line.startswith(" " * 8)]
    used = [name for name in used if name.isidentifier() and name not in ("model", "reward_funcs", "args")]
    used = [name for name in used if name != "train_dataset"]
    assert used and not [name for name in used if name not in known], (file, used)
    print(file, "sets", *used)
"""
VERL = """
import importlib.util
from datasets import load_dataset
from omegaconf import OmegaConf
from verl.utils.dataset.rl_dataset import RLHFDataset
config = OmegaConf.create({"prompt_key": "prompt", "image_key": "images", "filter_overlong_prompts": False,
                           "max_prompt_length": 100000, "truncation": "error", "return_raw_chat": True})
class Stub: pad_token_id = 0
rows = RLHFDataset(data_files=[f"{OUT}/rl-train.parquet"], tokenizer=Stub(), processor=None, config=config)
seen = []
for row in rows.dataframe:
    messages = rows._build_messages(dict(row))
    parts = [part for one in messages if isinstance(one["content"], list) for part in one["content"]]
    seen.append(sum(part["type"] == "image" for part in parts))
print("rl pictures of each row:", seen)
assert set(seen) == {2, 6}
spec = importlib.util.spec_from_file_location("custom", f"{OUT}/reward.py")
module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
from vantage.training.reward import Key
for row in rows.dataframe:
    key = row["reward_model"]["ground_truth"]
    found = module.compute_score(row["data_source"], Key.read(key).answer.letter, key, extra_info=row["extra_info"])
    assert found["score"] == 1.0
"""
SWIFT = """
try:
    from swift.dataset import load_dataset
except ImportError:
    from swift.llm import load_dataset
for kind in ("rl", "sft"):
    rows, _ = load_dataset([f"{OUT}/{kind}-train.jsonl"])
    seen = [len(row["images"]) for row in rows]
    print(kind, "pictures of each row:", seen)
    assert set(seen) == {2, 6}
for kind in ("sft", "where"):
    rows, _ = load_dataset([f"{TAUGHT}/{kind}-train.jsonl"])
    print(kind, "shown:", rows[0]["messages"][-1]["content"][-60:])
    assert len(rows) == {"sft": 6, "where": 3}[kind]
import sys; sys.path.insert(0, OUT)
import reward
import json
rows = [json.loads(line) for line in open(f"{OUT}/rl-train.jsonl")]
from swift.rewards import orms
from vantage.training.reward import Key
letters = [Key.read(row["solution"]).answer.letter for row in rows]
assert orms["vantage"]()(letters, solution=[row["solution"] for row in rows]) == [1.0] * len(rows)
"""
FACTORY = """
import json
from datasets import load_dataset
from llamafactory.data.converter import get_dataset_converter
from llamafactory.data.parser import get_dataset_list
from llamafactory.hparams import DataArguments
plain, taught = [(kind, OUT, {2, 6}) for kind in ("sft", "dpo")], [("sft", TAUGHT, {5, 2}), ("where", TAUGHT, {1})]
for kind, folder, pictures in plain + taught:
    (attributes,) = get_dataset_list([f"vantage-{kind}-train"], folder)
    arguments = DataArguments(dataset_dir=folder, media_dir=folder)
    convert = get_dataset_converter(attributes.formatting, attributes, arguments)
    made = [convert(row) for row in load_dataset("json", data_files=f"{folder}/{kind}-train.json", split="train")]
    seen = [len(one["_images"]) for one in made]
    print(kind, "pictures of each row:", seen)
    assert set(seen) == pictures and all(one["_prompt"] and one["_response"] for one in made)
"""
CHECKS = {"trl": TRL, "verl": VERL, "ms-swift": SWIFT, "llama-factory": FACTORY}


def rows(out: Path, to: str) -> None:
    """Write rows of twelve items, half with two pictures and half with six, as a tool reads them."""
    made = fabricated.items(2, size=32)
    many = [replace(one, question=f"{one.question}<image>", images=(*one.images, one.images[0])) for one in made]
    few = [
        replace(one, id=f"{one.id}-few", options=tuple(replace(o, text=o.label, image=None) for o in one.options))
        for one in many
    ]
    split = [replace(one, split="train") for one in [*few, *many]]
    export(fabricated.data_set(out.with_name("data"), split), Condition(), to, out)


def taught(out: Path, to: str) -> None:
    """Write rows of six items with worked solutions, and of three pictures with the places of things, for a tool."""
    solved = [*claims.items("rotation_2d", 3), *claims.items("translation", 3)]
    header = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made up.", "licence": "cc-by-4.0", "tasks": {}}
    items = [replace(pictured(item, number), split="train") for number, item in enumerate(solved)]
    data = dataset.write(out.with_name("solved"), {**header, "ids": True}, items)
    export(data, Condition(protocol="tags"), to, out, pointing=Pointing("boxes"))


def pictured(item: Item, number: int) -> Item:
    """Return an item with plain pictures, and maps of ids for its things, if it shows some."""
    ids = np.kron(np.arange(4).reshape(2, 2), np.ones((16, 16))).astype(np.uint16)
    picture = encode(Image.new("RGB", (32, 32), (20 * number, 90, 90)))
    options = tuple(replace(one, image=None if one.image is None else picture) for one in item.options)
    maps = tuple(encode(Image.fromarray(ids)) for _ in item.images) if "things" in item.truth else ()
    return replace(item, images=(picture,) * len(item.images), options=options, ids=maps)


def python(name: str, envs: Path) -> str:
    """Return the interpreter of a tool's environment, which is built if it is not there."""
    path = envs / name / "bin" / "python"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "venv", envs / name], check=True)
        subprocess.run([path, "-m", "pip", "install", "-q", "-e", ROOT, *WANTED[name]], check=True)
    return str(path)


def check(name: str, interpreter: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "rows")
        rows(out, name)
        taught(Path(folder, "taught"), name)
        code = f"OUT, TAUGHT = {str(out)!r}, {str(Path(folder, 'taught'))!r}\n{CHECKS[name]}"
        done = subprocess.run([interpreter, "-c", code], cwd=folder, capture_output=True, text=True)
    print(f"{name}: {'ok' if not done.returncode else 'FAILED'}\n{done.stdout}{done.stderr if done.returncode else ''}")
    return not done.returncode


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", nargs="*", choices=[*WANTED], default=[*WANTED])
    parser.add_argument("--envs", type=Path, default=Path(tempfile.gettempdir(), "vantage-trainers"))
    parser.add_argument(
        "--python", action="append", default=[], metavar="NAME=PATH", help="an environment that is there"
    )
    options = parser.parse_args()
    there = dict(one.split("=", 1) for one in options.python)
    passed = [check(name, there.get(name) or python(name, options.envs)) for name in options.tools]
    sys.exit(0 if all(passed) else 1)
