"""Example games. Each one is a folder, like any other game."""
