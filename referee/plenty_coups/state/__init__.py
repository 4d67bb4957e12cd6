"""What the table knows of a match: cards, places, moves, the state and questions about it."""
