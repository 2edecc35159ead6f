"""The credit for a number: by the rule that the item names, or by mean relative accuracy as other tools compute it.

In their code an error equal to a tolerance still meets it, nothing is rounded, and there is no other way to score
a number.
"""

from __future__ import annotations

import numpy as np

from vantage.item import Number
from vantage.stats.metrics import mra

# Computed as in their code: 1 - 0.95 is slightly more than 0.05, which decides for answers right at a tolerance.
_TOLERANCES = 1 - np.linspace(0.5, 0.95, 10)

MRA = {"mra": "paper", "mra<=": "code"}  # with <= an error equal to a tolerance meets it


class Unscorable(ValueError):
    """Another tool cannot score an item, or its score would be meaningless."""


def as_asked(value: float, key: Number) -> float:
    """Return the credit for `value` under the rule that the key names."""
    if key.rule in MRA:
        return float(mra(value, key.value, MRA[key.rule]))
    if key.rule == "exact":
        # Equal as decimals: an answer typed as 0.3 equals a key computed as 0.1 + 0.2.
        return float(abs(value - key.value) <= 1e-9 * max(1.0, abs(key.value)))
    raise ValueError(f"unknown rule {key.rule!r} for a number; there are exact, {', '.join(MRA)}")


def by_easi(value: float, key: Number) -> float:
    """Return the credit that EASI and VLMEvalKit give: where the key is 0, the error itself counts."""
    return _share_met(abs(value) if key.value == 0 else abs((value - key.value) / key.value))


def by_lmms_eval(value: float, key: Number) -> float:
    """Return the credit that lmms-eval gives."""
    if key.value == 0:
        raise Unscorable("lmms-eval divides by the right number, so it ends with an error where that is 0")
    # Fault: if the key is negative, the relative error is too, and meets every tolerance: any number gets full credit.
    return _share_met(abs(value - key.value) / key.value)


def _share_met(error: float) -> float:
    return float((error <= _TOLERANCES).mean())
