"""Presses: from the edges of buttons to moves. Pure: no thread, device, clock or file.

In come edges with their stamps, and the time as an argument; out go moves, refusals, and what
the lamps are to answer.
"""
