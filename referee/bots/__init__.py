"""The bots: a search over samples of the hidden cards, levels, and the post-match analysis."""
