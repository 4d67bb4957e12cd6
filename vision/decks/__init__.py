"""Decks of cards: as data, in folders, and found by name."""
