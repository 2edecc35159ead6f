"""A language model rewords questions, and each wording is read back before it is used."""
