"""Cameras behind one interface: the Pi's own, USB, a folder of pictures."""
