"""The virtual table: cards that can be shuffled, dealt and laid, and a camera that sees them.

The page sends what players do with the cards. This package returns rendered frames, and presses the
mock buttons.
"""
