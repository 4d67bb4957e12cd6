"""The pictures that prove a move: of each card that was laid, or of a card that left its cell."""

from __future__ import annotations

import cv2
import numpy as np

from firmware.reading.ledger.matching import Matching
from firmware.reading.seen_cards import Grids, SeenCard
from referee.table import Change, Position, Taken
from vision.geometry import homography
from vision.mat import Grid
from vision.observation import Observation, SettledCard
from vision.reading import Image

BETWEEN_PX = 8
PAPER = 255


def evidence_of(
    change: Change, seen: SeenCard | None, matching: Matching, observed: Observation, grids: Grids
) -> dict[str, bytes]:
    """Return the pictures (PNG, by id) of a card that was laid, or that left its cell."""
    if seen is not None:
        return {seen.id: png(seen.card.reading.crop)}
    if not isinstance(change, Taken) or change.was.at is None or change.was.zone not in grids:
        return {}
    was, zone = matching.last_seen(change.was), change.was.zone
    if was is None:
        return {}
    row, column = change.was.at
    at = (row, column + matching.column_shift(zone))
    return {f"{was.id}-left": png(departure_picture(was, grids[zone], at, observed))}


def png(picture: Image) -> bytes:
    """Return a picture (height x width x 3, BGR) as PNG."""
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise RuntimeError("a picture could not be written as PNG")
    return data.tobytes()


def departure_picture(was: SettledCard, grid: Grid, at: Position, observed: Observation) -> Image:
    """Return a picture (height x width x 3, BGR) of a card that left, beside its cell as it is now.

    If the mat is out of view, the picture shows the card alone.
    """
    before = was.reading.crop
    plane = observed.planes.get(was.reading.mat)
    if plane is None or observed.picture.shape[:2] != (plane.height, plane.width):
        return before
    height, width = before.shape[:2]
    (x, y), (across, down) = grid.middle_mm(*at), (side / 2 for side in grid.cell_mm)
    corners = [(x + i * across, y + j * down) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    there = plane.to_pixels(np.array(corners, np.float32))
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    now = cv2.warpPerspective(observed.picture, homography(there, target), (width, height))
    gap = np.full((height, BETWEEN_PX, 3), PAPER, np.uint8)
    return np.asarray(np.hstack([before, gap, now]), np.uint8)
