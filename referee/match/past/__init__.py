"""Past matches: the list of them, one evening's matches, and their results.

Each one is replayed once from the journal; the results are cached.
"""
