"""Presses: from the edges of buttons to moves. Pure: no thread, device or clock.

In come edges with their stamps; out go moves, refusals and what lamps answer.
"""
