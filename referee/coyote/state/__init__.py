"""What the table of Coyote knows: moves, cards, what was agreed on, and how a match stands."""
