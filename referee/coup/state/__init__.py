"""What the table of Coup knows: moves, cards, what was agreed on, and how a match stands."""
