"""What may be wrong with a model: every rule of the diagnosis, each a few lines.

A rule looks at one model and yields what it tested, with the evidence and the sentence that says it. What was tested
but is not worth a sentence (it points the other way) is yielded without one: it still counts in the correction.
"""

from __future__ import annotations

from vantage.diagnosis.findings import how, where
from vantage.diagnosis.findings.candidate import Candidate, Rule

__all__ = ["RULES", "Candidate", "Rule"]

RULES: tuple[Rule, ...] = (*how.RULES, *where.RULES)
