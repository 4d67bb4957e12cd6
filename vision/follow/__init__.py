"""Track cards from frame to frame.

Frames and their readings come in; an observation comes out. It holds the cards that lie still and
were read consistently, the zones with movement and the hidden zones. Single pictures are observed
here, too.
"""
