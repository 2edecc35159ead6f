"""Named, hashed random generators: the only source of randomness in the project.

Each generator is determined by a path of names, so neighbouring seeds share nothing and any item can be made alone.
"""

from __future__ import annotations

import hashlib

import numpy as np

SPLITS = ("train", "validation", "test")


def digest(*path: str | int) -> str:
    """Return 64 hex digits that identify `path`."""
    for part in path:
        # A float or an array would be hashed by its printed form, which is not stable; a bool would count as an int.
        if isinstance(part, bool) or not isinstance(part, str | int):
            raise TypeError(f"a seed path is made of str and int, not {type(part).__name__}: {part!r}")
    # Each part is preceded by its length, so that different paths never give the same text.
    text = "".join(f"{type(part).__name__}{len(str(part))}:{part}" for part in path)
    return hashlib.sha256(text.encode()).hexdigest()


def generator(*path: str | int) -> np.random.Generator:
    """Return the random generator that belongs to `path`."""
    return np.random.default_rng(int(digest(*path), 16))


def split_of(situation: str) -> str:
    """Return the split of a situation, which never changes: train 80%, validation 10%, test 10%."""
    tenth = int(digest("split", situation), 16) % 10
    return "train" if tenth < 8 else SPLITS[tenth - 7]
