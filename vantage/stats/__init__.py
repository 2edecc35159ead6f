"""Metrics, intervals and tests on plain arrays, independent of items and models."""
