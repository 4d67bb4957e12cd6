"""Presses: from the edges of buttons to moves. Pure code: no thread, device, clock or file.

This package takes edges with their time stamps, and the time as an argument. It returns moves,
refusals, and the lamps' answers.
"""
