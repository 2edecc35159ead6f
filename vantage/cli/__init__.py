"""The command line: each command parses, calls one function and prints.

Packages that take time to import are imported inside the commands, so that `--help` answers at once. The order of the
imports below is the order in which `--help` lists the commands: as a user meets them.
"""

# ruff: noqa: I001
import os

# Read when numpy is first imported. Our matrices are small: on a busy machine BLAS's threads wait for each other (a
# search over 20,000 items took four times the CPU time with two of them), and with one, sums come out alike everywhere.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

try:
    from vantage.cli.shell import commands, main
    from vantage.cli import (
        data,
        pack,
        curate,
        genai,
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
    "genai",
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
