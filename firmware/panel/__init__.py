"""The panel: a lit button at each seat, and a buzzer.

This package takes the edges of its pins and the cues of the offers. It returns moves for the match,
and drives the lamps.
"""
