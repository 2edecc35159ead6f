"""Attacks on a data set: can the key be guessed without the question, or with it but without the skill?"""
