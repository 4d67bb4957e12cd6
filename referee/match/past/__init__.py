"""Past matches: the list of all, the matches of one evening, and the results.

The journal is replayed once for each match. The results are cached.
"""
