"""How cards lie to each other where no mat tells: in rows and columns, or around a middle.

In: the corners of cards of one size in a picture. Out: the table's plane, each card's cell, or the
side on which it lies; None where that is not sure.
"""
