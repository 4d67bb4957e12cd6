"""The data of a match: cards, zones, moves, and the state itself."""
