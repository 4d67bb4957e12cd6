"""Check whether the sides of quads end at their corners like a card's, or run on like a cloth's.

Checks, tartan, stripes and boards are full of quads with a card's shape and clear sides. But their
sides are parts of longer lines.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from vision.geometry import Floats, quarter_turn, side_vectors
from vision.pixels import sample_across
from vision.reading import Image

# A line is examined in two ranges beyond a corner, in card heights: in the gap to the next card,
# and where a line of the cloth would continue.
ACROSS = (-0.01, 0.07)
BEYOND = (0.05, 0.25)
WITHIN = (0.2, 0.8)  # The side's own edge is measured in this part of the side.
PLACES = 9  # Number of places to check in each range.
HALF_WIDTH_PX = 1.5  # Pixels this far from a line on both sides are compared.
# A line continues if its edge has this share of the side's own edge, and at least this number of
# grey levels. Across the corner, `WEAKER` times that limit is enough.
MIN_SHARE = 0.4
MIN_RISE = 4.0
WEAKER = 0.5
UNBROKEN = 0.85  # Minimum share of places across the corner; two cards have a gap there.
MAX_PLACES = 0.6  # An end runs on if its line continues at this share of the places beyond.


def count_running_ends(picture: Image, quads: Floats, edge: Floats, *, gaps: bool = True) -> Floats:
    """Return how many of the eight ends of each quad's sides run on beyond its corners, (n,).

    `picture` is height x width x 3, BGR; `quads` are (n, 4, 2) pixels, clockwise; `edge` (n, 4, 3)
    is the gradient across each side, inwards, BGR. With `gaps`, a line that is interrupted at the
    corner does not run on. The edges of cards in a neat row are such lines.
    """
    if not len(quads):
        return np.zeros(0, np.float32)
    run = side_vectors(quads)
    length = np.linalg.norm(run, axis=2) + 1e-6
    tall = (length.max(1, keepdims=True) / length)[..., None]
    beyond, across = np.linspace(*BEYOND, PLACES) * tall, np.linspace(*ACROSS, PLACES) * tall
    within = np.broadcast_to(np.linspace(*WITHIN, PLACES), beyond.shape)
    share = np.stack([-beyond, 1 + beyond, -across, 1 + across, within], 2)
    share = share.reshape(len(quads), 4, -1, 1)
    places = quads[:, :, None] + run[:, :, None] * share
    aside = quarter_turn(run) * (HALF_WIDTH_PX / length)[..., None]
    seen = sample_across(picture, places, aside, np.array((-1, 1))).astype(np.float32)
    way = edge / (np.linalg.norm(edge, axis=2, keepdims=True) + 1e-6)
    rise = ((seen[..., 1, :] - seen[..., 0, :]) * way[:, :, None]).sum(-1)
    rise = rise.reshape(-1, 4, 5, PLACES)
    least = np.maximum(MIN_RISE, MIN_SHARE * rise[:, :, 4].mean(2))[..., None, None]
    runs = (np.abs(rise[:, :, :2]) > least).mean(3) > MAX_PLACES
    if gaps:
        runs &= (np.abs(rise[:, :, 2:4]) > WEAKER * least).mean(3) > UNBROKEN
    return cast(Floats, runs.sum((1, 2)).astype(np.float32))
