"""The state of a match of Coup: moves, cards, options and phases."""
