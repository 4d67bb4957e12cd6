"""Select the places that can all be cards, by their readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.find.quads.covered import MIN_OUTLINE, visible_outline
from vision.geometry import area, overlap, stacked
from vision.reading import OVERLAP, CardReading, Corners, Found, Verdict

# The largest overlap of two cards that are both uncovered, as a share of the smaller one's area.
MAX_UNCOVERED_OVERLAP = 0.25
# A place that cannot be named counts as a card if this share of its sides is visible.
MIN_UNNAMED_SUPPORT = 0.55
# The area of an unnamed card, as a share of the area of the known cards in the picture.
UNNAMED_AREA = (0.45, 2.2)
# A cluster is explained if the cards read in it cover this share of its box.
EXPLAINED_CLUSTER = 0.75
# All cards have one size. This is the range of a covered card's area as a share of the area of the
# nearest certain card. The edges of a card's neighbours make a larger outline around it.
COVERED_AREA = (0.6, 1.4)
# A place that a card covers to this share, or that covers the card, is a frame or a shadow of it.
SAME_PLACE = 0.9
MIN_PROPOSAL_TRUST = 0.3  # A proposal that is read with less trust is not a card.


def select(found: Sequence[Found], read: Callable[[Found], CardReading]) -> tuple[CardReading, ...]:
    """Return the readings that can all be true, the most certain first.

    `found` are places of single cards, and `read` reads one. Places that overlap a certain card are
    dropped without being read. A proposal counts as a back only if the reading is certain, because
    backs are patterns, as cloths are. A place that cannot be named counts if its sides are clear
    and it has the size of the others. If it is half under a card that was read, it is an overlap.
    """
    sure, rest, covered = _read_free_places(found, read)
    chosen = _Chosen()
    for reading in sorted(sure, key=lambda r: -r.score):
        chosen.add_if_room(reading)
    covered += _add_doubtful(chosen, rest)
    clear = _clear_place_test(chosen.readings)
    # Keep the outermost unnamed place, because a card's inner frame is a quad, too.
    rest.sort(key=lambda pair: -area(pair[0].corners) * (0.2 + max(pair[0].support, 0.0)))
    for place, reading in rest:
        if reading.card is None and clear(place):
            chosen.add_if_room(reading, place.corners)
    for place in covered:  # This place is a card half under another.
        if clear(place) and unexplained_clusters((place,), chosen.readings):
            unclear = replace(read(place), card=None, verdict=Verdict.UNCLEAR, reason=OVERLAP)
            chosen.readings.append(replace(unclear, remembered=False))
    return tuple(chosen.readings)


def _read_free_places(
    found: Sequence[Found], read: Callable[[Found], CardReading]
) -> tuple[list[CardReading], list[tuple[Found, CardReading]], list[Found]]:
    """Return the sure readings, the other places with their readings, and the places not read.

    A place under a card that was read for sure is not read.
    """
    sure = _Chosen()
    rest: list[tuple[Found, CardReading]] = []
    covered: list[Found] = []
    for place in found:
        if not sure.has_room_for(place.corners):
            covered.append(place)
            continue
        reading = _with_vetoes(read(place), rest)
        if reading.certain or (reading.face_down and place.alone):
            sure.readings.append(reading)
        else:
            rest.append((place, reading))
    return sure.readings, rest, covered


def _with_vetoes(reading: CardReading, others: Sequence[tuple[Found, CardReading]]) -> CardReading:
    """Return a reading; it is not certain if the card was vetoed at another place of the same card.

    The best of several fits proves little.
    """
    if reading.certain and any(
        other.vetoed
        and other.card == reading.card
        and overlap(other.corners, reading.corners) > MAX_UNCOVERED_OVERLAP
        for _, other in others
    ):
        return replace(reading, verdict=Verdict.DOUBTFUL, vetoed=True)
    return reading


def _add_doubtful(chosen: _Chosen, rest: Sequence[tuple[Found, CardReading]]) -> list[Found]:
    """Add the doubtful cards, the best first; return the places for which there is no room."""
    covered = []
    for place, reading in sorted(rest, key=lambda pair: -pair[1].score):
        trusted = reading.score >= MIN_PROPOSAL_TRUST and not reading.face_down
        if not chosen.has_room_for(reading.corners):
            covered.append(place)
        elif reading.card is not None and (place.alone or trusted):
            chosen.readings.append(reading)
    return covered


def _clear_place_test(chosen: Sequence[CardReading]) -> Callable[[Found], bool]:
    """Return a function that checks a place for clear sides and for the known cards' size."""
    sizes = [area(card.corners) for card in chosen]
    usual = float(np.median(sizes)) if sizes else None

    def clear(place: Found) -> bool:
        size = area(place.corners)
        fits = usual is None or UNNAMED_AREA[0] * usual <= size <= UNNAMED_AREA[1] * usual
        return fits and place.alone and place.support >= MIN_UNNAMED_SUPPORT

    return clear


def unexplained_clusters(
    clusters: Sequence[Found], cards: Sequence[CardReading]
) -> tuple[Found, ...]:
    """Return the clusters that the cards read in them do not explain.

    Those cards cover most of a cluster's box. The place of a single card has sides; it is explained
    if it has another size than the cards, or if they leave too little of its outline.
    """
    return tuple(
        cluster
        for cluster in clusters
        if (
            _shows_a_card(cluster.corners, cards)
            if cluster.support
            else sum(_covered_share(cluster.corners, card.corners) for card in cards)
            < EXPLAINED_CLUSTER
        )
    )


def _shows_a_card(place: Corners, cards: Sequence[CardReading]) -> bool:
    """Whether a place has a card's size, with enough of its outline outside the known cards."""
    if any(card.card and overlap(place, card.corners) > SAME_PLACE for card in cards):
        return False
    middle = place.mean(0)
    sure = [card.corners for card in cards if card.certain]
    if sure:
        nearest = min(sure, key=lambda one: float(np.linalg.norm(one.mean(0) - middle)))
        least, most = COVERED_AREA
        if not least < area(place) / max(area(nearest), 1e-6) < most:
            return False
    return visible_outline(place, stacked(card.corners for card in cards)) > MIN_OUTLINE


def _covered_share(cluster: Corners, card: Corners) -> float:
    """Return the share of a cluster that a card covers."""
    return overlap(cluster, card) * min(area(cluster), area(card)) / max(area(cluster), 1e-6)


class _Chosen:
    """The chosen readings, with a test for further places."""

    def __init__(self) -> None:
        self.readings: list[CardReading] = []

    def add_if_room(self, reading: CardReading, corners: Corners | None = None) -> None:
        """Add a reading if there is room for it at `corners` (4 x 2), by default its own."""
        if self.has_room_for(reading.corners if corners is None else corners):
            self.readings.append(reading)

    def has_room_for(self, corners: Corners) -> bool:
        """Whether no chosen card overlaps a place too much."""
        return all(
            overlap(corners, reading.corners) < MAX_UNCOVERED_OVERLAP for reading in self.readings
        )
