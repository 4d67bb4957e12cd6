"""The panel: a lit button at each seat and a buzzer.

In come the edges of its pins and the cues of the offers; out go moves for the desk, and light.
"""
