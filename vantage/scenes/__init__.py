"""Scenes as data: which things appear together, where they may stand, and which relations hold among them."""
