"""Setting up a table from its pages: checking the camera's view, teaching a deck, adapting it.

This package takes frames of the running table's camera. It returns findings, and decks in a folder.
"""
