"""What the table of Ogallala knows: moves, cards, what was agreed on, and how a match stands."""
