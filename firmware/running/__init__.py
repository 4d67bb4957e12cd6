"""The running table.

It takes a match writer (the desk), a panel, cameras, mats and decks. Pages, panel and console act
on one match, each in a thread.
"""
