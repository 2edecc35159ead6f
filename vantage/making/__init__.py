"""Make a data set from a suite, and check that it keeps its contract."""
