"""Evidence from readings: the pictures of a move, and readings that a person confirmed.

A reading is confirmed once the referee has taken the move in which a person named its card. Whether
its picture is added to the deck is decided later, in `firmware.teaching.adapting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from firmware.reading.judged_pass import JudgedPass
from firmware.reading.ledger.matching import Matching
from firmware.reading.seen_cards import Grids, SeenCard
from referee.table import Change, Laid, Position, Taken
from vision.geometry import homography, overlap
from vision.mat import Grid
from vision.observation import Observation, SettledCard
from vision.reading import CardReading, Image, Verdict

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


APART = 0.02  # Maximum share of the card's area that a neighbour may cover.


@dataclass(frozen=True)
class Confirmation:
    """A doubtful reading of a card, and the name that a person gave the card."""

    id: str
    card: str
    reading: CardReading


def confirmations_in(
    current: JudgedPass, changes: Iterable[Change], answers: Mapping[str, str | None]
) -> Iterator[Confirmation]:
    """Yield the confirmations among some laid cards. `answers` maps card ids to people's answers.

    Readings are left out if they are certain, face down, of several cards, or of a part of a card.
    Cards are also left out if the camera does not see them whole, still and well lit.
    """
    for change in changes:
        seen = current.card_of(change)
        if not isinstance(change, Laid) or seen is None or answers.get(seen.id) != change.card:
            continue
        reading = seen.card.reading
        doubtful = reading.verdict is Verdict.DOUBTFUL and not reading.face_down
        if doubtful and not reading.reason and _is_seen_well(current, seen):
            yield Confirmation(seen.id, change.card, reading)


def _is_seen_well(current: JudgedPass, seen: SeenCard) -> bool:
    observed, zone = current.observed, seen.zone
    if zone is None or not (seen.card.in_sight and observed.quality.good):
        return False
    others = [card.reading for card in observed.settled if card.id != seen.id]
    alone = not any(
        overlap(seen.card.reading.corners, other.corners) > APART
        for other in (*others, *observed.pending)
    )
    return alone and current.table_pass.zones.is_seen_whole(zone)
