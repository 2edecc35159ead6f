"""Write the documents that are made from the code, so that they cannot lie: `make docs`."""

from __future__ import annotations

import inspect
from pathlib import Path

from click.testing import CliRunner
from PIL.Image import Image

from vantage import cli, importing, make, show, tasks

FOLDER = Path(__file__).parent


def truth() -> str:
    """Return the page on `truth`: what each task records, enough to derive its answers again without our code."""
    lines = [
        "# What `truth` holds",
        "",
        "Every item carries `truth`, as JSON: the facts from which anyone can derive its answer without our code.",
        "This page is made from the task files (`make docs`).",
        "",
    ]
    for name in tasks.names():
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
    return "\n".join(lines)


def commands() -> str:
    """Return the page on the commands: the help text of each."""
    lines = [
        "# Commands",
        "",
        "The help text of every command, as `vantage COMMAND --help` prints it (`make docs`).",
        "",
    ]
    for arguments in ([], *([name] for name in cli.commands.commands)):
        shown = CliRunner().invoke(cli.commands, [*arguments, "--help"], prog_name="vantage", terminal_width=100).output
        lines += [*(f"## vantage {name}\n" for name in arguments), "```", shown.rstrip(), "```", ""]
    return "\n".join(lines)


def items() -> str:
    """Return the page on items: what a line of `show --jsonl` holds, and what a line of one's own items may hold."""
    shown, own = (inspect.cleandoc(text or "") for text in (show.lines.__doc__, importing.__doc__))
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


def picture() -> Image:
    """Return the README's picture: an item of each of three tasks."""
    wanted = [("rotation_3d", 0), ("folding_3d", 2), ("fold_and_punch", 1)]
    orders = [make.Order("quick", "quick", 0, task, (), 384, "test", index) for task, index in wanted]
    return show.sheet(map(make.one, orders), columns=1, tile=112, questions=False)


PAGES = {"truth.md": truth, "commands.md": commands, "items.md": items}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8")
    picture().save(FOLDER / "items.png", optimize=True)
