"""Track cards from frame to frame.

The input is frames and what is read in them. The result is an observation: the cards that lie still
and were read consistently, what moves and what is hidden. Single pictures are observed here, too.
"""
