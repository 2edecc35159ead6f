"""A suite becomes a data set, and is held to its contract."""
