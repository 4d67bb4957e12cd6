"""The end of a match, past matches, and players' statistics, in words and charts."""
