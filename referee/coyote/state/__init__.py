"""The state of a match of Coyote: moves, cards, options and phases."""
