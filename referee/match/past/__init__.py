"""Past matches: the list of them, the matches of one evening, and their results.

Each match is replayed once from the journal. The results are cached.
"""
