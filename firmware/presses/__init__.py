"""Presses: from the edges of buttons to moves. Pure code: it has no thread, device, clock or file.

This package takes edges with their time stamps, and the current time as an argument. It returns
moves, refusals, and the answers that the lamps give.
"""
