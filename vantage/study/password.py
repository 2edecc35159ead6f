"""The lab's password: made by us, kept as a salted scrypt digest, and asked for no oftener than a person can type."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

NAME = "lab.password"
COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 2**26}


def make(folder: Path) -> str:
    """Give a study a new password, and return it: it is stored nowhere."""
    password = "-".join(secrets.token_hex(2) for _ in range(4))
    salt = secrets.token_bytes(16)
    text = f"{salt.hex()} {_digest(password, salt).hex()}\n"
    aside = folder / f".{NAME}.part"
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    os.replace(aside, folder / NAME)
    return password


def read(folder: Path) -> bytes:
    """Return what passwords are checked against; empty where there is none, so that none is right."""
    path = folder / NAME
    return path.read_bytes() if path.exists() else b""


def right(kept: bytes, given: str) -> bool:
    """Return whether a password is the right one; takes some 50 ms, on purpose."""
    if not kept:
        return False
    salt, digest = (bytes.fromhex(part) for part in kept.decode().split())
    return hmac.compare_digest(_digest(given, salt), digest)


def _digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=32, **COST)
