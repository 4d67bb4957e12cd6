"""Matches that are over: the list of them, those of one evening, and what each came to.

In comes a desk with its journal, out go past matches, each played again once.
"""
