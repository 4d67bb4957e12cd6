"""The virtual table: cards that are shuffled, dealt and laid, and a camera that sees them.

In comes what a page does with the cards; out go rendered frames and the edges of mock pins.
"""
