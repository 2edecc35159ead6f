"""Runs become one table of outcomes, and what is computed from it."""
