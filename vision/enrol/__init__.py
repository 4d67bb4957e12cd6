"""Teaching a deck: pictures of its cards become templates, and the deck is tested against itself.

In come pictures, or frames of a camera over the mat; out go a deck folder with its limits, and
what the self-test measured.

Doors: `enrol` (from a folder of pictures), `taking` (from a camera), `selftest` (what is safe),
`groups` (ranks and suits),
`growing` (what is added to a deck, and taken away again).
"""
