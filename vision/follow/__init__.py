"""Track cards from frame to frame.

A reader reads frames, and the tracker returns an observation for each: the cards that lie still and
were read consistently, the zones with movement and the hidden zones. Single pictures are observed
here, too.
"""
