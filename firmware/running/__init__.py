"""The running table.

In come a desk, a panel, cameras, mats and decks; out goes what the pages, the panel and the
console do to one match, each in its thread.
"""
