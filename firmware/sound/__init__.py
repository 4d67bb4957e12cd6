"""The table's sounds other than those for presses: a voice for rulings, and the mute switches.

This package takes new states of the match and the host's settings. It gives sentences to espeak-ng.
"""
