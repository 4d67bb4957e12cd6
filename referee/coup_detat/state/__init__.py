"""What the table knows of a match: moves, cards, options, values, and the state of them all."""
