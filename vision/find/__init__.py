"""Find cards: from a picture to quads that may be cards.

The input is a picture and a card's size in mm. On a mat, the bare mat's colour and the places of an
earlier frame may be given, too. The results are the mat's `Plane` and the places of cards, clusters
and hands. If places contradict each other, a set that can all be cards is kept.

Public modules: `markers` and `straight` (the mat's plane and its rectified picture), `on_mat`,
`known` and `ground` (cards on a mat, earlier places, the bare mat), `free` and `round` (cards on
any table), `crowd` (limits for clutter), `select` (which places can all be cards).
"""
