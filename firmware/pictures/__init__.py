"""Pictures that phones send: read one by one, judged as what the camera sees, or counted.

In: a JPEG and who sent it. Out: moves, what is asked about it, or why neither; what lies in a grid
and what it is worth. Where no mat tells where cards lie, they tell it by each other, or people do.
"""
