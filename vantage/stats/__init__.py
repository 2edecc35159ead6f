"""Metrics, intervals and tests on plain arrays; nothing here knows of items or models."""
