"""Pictures that phones send. Each is read by itself, and is judged like the camera's view or
counted.

This package takes a JPEG and its sender. It returns moves, questions, or the reason why there are
none. If a grid is counted, it returns the cards and what they are worth. If no mat is in the
picture, the zones follow from the arrangement of the cards, or people name them.
"""
