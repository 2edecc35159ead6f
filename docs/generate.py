"""Write the documents that are made from the code, so that they cannot lie: `make docs`.

With `--check` nothing is written: what is stale is named, and the exit code is 1 (`.ci/run` does this, for drawing all
pictures takes minutes).
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import PIL.Image
from click.testing import CliRunner
from PIL.Image import Image

from vantage import cli, public, render, seeds, settings, tasks
from vantage.exchange import own_items
from vantage.geometry import turn
from vantage.item import Item
from vantage.making import make
from vantage.render import flat
from vantage.report import show
from vantage.report.sheet import ACROSS as IN_A_ROW
from vantage.report.sheet import sheet
from vantage.scene import Scene, SceneDrawing
from vantage.scenes import cast, framing, layouts
from vantage.walk import ASPECT

FOLDER = Path(__file__).parent
BRACKETS = str.maketrans("[]", "()")  # Markdown would take brackets in an alternative text for a link


def truth() -> str:
    """Return the page on `truth`: what each task records, enough to derive its answers again without our code."""
    lines = [
        "# What `truth` holds",
        "",
        "Every item carries `truth`, as JSON: the facts from which anyone can derive its answer without our code.",
        "This page is made from the task files (`make docs`).",
        "",
    ]
    for name in tasks.built_in():
        task = tasks.get(name)
        lines += [
            f"## {name}",
            "",
            f"{task.title} ({task.quadrant}, {', '.join(task.capabilities)}; version {task.version})",
            "",
        ]
        lines += ["| field | what it says |", "|---|---|"]
        lines += [f"| `{field}` | {' '.join(text.split())} |" for field, text in task.truth.items()]
        lines.append("")
        if task.facts:
            said = (f"`{fact}` ({one.words.format('…')})" for fact, one in task.facts.items())
            lines += [f"Facts for a diagnosis, beside tags and the above: {', '.join(said)}.", ""]
        if task.strategies:
            told = ", ".join(f"“{one.says}”" for one in task.strategies)
            lines += [f"Strategies for a diagnosis, beside the side doors: {told}.", ""]
    return "\n".join(lines)


def commands() -> str:
    """Return the page on the commands: the help text of each."""
    lines = [
        "# Commands",
        "",
        "The help text of every command, as `vantage COMMAND --help` prints it (`make docs`).",
        "",
    ]
    for arguments in _commands():
        shown = CliRunner().invoke(cli.commands, [*arguments, "--help"], prog_name="vantage", terminal_width=100).output
        lines += [*([f"## vantage {' '.join(arguments)}\n"] if arguments else []), "```", shown.rstrip(), "```", ""]
    return "\n".join(lines)


def _commands() -> Iterator[list[str]]:
    """Yield the words of every command, those within a group after it."""
    yield []
    for name, command in cli.commands.commands.items():
        yield [name]
        if isinstance(command, click.Group):
            yield from ([name, inner] for inner in command.commands)


def items() -> str:
    """Return the page on items: what a line of `show --jsonl` holds, and what a line of one's own items may hold."""
    shown, own = (inspect.cleandoc(text or "") for text in (show.lines.__doc__, own_items.__doc__))
    return "\n".join(
        [
            "# Items as JSON lines",
            "",
            "Made from the code (`make docs`).",
            "",
            "## What `vantage show --jsonl` prints",
            "",
            "```",
            shown,
            "```",
            "",
            "## What `vantage import` reads",
            "",
            "```",
            own,
            "```",
            "",
        ]
    )


def benchmark_files() -> str:
    """Return the page on public benchmarks: what is read of each, how it is scored, and what it asks for."""
    lines = [
        "# Public benchmarks: files, scores, categories",
        "",
        "Made from the code (`make docs`). [How to use them](benchmarks.md). Behind a category stand the capabilities",
        "of EASI's taxonomy that it asks for: – none, as it is not about space; ? nobody has said. A licence is",
        "unknown where we have not seen it stated: look before you pass anything on.",
        "",
    ]
    for benchmark in map(public.get, public.names()):
        kinds = {name: ", ".join(needed) if needed else "–" if needed is not None else "?"
                 for name, needed in benchmark.categories.items()}  # fmt: skip
        facts = {
            "published": f"`{benchmark.home}`, licence {benchmark.licence}",
            "questions": f"{benchmark.count:,}" if benchmark.count else "not counted by us",
            "read": ", ".join(f"`{name}`" for name in (*benchmark.tables, *benchmark.rehosted)),
            "columns": ", ".join(f"`{name}`" for name in benchmark.needs),
            "score": benchmark.metric.about + (f"; a guesser gets {benchmark.chance:.1%}" if benchmark.chance else ""),
            "protocol": f"`{benchmark.protocol}` asks most like the authors",
            "rules of other tools": ", ".join(f"`{name}`" for name in benchmark.rules) or "none here",
            "categories": "; ".join(f"{name} {needed}" for name, needed in kinds.items())
            + (" (our reading)" if benchmark.ours else " (EASI's)"),
        }
        lines += [f"## {benchmark.name}: {benchmark.title}", "", *(f"- **{k}**: {v}" for k, v in facts.items())]
        lines += [f"- {quirk}" for quirk in benchmark.quirks] + [""]
    return "\n".join(lines)


QUALITY = """# How good the items are

Made from measurements (`make docs`). To measure anew: `python -m benchmarks.quality` (hours), or with `--task NAME`.
The sets behind this page are of seed 0. {missing}

## Contract and keys

Every item is checked as `vantage check` does: solved again by the second solver, its options told apart by eye and by
name, unique, balanced, kept to its split, made again to the byte. Brute force shares no code with either solver.
*Attempts*: draws per item kept.

{contract}

{soak}

## Shortcuts

How often the key is found without the question: by letter, label or text; by the option pictures (of each feature the
largest, the smallest, the odd one out, the most central); and by trained classifiers, all cross-fitted. The bound is
one-sided, 95%, Holm over all attacks; it must stay below chance + 3 points. The three strongest attacks of each task,
and a baseline that is no shortcut, for it looks at the question (*pixels*): where options are words, ridge regression
from thumbnails of the question's pictures to labels; where they are pictures too, trees on all features, coarse
thumbnails, the question's words, and how the pixels, mirrored pixels and colour histograms of an option differ from
those of the question's pictures. {histograms} Where all questions about a scene have one answer, only one to a scene is
attacked, before it is drawn, so without that baseline; `block_count` offers nothing to choose from:

{shortcuts}

Version 1 of `identity` was not at chance: on 60 items with objects (128 px, seed 0, apart from the table) the picture
whose histogram of tints is farthest from the others is the odd one in 65%, by colours in 57%, by the amount of ink in
62%, by pixels in 53% (chance 29%). Individuals of a kind share colours but differ in size and in how much of each
colour they show. Version 2 chooses what to show so that these numbers do not tell, and has not been measured yet. The
attacks on `perspective_views` were made before variants of a question lay in one fold: three tables share words and
letter, so what one reaches who reads the text alone is too high.

## Side doors

How often lazy rules find the key that see the question and skip the skill: each task lists its own in its file. To beat
chance is in order where the reason says why; to do the task's work is not, so each rule has a limit for each tier.
*Before*: on version 1 of the task, where the rule was tried on it. The same on the data set of any user: `vantage check
--shortcuts`.

{side_doors}

{reasons}

Readers who had not seen the program had up to three quarters of an hour each for four to eight tasks: 80 or 100 items
of each with their keys to find a lazy rule on, as many others to score it on. Three read the version that stands in
the table first; where their rules did too well the task was changed, and two others read it again. Their best rules, by
picture alone; those that get far do part of the skill:

{readers}

## Guesses

How near comes a guess that sees no picture, where numbers count by nearness? In mean relative accuracy (MRA), over five
folds: the best constant, and what is usual where the same things are named. Reports show a model's *skill* beyond the
better of the two. At most 0.30 is allowed for lengths and areas, 0.45 for counts; a name may add 0.05, and sizes of
things may reach 0.60, for a name does tell what is usual.

{priors}

## By eye

{about}

{eye}

What was changed because of it:

{changes}
"""


def quality() -> str:
    """Return the page on quality, from what `python -m benchmarks.quality` measured and what was answered by eye."""
    kept = json.loads((FOLDER / "quality.json").read_text("utf-8"))
    eye = json.loads((FOLDER / "eye.json").read_text("utf-8"))
    header = ["task", "version", "items", "px", "checks failed", "attempts", "keys tested by brute force", "wrong"]
    late = [name for name in tasks.built_in() if kept.get(name, {}).get("version") != tasks.get(name).version]
    return QUALITY.format(
        missing=f"Not yet measured in their present version, side doors apart: {', '.join(late)}." if late else "",
        contract=_table(header, [_contract(name, found) for name, found in kept.items()]),
        soak=eye["soak"],
        histograms=_histograms(kept),
        shortcuts=_table(
            ["task", "items", "attack", "rate", "bound", "allowed", ""],
            [row for found in kept.values() for verdict in found["attacks"] for row in _attacks(verdict)],
        ),
        side_doors=_table(
            ["task", "rule", "tier", "items", "chance", "before", "now", "allowed"],
            [_side_door(door, eye["before"]) for found in kept.values() for door in found["side doors"]],
        ),
        reasons="\n".join(_reasons(kept)),
        priors=_table(
            ["task", "tier", "guess", "items", "MRA", "allowed", ""],
            [_prior(guess) for found in kept.values() for guess in found.get("priors", [])],
        ),
        readers=_table(["task", "rule", "version", "right", "chance"], eye["readers"]),
        about=eye["about"],
        eye=_table(["task", "tier", "right", "of"], eye["answers"]),
        changes="\n".join(f"- {change}" for change in eye["changes"]),
    )


def _table(header: list[str], rows: list[list[Any]]) -> str:
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in [header, ["---"] * len(header), *rows])


def _contract(name: str, found: dict[str, Any]) -> list[Any]:
    attempts = f"{found['attempts'] / found['items']:.3f}"
    brute = [f"{found['brute']['items']:,}", found["brute"]["disagreements"]]
    counts = [found["version"], f"{found['items']:,}", found["pixels"]]
    return [name, *counts, ", ".join(found["failed"]) or "none", attempts, *brute]


def _attacks(verdict: dict[str, Any]) -> Iterator[list[Any]]:
    baseline = [verdict["baseline"]] if verdict.get("baseline") else []
    for attack in verdict["attacks"][:3] + baseline:
        what = f"{attack['name']}, {attack['detail']}" if attack["detail"] else attack["name"]
        shares = [f"{share:.1%}" for share in (attack["rate"], attack["bound"], verdict["limit"])]
        word = "ok" if attack["bound"] < verdict["limit"] else verdict["outcome"]
        yield [
            verdict["task"],
            f"{attack.get('n', verdict['n']):,}",
            what,
            *shares,
            "reported" if attack in baseline else word,
        ]


def _histograms(kept: dict[str, Any]) -> str:
    """Return the sentence that says which tasks were attacked by colour histograms, an attack that came late."""
    names = [
        verdict["task"]
        for found in kept.values()
        for verdict in found["attacks"]
        if any(attack["name"] == "colours apart" for attack in verdict["attacks"])
    ]
    return f"Attacks by colour histograms came last and were tried on {', '.join(names) or 'none of the tasks yet'}."


def _side_door(door: dict[str, Any], before: dict[str, dict[str, dict[str, int]]]) -> list[Any]:
    once = before.get(door["task"], {}).get(door["rule"], {}).get(door["tier"])
    shares = [f"{share:.0%}" for share in (door["rate"], door["limit"])]
    start = [door["task"], door["rule"], door["tier"] or "all", f"{door['n']:,}", f"{door['chance']:.0%}"]
    return [*start, "" if once is None else f"{once}%", *shares]


def _prior(guess: dict[str, Any]) -> list[Any]:
    word = {"pass": "ok", "fail": "over"}.get(guess["outcome"], guess["outcome"])
    shares = [f"{share:.2f}" for share in (guess["rate"], guess["limit"])]
    return [guess["task"], guess["tier"] or "all", guess["guess"], f"{guess['n']:,}", *shares, word]


def _reasons(kept: dict[str, Any]) -> Iterator[str]:
    for name, found in kept.items():
        reasons = {door["rule"]: door["reason"] for door in found["side doors"] if door["reason"]}
        yield from (f"- `{name}`, {rule}: {reason}" for rule, reason in reasons.items())


def gallery() -> str:
    """Return the gallery: every task with a picture of some items; its alternative text is the last one's question."""
    lines = [
        "# Gallery",
        "",
        "Every task with an item of each tier, or of some subtypes (`make docs`). Keys are at the foot of the page.",
        "",
    ]
    keys = []
    for name in tasks.built_in():
        task, items = tasks.get(name), examples(name)
        keys.append(f"{name}: {', '.join(show.answer_text(item) for item in items)}")
        lines += [f"## {name}", "", f"**{task.title}** {task.quadrant}, {', '.join(task.capabilities)}.", ""]
        lines += [f"![{show.numbered(items[-1].question).translate(BRACKETS)}](gallery/{name}.png)", ""]
    lines += [
        "## Walks",
        "",
        f"Three walks through homes, {WALKED[1]} pictures each, as the tasks about walks show them.",
    ]
    lines += ["", "![Three walks through generated homes](gallery/walks.png)", ""]
    return "\n".join([*lines, "## Keys", "", *(f"- {line}" for line in keys), ""])


@cache
def examples(name: str) -> list[Item]:
    """Return an item of each tier of a task, the easiest first; of three subtypes where it has any."""
    subtypes = [*tasks.get(name).subtypes]
    if subtypes:
        # Of each domain one, or three that are far apart.
        domains = [*{kind.partition("_")[0]: kind for kind in subtypes}.values()]
        shown = domains if len(domains) > 1 else subtypes[:: -(-len(subtypes) // 3)]
        return [make.one(make.Order("gallery", "n", 0, name, (), 384, "test", 0, subtype=kind)) for kind in shown]
    tiers = tasks.get(name).tiers  # the first so many items are of one tier each
    orders = [make.Order("gallery", "n", 0, name, (), 384, "test", index) for index in range(len(tiers))]
    return sorted(map(make.one, orders), key=lambda item: tiers.index(item.tags["tier"]))


def pictures() -> dict[str, Image]:
    """Return the pictures by file name: one per task for the gallery, and the README's."""
    shown = {
        f"gallery/{name}.png": sheet(examples(name), columns=1, tile=tile(examples(name))) for name in tasks.built_in()
    }
    few = {name: image.quantize(256) for name, image in {**shown, "items.png": picture()}.items()}
    few["gallery/walks.png"] = dithered(walk_sheet())
    return {**few, **{f"gallery/{name}.png": dithered(setting_sheet(place)) for name, place in SHEETS.items()}}


WALKED = (3, 16, 8, 240)  # walks on their sheet, pictures of each, pictures in a row, their width in pixels


def walk_sheet() -> Image:
    """Return a contact sheet of walks: those that the first items of the suite `rooms` are about."""
    n, frames, across, wide = WALKED
    high, rows = round(wide / ASPECT), frames // across
    whole = PIL.Image.new("RGB", (across * wide, n * (rows * high + high // 8)), "white")
    for number in range(n):
        item = make.one(make.Order("rooms", "bench", 0, "object_count", (), 384, "test", number))
        for k, data in enumerate(item.images):
            picture = flat.decode(data).resize((wide, high), PIL.Image.Resampling.LANCZOS)
            whole.paste(picture, (k % across * wide, number * (rows * high + high // 8) + k // across * high))
    return whole


SHEETS = {"tables": "table", "rooms": "floor", "outdoors": "outdoors"}  # contact sheets, and the sites on each
LOOKS, ACROSS, SIDE = (3, 8), 4, 384  # looks shown of each setting, pictures in a row, their side in pixels


def places() -> str:
    """Return the page on settings: where scenes take place, and what may stand there."""
    lines = [
        "# Settings",
        "",
        "Where scenes take place (`make docs`). Each is data in `vantage/settings`, and looks different every time.",
        "Every room has a table. On each sheet two looks of every setting, in the order of the table below it.",
        "",
    ]
    for sheet_name, place in SHEETS.items():
        names = [name for name, site in settings.sites().items() if site.place == place]
        lines += [f"## {sheet_name.capitalize()}", "", f"![{', '.join(names)}](gallery/{sheet_name}.png)", ""]
        known = {name: cast.kinds(name) for name in names}
        rows = [[name, len(kinds), ", ".join(kinds[:: len(kinds) // 6])] for name, kinds in known.items()]
        lines += [_table(["setting", "kinds of thing", "such as"], rows), ""]
    return "\n".join(lines)


def example(name: str, look: int) -> Scene:
    """Return four things around the middle of a setting."""
    rng = seeds.generator("settings", name, look)
    kinds: list[str] = []
    while not kinds:
        known = cast.kinds(name)
        kinds = cast.company(name, known[rng.integers(len(known))], 3, rng, (0.5, 2.0))
    chosen = cast.variants(kinds, rng)
    away = 0.62 * max(layouts.apart(pair, 30, rng) for pair in pairwise(chosen))
    start = float(rng.uniform(0, 360))
    spots = [turn((0.0, away), start + 90 * k) for k in range(4)]
    things = [layouts.thing(kind, spot, rng.uniform(0, 360)) for kind, spot in zip(chosen, spots)]
    return framing.framed(name, look, framing.centred(things), float(rng.uniform(20, 32)))


def setting_sheet(place: str) -> Image:
    """Return a contact sheet of all settings with that place, each in several looks."""
    names = [name for name, site in settings.sites().items() if site.place == place]
    shown = [(name, look) for name in names for look in LOOKS]
    whole = PIL.Image.new("RGB", (ACROSS * SIDE, -(-len(shown) // ACROSS) * SIDE), "white")
    for k, (name, look) in enumerate(shown):
        picture = render.draw(SceneDrawing(example(name, look), 45 * (k % 8)), SIDE)
        whole.paste(picture, (k % ACROSS * SIDE, k // ACROSS * SIDE))
    return whole


def dithered(image: Image) -> Image:
    """Return a picture in 256 colours of its own."""
    return image.quantize(palette=image.quantize(256), dither=PIL.Image.Dither.FLOYDSTEINBERG)


def tile(items: list[Item]) -> int:
    """Return the side of a picture, in pixels, at which a contact sheet is about as wide as a page."""
    across = max(min(IN_A_ROW, len(item.images)) + len(item.options) for item in items)
    return min(192, 960 // across)


def picture() -> Image:
    """Return the README's picture: an item of each of three tasks."""
    wanted = [("rotation_3d", 0), ("folding_3d", 2), ("integration_allo", 0)]
    orders = [make.Order("quick", "quick", 0, task, (), 384, "test", index) for task, index in wanted]
    return sheet(map(make.one, orders), columns=1, tile=112)


PAGES = {
    "truth.md": truth,
    "commands.md": commands,
    "items.md": items,
    "benchmark_files.md": benchmark_files,
    "gallery.md": gallery,
    "settings.md": places,
    "quality.md": quality,
}


def write() -> None:
    """Write all pages and pictures."""
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8")
    (FOLDER / "gallery").mkdir(exist_ok=True)
    for name, image in pictures().items():
        image.save(FOLDER / name, optimize=True)


def stale() -> Iterator[str]:
    """Yield the pages and pictures that are not as the code makes them now."""
    for name, page in PAGES.items():
        if (FOLDER / name).read_text("utf-8") != page():
            yield name
    for name, image in pictures().items():
        with PIL.Image.open(FOLDER / name) as kept:
            if kept.convert("RGB").tobytes() != image.convert("RGB").tobytes():
                yield name


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        late = "".join(f"docs/{name} is stale: run `make docs`\n" for name in stale())
        sys.exit(late or None)  # an empty text would be a failure
    write()
