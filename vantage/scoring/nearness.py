"""What an answer in numbers is worth: as the item asks, or by mean relative accuracy as other tools compute it.

Their code lets the border of a tolerance in and rounds nothing, and they know no other way to score a number.
"""

from __future__ import annotations

import numpy as np

from vantage.item import Number
from vantage.stats.metrics import mra

# As their code has them: 1 - 0.95 is a hair more than 0.05, and which answers lie at a border depends on such hairs.
_TOLERANCES = 1 - np.linspace(0.5, 0.95, 10)


class Unscorable(ValueError):
    """A tool has no score for an item, or one that means nothing."""


def as_asked(value: float, key: Number) -> float:
    """Return the credit for `value` under the rule that the key names."""
    if key.rule == "mra":
        return float(mra(value, key.value))
    if key.rule == "exact":
        # Equal as decimals: an answer typed as 0.3 equals a key computed as 0.1 + 0.2.
        return float(abs(value - key.value) <= 1e-9 * max(1.0, abs(key.value)))
    raise ValueError(f"unknown rule {key.rule!r} for a number; there are exact, mra")


def by_easi(value: float, key: Number) -> float:
    """Return the credit that EASI and VLMEvalKit give: where the key is 0, the error itself counts."""
    return _share_met(abs(value) if key.value == 0 else abs((value - key.value) / key.value))


def by_lmms_eval(value: float, key: Number) -> float:
    """Return the credit that lmms-eval gives."""
    if key.value == 0:
        raise Unscorable("lmms-eval divides by the right number, so it ends with an error where that is 0")
    # Fault: below zero the relative error is negative and meets every tolerance, so any number has full credit.
    return _share_met(abs(value - key.value) / key.value)


def _share_met(error: float) -> float:
    return float((error <= _TOLERANCES).mean())
