"""The people of a match: who plays at each seat, their names, and how they are forgotten."""
