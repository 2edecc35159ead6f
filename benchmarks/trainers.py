"""Whether each trainer reads what `vantage export` writes for it: items with two and with six pictures, worked
solutions, places of things, and the reward.

    python -m benchmarks.trainers trl verl ms-swift llama-factory      each in a new environment under --envs
    python -m benchmarks.trainers verifiers openenv      the environments over the stream, in their tools' own hands

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
    "verifiers": ["verifiers==0.4.0"],
    "openenv": ["openenv==0.10.0"],
}
ENVIRONMENTS = ("verifiers", "openenv")  # which are given no rows
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
VERIFIERS = """
import asyncio, json, os, subprocess, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
import verifiers
import verifiers.v1 as vf
from verifiers.v1.trace import AgentInfo, Trace, TraceTask
from verifiers.v1.utils.loaders import load_taskset, taskset_config_type
from vantage.training.reward import Key
WHAT = "dise/projection_3d dise/rotation_2d srbench/maze"
print("verifiers", verifiers.__version__)
config = taskset_config_type("vantage-spatial")(id="vantage-spatial", what=WHAT, pixels=96)
tasks = list(load_taskset(config).take(12))
def pictures(task):
    return sum(part.type == "image_url" for one in task.data.prompt for part in one.content)
print("pictures of each task:", [pictures(task) for task in tasks])
assert {1, 5, 6} == {pictures(task) for task in tasks} and len({task.data.id for task in tasks}) == 12
def paid(task, reply):
    trace = Trace(task=TraceTask(type="SpatialTask", data=task.data), agent=AgentInfo(config=vf.AgentConfig()))
    trace.root_reply = reply
    asyncio.run(task.score(trace))
    return trace.rewards["right"].value
keys = [Key.read(task.data.key).answer.letter for task in tasks]
assert [paid(task, letter) for task, letter in zip(tasks, keys)] == [1.0] * 12
assert [paid(task, "A B C D" if letter != "A" else "B") for task, letter in zip(tasks, keys)] == [0.0] * 12
print("Task.score: right replies 1.0, wrong ones and all letters at once 0.0")

class Model(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        base = {"id": "x", "created": 0, "model": "mock", "object": "chat.completion.chunk"}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if asked.get("stream") else "application/json")
        self.end_headers()
        said = {"role": "assistant", "content": "A"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if not asked.get("stream"):
            whole = {"choices": [{"index": 0, "message": said, "finish_reason": "stop"}], "usage": usage}
            self.wfile.write(json.dumps({**base, **whole, "object": "chat.completion"}).encode())
            return
        for choices, more in (([{"index": 0, "delta": said, "finish_reason": None}], {}),
                              ([{"index": 0, "delta": {}, "finish_reason": "stop"}], {}), ([], {"usage": usage})):
            self.wfile.write(f"data: {json.dumps({**base, **more, 'choices': choices})}\\n\\n".encode())
        self.wfile.write(b"data: [DONE]\\n\\n")
    def log_message(self, *_): pass
server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()
command = [str(Path(sys.executable).with_name("vf-eval")), "vantage-spatial", "-n", "6", "-m", "openai/mock",
    "--client.base-url", f"http://127.0.0.1:{server.server_port}/v1", "--client.api-key-var", "MOCK",
    "--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess", "--env.taskset.what", WHAT,
    "--env.taskset.pixels", "96", "--no-push", "-o", "evaluated"]
subprocess.run(command, env={**os.environ, "MOCK": "x"}, check=True, capture_output=True, text=True, timeout=500)
(file,) = Path("evaluated").rglob("traces.jsonl")
earned = {}
for line in file.read_text().splitlines():
    row = json.loads(line)
    for trace in row.get("traces", [row]):
        assert not trace["errors"], trace["errors"]
        found = trace["rewards"]["right"]
        earned[trace["task"]["data"]["idx"]] = found["score"] if isinstance(found, dict) else found
assert earned == {place: float(letter == "A") for place, letter in enumerate(keys[:6])}, (earned, keys)
print("vf-eval: 6 rollouts of a model that says A earned", [earned[place] for place in range(6)], "keys", *keys[:6])
"""
OPENENV = """
import socket, subprocess, sys, time, urllib.request
from importlib.metadata import version
from pathlib import Path
import openenv.core
from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser
import vantage_spatial
from vantage.training.episodes import Course
from vantage.training.openenv_server import Reply, SpatialClient
print("openenv", version("openenv"))
print("openenv.yaml:", OpenEnvYamlParser().parse(Path(vantage_spatial.__file__).parent).name)
WHAT = "dise/projection_3d dise/rotation_2d srbench/maze"
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
server = subprocess.Popen([sys.executable, "-m", "vantage.training.openenv_server", "--what", WHAT, "--pixels", "96",
                           "--port", str(port)], stderr=subprocess.DEVNULL)
try:
    for _ in range(240):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2)
            break
        except OSError:
            time.sleep(0.5)
    addresses = {one.split()[1] for one in Path("/proc/net/tcp").read_text().splitlines()[1:]
                 if one.split()[3] == "0A" and one.split()[1].endswith(f":{port:04X}")}
    assert addresses == {f"0100007F:{port:04X}"}, addresses
    print("listens at 127.0.0.1 alone")
    course, counts = Course(what=WHAT, pixels=96), []
    with SpatialClient(base_url=f"http://127.0.0.1:{port}").sync() as one, \\
         SpatialClient(base_url=f"http://127.0.0.1:{port}").sync() as other:
        for index in range(8):
            seen, same = one.reset(seed=index).observation, other.reset(seed=index).observation
            assert (seen.prompt, seen.images) == (same.prompt, same.images) and not seen.done and seen.reward is None
            assert seen.prompt.count("<image>") == len(seen.images)
            assert "key" not in seen.metadata and "answer" not in seen.metadata
            counts.append(len(seen.images))
            letter = course.case(index).key.answer.letter
            assert one.step(Reply(answer=letter)).reward == 1.0
            wrong = other.step(Reply(answer="ABCD".replace(letter, "")[0]))
            assert wrong.reward == 0.0 and wrong.done
        assert one.reset().observation.metadata["id"] != other.reset().observation.metadata["id"]
        one.step(Reply(answer="A"))
        try:
            one.step(Reply(answer="B"))
        except Exception as error:
            print("a second reply:", str(error).splitlines()[0][:100])
        else:
            raise AssertionError("a question was answered twice")
    print("pictures of each episode:", counts, "right replies 1.0, wrong ones 0.0, in two sessions")
finally:
    server.terminate()
"""
CHECKS = dict(zip(WANTED, (TRL, VERL, SWIFT, FACTORY, VERIFIERS, OPENENV), strict=True))


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
        extra = f"[{name}]" if name in ENVIRONMENTS else ""
        subprocess.run([path, "-m", "pip", "install", "-q", "-e", f"{ROOT}{extra}", *WANTED[name]], check=True)
    return str(path)


def check(name: str, interpreter: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "rows")
        if name not in ENVIRONMENTS:
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
