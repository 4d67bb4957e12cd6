"""The console: a knob and a small display, enough to play a whole match.

It takes turns and pushes, the match and the table's state. It returns pictures of 128 × 64 pixels
and acts: moves, undo, a new match. Its menus are made from the referee's offers, so no game is
known here. The `menus` folder is pure: no clock, thread or device.
"""
