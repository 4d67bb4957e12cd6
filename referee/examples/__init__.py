"""Example games: each is a folder like that of any other game."""
