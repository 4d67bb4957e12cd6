"""The console: a knob and a small display, enough to play a whole match.

This package takes turns and pushes, the match and the table's state. It returns pictures of 128 ×
64 pixels and commands: moves, undo, a new match. Its menus are built from the referee's offers, so
it knows no game. The `menus` folder is pure: no clock, thread or device.
"""
