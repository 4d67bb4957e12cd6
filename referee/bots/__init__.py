"""The bots: a search over samples of the hidden cards, and the levels."""
