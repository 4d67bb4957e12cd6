"""The panel: a lit button at each seat and a buzzer.

In come the edges of its pins; out go light, and presses for the match.
"""
