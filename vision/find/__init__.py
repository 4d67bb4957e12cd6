"""Finding cards: from a picture to quads where cards may lie.

In come a picture and what is known of the mat; out go the quads of cards, heaps and hands.
"""
