"""What can be said of an item beyond its task: the facts that could matter, and what each strategy would answer."""
