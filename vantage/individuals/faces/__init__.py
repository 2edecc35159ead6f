"""Faces: people with head, neck and shoulders, any number of them. The head turns, the shoulders stay.

The palette fixes hair, skin, eyes' colour, beard, glasses and shirt; the seed fixes the face itself.
"""

from vantage.individuals.faces.posing import mesh
from vantage.individuals.faces.traits import KINDS, apart

__all__ = ["KINDS", "apart", "mesh"]
