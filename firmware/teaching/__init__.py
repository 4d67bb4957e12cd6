"""Setting up a table from its pages: the camera's view checked, a deck taught, and grown in play.

In come frames of the running table's camera; out go findings, and decks in a folder.
"""
