"""Attacks on a data set: the key without the question."""
