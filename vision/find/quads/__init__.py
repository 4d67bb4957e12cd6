"""Quads that may be cards, where only a card's aspect is known: proposed, fitted, picked.

All of a picture's quads are worked on at once, as arrays.
"""
