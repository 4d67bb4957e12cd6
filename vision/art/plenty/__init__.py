"""The art of Plenty Coups: its deck, its markers and the signs on its mats."""
