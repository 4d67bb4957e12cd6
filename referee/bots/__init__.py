"""Players of the table's own: from what a seat may see to what it does.

In comes a game's `guess`, out goes an act of the seat. No game is known here.
"""
