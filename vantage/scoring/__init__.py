"""A reply becomes an outcome: the answer is read from the text, then judged."""
