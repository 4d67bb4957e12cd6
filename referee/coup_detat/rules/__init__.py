"""The rules of Coup d'État, by subject. The game's ``flow.py`` brings them together."""
