"""What sounds at the table beside the presses: a voice that speaks rulings, and what is muted.

In come new states of the match and the host's word; out go sentences to espeak-ng.
"""
