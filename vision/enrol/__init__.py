"""Teach a deck: pictures of its cards become templates, and the deck is tested against itself.

The input is a folder of pictures, or frames of a camera above the mat. The results are a deck
folder with its limits, and the measurements of the self-test.

Public modules: `enrol` (from a folder of pictures), `card_pictures` (cut cards out of pictures),
`capture` (from a camera), `selftest` (how well a deck is read), `limits` (which cards are alike),
`adapting` (add pictures to a deck and remove them).
"""
