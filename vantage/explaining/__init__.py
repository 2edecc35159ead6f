"""Worked solutions in words, made from the truth of items: a task names its own as `Task.explain`."""
