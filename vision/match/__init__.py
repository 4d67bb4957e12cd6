"""Naming a card: from its straightened picture to a verdict.

In come a picture, a card's corners and a deck; out goes a `Match`: a verdict (certain, doubtful
or unknown) and how the best template lies in the picture.

Doors: `matcher` (all of that), `register` (`card_size`, for other ways of reading a card).
"""
