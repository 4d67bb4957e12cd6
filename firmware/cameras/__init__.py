"""Cameras behind one interface: the Pi's own, USB, a folder of pictures.

In comes the name of a camera; out come frames, each with its time. Beside them stand how high a
camera hangs over a game's mats, and what its lens bends.
"""
