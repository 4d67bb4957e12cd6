"""Find cards: from a picture to quads that may be cards.

The input is a picture, a card's size in mm and the known places on the mat. The results are the
mat's `Plane` and the places of cards, clusters and hands. If places contradict each other, a set
that can all be cards is kept.

Public modules: `markers` (the mat's plane), `on_mat` (cards on a mat), `free` (cards on any table),
`select` (which places can all be cards).
"""
