"""People and models on one scale: how hard each item is, how able each who answered, and how sure either is.

Everything works on a matrix of respondents by items, with nan where nobody answered; `responses` makes one
from the table of outcomes. numpy and scipy only.
"""

from vantage.psychometrics.scale import Scale, fit_1pl, fit_2pl

__all__ = ["Scale", "fit_1pl", "fit_2pl"]
