"""Cameras behind one interface: the Pi's own, USB, or a folder of pictures.

This package takes the name of a camera and returns frames, each with its time. It also computes how
high a camera must hang over a game's mats, and stores the distortions of lenses.
"""
