"""Texts of pages about a game, from its data files: its rules, an example, a lesson, an aid."""
