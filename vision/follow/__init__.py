"""Cards followed from frame to frame.

In come frames and what is read in them; out goes an observation: the cards that lie still and read
alike, what moves, and what is hidden. A picture by itself is observed here too.
"""
