"""The bots: a search over samples of the hidden cards, the levels, and the post-match analysis."""
