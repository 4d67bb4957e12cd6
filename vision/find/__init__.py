"""Finding cards: from a picture to quads where cards may lie.

In come a picture, a card's size in mm and what is known of the mat; out go a `Plane` where the
mat lies, the places of cards, heaps and hands, and of those that contradict each other the ones
that can be true together.

Doors: `markers` (the mat's plane), `on_mat` (cards on it), `free` (cards on any table), `select`
(what can be true together).
"""
