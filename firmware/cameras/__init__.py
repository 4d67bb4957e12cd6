"""Cameras behind one interface: the Pi's own, USB, or a folder of pictures.

The room takes the name of a camera and returns frames, each with its time. It also works out how
high a camera hangs over a game's mats, and stores lens distortions.
"""
