"""Attacks on a data set: can the key be guessed without the question?"""
