"""The console: a turning knob and a small display, with which a whole match can be played.

In come turns and pushes, the match and the table's state; out come 128 × 64 pixels and acts: moves,
undo, a new match. Its menus are made of the referee's offers, so it knows no game. What stands
below `shown` is pure: no clock, no thread, no device.
"""
