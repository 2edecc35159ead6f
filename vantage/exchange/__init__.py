"""Answers and items from elsewhere: batches, other tools' files, Inspect, a user's own items."""
