"""The end of a match, past matches, and statistics of players, as words and charts."""
