"""What is installed here, which extras are missing, and how to get them."""

from __future__ import annotations

import platform
import re
import sys
from dataclasses import dataclass
from importlib import metadata

from vantage import parallel
from vantage.names import PACKAGE, install
from vantage.photoreal import blender


@dataclass(frozen=True)
class Finding:
    """One thing that Vantage needs or can use; `found` is its version, empty when it is missing."""

    what: str
    found: str
    needed: bool
    advice: str = ""


def examine() -> list[Finding]:
    """Return everything that Vantage needs or can use, and whether this machine has it."""
    version = platform.python_version()
    old = sys.version_info < (3, 11)
    findings = [
        Finding("python", "" if old else version, True, f"Python 3.11 or later, not {version}" if old else ""),
        Finding("cores", str(parallel.cores()), True),
    ]
    for requirement in metadata.requires(PACKAGE) or []:
        name, extra = _parsed(requirement)
        if extra == "dev" or name == PACKAGE:
            continue
        found = _version(name)
        advice = "" if found else install(extra)
        what = f"{name} (extra {extra})" if extra else name
        findings.append(Finding(what, found, not extra, advice))
    version, advice = blender.examined()
    findings.append(Finding("blender (for --renderer cycles)", version, False, advice))
    return findings


def _parsed(requirement: str) -> tuple[str, str]:
    """Return a requirement's package and the extra that asks for it: ("scikit-learn", "attack")."""
    name = re.match(r"[\w.-]+", requirement)
    extra = re.search(r"extra\s*==\s*['\"]([\w-]+)", requirement)
    return (name.group() if name else requirement, extra.group(1) if extra else "")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
