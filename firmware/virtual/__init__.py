"""The virtual table: cards that can be shuffled, dealt and laid, and a camera that sees them.

The page sends what the players do with the cards. The room returns rendered frames and the edges of
mock pins.
"""
