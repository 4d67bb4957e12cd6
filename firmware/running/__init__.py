"""The running table.

This package takes a match writer (the desk), a panel, cameras, mats and decks. Pages, panel and
console work on one match, each in its own thread.
"""
