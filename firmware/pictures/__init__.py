"""Pictures that phones send: read one at a time, and judged like the camera's view or counted.

This package takes a JPEG and its sender. It returns moves, questions, or the reason why there are
none. To count a grid, it returns the cards and what they are worth. If no mat is in the picture,
the zones follow from how the cards lie, or people name them.
"""
