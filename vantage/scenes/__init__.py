"""Scenes as data: named things on a ground, where they may stand, and what can be said of them from every side."""
