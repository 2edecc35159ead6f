"""Do our rule sets read and score as the tools do whose rules they are? Their own code, run beside ours.

    python -m benchmarks.parity --lmms-eval DIR --vlmevalkit DIR --easi DIR

DIR is where a tool lies as it was released: lmms-eval's wheel unpacked (or site-packages), VLMEvalKit's checkout, and
EASI's checkout with its submodule VLMEvalKit. Nothing of them is installed or imported whole: single functions are
taken from their files, without what these import. No network is needed.

Replies are made from a seed. Each is scored against every key on offer, by the tool and by `vantage score --rules`;
a reply counts as different when any of these scores does. Exits with 1 when a difference has no name. With
`--record tests/parity.json` the tools' readings of a few replies are written down, to which the tests hold ours.
"""

import argparse
import ast
import importlib
import json
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from pathlib import Path
from typing import Any

from benchmarks import replies
from benchmarks.replies import Reply
from vantage.item import LETTERS, Choice, Item, Number, Option
from vantage.scoring import extract
from vantage.scoring.nearness import Unscorable
from vantage.scoring.score import score

KEYS = (0.0, 1.0, 2.0, 3.0, 10.0, 20.0, 0.5, 2.5, 121.0, -2.0)  # right numbers
MODULES = ("ast", "collections", "copy", "functools", "json", "math", "numpy", "os", "re", "string", "typing")
WORDS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
]
RECORDED = 360  # replies of which those to four options are written down, and a third as many with numbers
ENDS = "ends with an error"  # instead of a score
GUESSES = "guesses by chance; ours: no answer"

Space = dict[str, Any]


@dataclass(frozen=True)
class Peer:
    """A rule set of ours, and the tool's own code that it is held against."""

    rules: str
    choice: Callable[[str, Sequence[str], str], Any]  # the score of a text, under options and a right letter
    number: Callable[[str], float | None] | None = None  # what is read in a text
    credit: Callable[[str, float], Any] = lambda text, key: None  # the score of a text, under a right number


# -- single functions from files that are not imported


class Silent:
    """Stands for a logger and whatever else is called for its effects alone."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *_: Any, **__: Any) -> None:
        """Do nothing."""


@dataclass
class Guessing:
    """Stands for `random`: counts what a tool guesses, and gives it nothing that could be right."""

    made: int = 0

    def choice(self, _: Sequence[str]) -> str:
        """Return no letter."""
        self.made += 1
        return ""


guessing = Guessing()


def functions(file: Path, *names: str, **given: Any) -> Space:
    """Return the namespace of a file that defines `names` and all they use; what is `given` is not taken from it."""
    if not file.is_file():
        raise SystemExit(f"{file} is missing; name the folder in which the tool was unpacked or checked out")
    tree = ast.parse(file.read_text("utf-8"))
    space: Space = dict(given)
    defined: dict[str, ast.stmt] = {}
    for node in tree.body:
        defined |= dict.fromkeys(_binds(node), node)
    wanted, taken = list(names), set()
    while wanted:
        name = wanted.pop()
        if name in space or name in taken or name not in defined:
            continue
        taken.add(name)
        wanted += [one.id for one in ast.walk(defined[name]) if isinstance(one, ast.Name)]
    body = [node for node in tree.body if taken & set(_binds(node))]
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            space |= _imported(node)
        else:
            exec(compile(ast.Module([node], []), str(file), "exec"), space)
    missing = [name for name in names if name not in space]
    if missing:
        raise SystemExit(f"{file} does not define {', '.join(missing)}; is this another version of the tool?")
    return space


def _binds(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.split(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _imported(node: ast.Import | ast.ImportFrom) -> Space:
    found: Space = {}
    for alias in node.names:
        name = alias.asname or alias.name.split(".")[0]
        source = node.module if isinstance(node, ast.ImportFrom) else alias.name
        if alias.name == "num2words":
            found[name] = lambda value, lang="en": WORDS[value]
        elif (source or "").split(".")[0] in MODULES:
            module = importlib.import_module(str(source))
            found[name] = getattr(module, alias.name) if isinstance(node, ast.ImportFrom) else module
        else:
            found[name] = Silent()
    return found


# -- the tools


def easi(root: Path, rules: str) -> Peer:
    """Return what EASI does, and VLMEvalKit in its spatial benchmarks."""
    folder = root / "vlmeval/dataset/utils/spatial_bench"
    read = functions(folder / "matching_func.py", "can_match_option", "can_match_na")
    letter, number = read["can_match_option"], read["can_match_na"]
    judge = functions(folder / "cal_scores.py", "exact_match", "mean_relative_accuracy", "to_float")

    def of_number(text: str, key: float) -> Any:
        value, right = number(text), judge["to_float"](str(key))
        return 0.0 if value is None else judge["mean_relative_accuracy"](value, right)

    return Peer(rules, lambda text, _, key: judge["exact_match"](letter(text), letter(key)), number, of_number)


def vlmevalkit(root: Path) -> Iterator[Peer]:
    """Yield what VLMEvalKit does in common, and in its spatial benchmarks."""
    infer = functions(root / "vlmeval/utils/matching_util.py", "can_infer")["can_infer"]
    spatial = easi(root, "vlmevalkit:spatial")
    common = lambda text, options, key: infer(text, dict(zip(LETTERS, options))) == key  # noqa: E731
    yield Peer("vlmevalkit", common, spatial.number, spatial.credit)
    yield spatial


@dataclass(frozen=True)
class Task:
    """Where a task of lmms-eval scores a reply: the function, the score in what it returns, the key in what it gets."""

    function: str
    score: tuple[str, ...]
    key: str = "answer"
    by_place: bool = False  # the key is the place of the right option
    uses: tuple[str, ...] = ()  # names that the function builds at run time
    given: Space = field(default_factory=dict)


TASKS = {
    "3dsrbench": Task("process_results", ("vanilla_accuracy", "score")),
    "blink": Task("blink_process_results", ("blink_acc", "is_correct")),
    "corecognition": Task("corecognition_process_results", ("accuracy",), given={"_use_lmms_judge": False}),
    "embspatial": Task("embspatial_process_results", ("embspatial_acc", "is_correct"), by_place=True),
    "mindcube": Task("mindcube_process_results", ("overall_accuracy", "score"), "gt_answer"),
    "mmsi_bench": Task("msr_process_results", ("average", "score")),
    "omni_spatial": Task("omni_spatial_process_results", ("omni_spatial_score", "score"), by_place=True),
    "omnispatial": Task(
        "omnispatial_process_results",
        ("omnispatial", "is_correct"),
        "gt",
        given={"config": {"metadata": {"eval_type": "re", "prompt_type": "none"}}},  # the task's own setting
    ),
    "sitebench": Task("spatial_process_results", ("accuracy", "overall"), given={"random": guessing}),
    "spatial_dise": Task("spatial_dise_process_results", ("spatial_dise_acc", "is_correct")),
    "spatialviz": Task("spatialviz_process_results", ("spatialviz_score", "is_correct"), "Answer"),
    "viewspatial": Task("viewspatial_process_results", ("overall_accuracy", "score")),
    "vsibench": Task(
        "vsibench_process_results",
        ("vsibench_overall", "accuracy"),
        "ground_truth",
        uses=("exact_match", "mean_relative_accuracy", "partial", "extract_number"),
    ),
}
_FIELDS = (
    *("Category", "Image_id", "Level", "Question", "Task", "category", "concept", "dataset", "difficulty"),
    *(
        "dise_category",
        "id",
        "idx",
        "index",
        "question",
        "question_id",
        "relation",
        "sub_task",
        "sub_task_type",
        "task_type",
    ),
)
DOC = {**dict.fromkeys(_FIELDS, ""), "Choices": ()}  # what tasks look for in an item besides options and key


def lmms_eval(root: Path) -> Iterator[Peer]:
    """Yield what lmms-eval does in common, and in its spatial tasks."""
    folder = root / "lmms_eval"
    strip = functions(folder / "api/reasoning.py", "strip_reasoning_tags")["strip_reasoning_tags"]
    said = partial(strip, tag_pairs=_default_tags(folder / "__main__.py"))
    letter = functions(folder / "tasks/_task_utils/mcq_extract.py", "extract_mcq_answer")["extract_mcq_answer"]
    _stand_in("lmms_eval.tasks._task_utils.mcq_extract", extract_mcq_answer=letter)
    spaces = {
        name: functions(folder / "tasks" / name / "utils.py", task.function, *task.uses, **task.given)
        for name, task in TASKS.items()
    }
    count = spaces["vsibench"]["extract_number"]

    def of_number(text: str, key: float) -> Any:
        doc = {"question_type": "object_counting", "ground_truth": str(key)}
        try:
            spaces["vsibench"]["vsibench_process_results"](doc, [said(text)])
        except ZeroDivisionError:
            return ENDS
        return doc["MRA:.5:.95:.05"]

    def of_choice(text: str, options: Sequence[str], key: str, task: Task, space: Space) -> Any:
        kind = "route_planning" if task is TASKS["vsibench"] else ""
        doc = {**DOC, "question_type": kind, "options": options, "choices": options}
        doc |= {task.key: LETTERS.index(key) if task.by_place else key, "option_letters": LETTERS[: len(options)]}
        return reduce(lambda found, name: found[name], task.score, space[task.function](doc, [said(text)]))

    numbers = (lambda text: count(said(text)), of_number)
    common = lambda text, options, key: letter(said(text), list(LETTERS[: len(options)])) == key  # noqa: E731
    yield Peer("lmms-eval", common, *numbers)
    for name, task in TASKS.items():
        choice = partial(of_choice, task=task, space=spaces[name])
        yield Peer(f"lmms-eval:{name}", choice, *(numbers if name == "vsibench" else ()))


def _default_tags(file: Path) -> Any:
    """Return the marks of thoughts that lmms-eval's command takes out unless told otherwise."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and getattr(node.args[0], "value", "") == "--reasoning_tags":
            return json.loads(next(ast.literal_eval(one.value) for one in node.keywords if one.arg == "default"))
    raise SystemExit(f"{file} has no option --reasoning_tags; is this another version of the tool?")


def _stand_in(name: str, **contents: Any) -> None:
    """Let `import name` find a module that holds no more than `contents`."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        above = ".".join(parts[:length])
        sys.modules[above] = types.ModuleType(above)
    vars(sys.modules[name]).update(contents)


# -- ours beside theirs


@dataclass(frozen=True)
class Seen:
    """What became of one reply: whether the tool gave it credit under some key, and how ours differs, if it does."""

    read: bool
    difference: str = ""


def choice(peer: Peer, reply: Reply) -> Seen:
    """Return how a reply is scored under each key that the tool knows."""
    keys = [key for key in LETTERS[: len(reply.options)] if key in extract.rules(peer.rules).keys]
    guesses = guessing.made
    theirs = [float(peer.choice(reply.text, reply.options, key)) for key in keys]
    ours = [_ours(peer, reply, Choice(key)) for key in keys]
    if theirs == ours:
        return Seen(any(theirs), GUESSES if guessing.made > guesses else "")
    return Seen(any(theirs), f"unnamed: {reply} scores {theirs} there, {ours} here")


def number(peer: Peer, reply: Reply) -> Seen:
    """Return what is read in a reply, and how it is scored under each of the right numbers."""
    assert peer.number is not None
    theirs = [peer.number(reply.text), *(peer.credit(reply.text, key) for key in KEYS)]
    read = extract.rules(peer.rules).number(reply.text).answer
    ours = [read, *(_ours(peer, reply, Number(key, "m", "mra")) for key in KEYS)]
    return Seen(read is not None, "" if theirs == ours else f"unnamed: {reply} is {theirs} there, {ours} here")


def _ours(peer: Peer, reply: Reply, key: Choice | Number) -> float | str:
    options = tuple(map(Option, reply.options))
    item = Item("own/parity/one-s0/0", "own", "parity", 1, "test", "s", "?", (), options, key, {})
    try:
        return score(item, reply.text, rules=peer.rules).credit
    except Unscorable:
        return ENDS


def compare(peer: Peer, kind: str, seen: Sequence[Seen]) -> int:
    """Print a line of the table, then the differences that have no name; return how many these are."""
    different = [one.difference for one in seen if one.difference]
    unnamed = [one for one in different if one.startswith("unnamed")]
    names = Counter("without a name" if one in unnamed else one for one in different)
    counts = [f"{count:,}" for count in (len(seen), sum(one.read for one in seen), len(different))]
    named = "; ".join(f"{count:,} {name}" for name, count in names.items())
    print(f"| {' | '.join([f'`{peer.rules}`', kind, *counts, named])} |", flush=True)
    for one in unnamed[:5]:
        print(one, file=sys.stderr)
    return len(unnamed)


def record(peers: Sequence[Peer], file: Path) -> None:
    """Write down what the tools read in a few replies: a letter, "-" for none, for each rule set; or a number."""
    several = [reply for reply in replies.choices(RECORDED, seed=1) if len(reply.options) == 4]
    rows = [[reply.text, reply.options, "".join(_letter(peer, reply) for peer in peers)] for reply in several]
    counting = [peer for peer in peers if peer.number]
    counted = replies.numbers(RECORDED // 3, seed=1)
    values = [[reply.text, [peer.number(reply.text) for peer in counting if peer.number]] for reply in counted]
    found = {"choices": {"rules": [peer.rules for peer in peers], "replies": rows}}
    found["numbers"] = {"rules": [peer.rules for peer in counting], "replies": values}
    lines = json.dumps(found, ensure_ascii=True, indent=None).replace('], ["', '],\n["')
    file.write_text(f"{lines}\n", "utf-8")


def _letter(peer: Peer, reply: Reply) -> str:
    return next((key for key in "ABCD" if peer.choice(reply.text, reply.options, key)), "-")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmms-eval", type=Path, metavar="DIR")
    parser.add_argument("--vlmevalkit", type=Path, metavar="DIR")
    parser.add_argument("--easi", type=Path, metavar="DIR")
    parser.add_argument("--n", type=int, default=10_000, help="replies of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the tools' readings of a few replies")
    options = parser.parse_args()
    peers: list[Peer] = [
        *([easi(options.easi / "VLMEvalKit", "easi")] if options.easi else ()),
        *(vlmevalkit(options.vlmevalkit) if options.vlmevalkit else ()),
        *(lmms_eval(options.lmms_eval) if options.lmms_eval else ()),
    ]
    if not peers:
        parser.error("name the folder of at least one tool")
    if options.record:
        record(peers, options.record)
    choices = list(replies.choices(options.n, options.seed))
    numbers = list(replies.numbers(options.n, options.seed))
    print("| rules | kind | replies | read by the tool | differences | which |\n|---|---|---|---|---|---|")
    unnamed = 0
    for peer in peers:
        unnamed += compare(peer, "choices", [choice(peer, reply) for reply in choices])
        if peer.number:
            unnamed += compare(peer, "numbers", [number(peer, reply) for reply in numbers])
    sys.exit(unnamed > 0)


if __name__ == "__main__":
    main()
