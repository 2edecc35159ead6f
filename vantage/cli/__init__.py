"""The command line: each command parses, calls one function and prints.

Packages that take time to import are imported inside the commands, so that `--help` answers at once. The order of the
imports below is the order in which `--help` lists the commands: as a user meets them.
"""

# ruff: noqa: I001
try:
    from vantage.cli.shell import commands, main
    from vantage.cli import (
        data,
        pack,
        curate,
        run,
        score,
        compare,
        transfer,
        judge,
        paraphrase,
        prompt,
        push,
        report,
        scale,
        offline,
    )
    from vantage.cli import study, start
except KeyboardInterrupt:  # Ctrl-C before the command has begun: no message is needed
    raise SystemExit(130) from None

__all__ = [
    "commands",
    "compare",
    "curate",
    "data",
    "judge",
    "main",
    "offline",
    "pack",
    "paraphrase",
    "prompt",
    "push",
    "report",
    "run",
    "scale",
    "score",
    "start",
    "study",
    "transfer",
]
