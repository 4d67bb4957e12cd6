"""The state of a match of Ogallala: moves, cards, options and territories."""
