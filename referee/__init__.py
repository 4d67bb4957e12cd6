"""The referee: the rules of every game as pure code, and the desk that keeps a match."""
