"""Name a card: from its rectified picture to a verdict.

The input is a `Patch` (a card's surroundings, cut out of a picture) and a deck. The result is a
`Match`: a verdict (certain, doubtful or unknown) and the place of the best template in the picture.

Public modules: `matcher` (`Matcher`, which runs all the steps) and `patch` (cuts out a card).
"""
