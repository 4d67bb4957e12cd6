"""The table's sounds apart from presses: a voice that speaks rulings, and the mute switches.

The room takes new states of the match and the host's settings. It gives sentences to espeak-ng.
"""
