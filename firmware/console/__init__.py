"""The console: a knob and a small display with which people can play a whole match.

This package takes turns and pushes, the match, and the state of the table. It returns pictures of
128 × 64 pixels, and commands such as moves, an undo or a new match. Its menus are built from the
referee's offers, so it knows no game. The `menus` folder is pure: it has no clock, thread or
device.
"""
