"""Pictures that phones send: read one at a time, judged like the camera's view, or counted.

The room takes a JPEG and its sender. It returns moves, questions, or why there are none; or the
cards of a grid and what they are worth. Without a mat in the picture, the cards' own positions or
people tell their zones.
"""
