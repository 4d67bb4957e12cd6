"""The data of a match: moves, cards, options, phases and the state itself."""
