"""The data of a match: cards, zones, moves, and the state with its questions."""
