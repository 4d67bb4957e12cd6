"""Tells a card that was turned face up where it lay from a card that somebody laid."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from firmware.reading.seen_cards import SeenCard

SAME_PLACE_MM = 20.0  # A card that is turned over moves less; cards next to each other are farther.


class TurnedCards:
    """Remembers where cards lie face down, and which face-up cards have appeared there since."""

    def __init__(self) -> None:
        self._backs: dict[str, SeenCard] = {}  # By id; also those that are no longer seen.
        self._known: frozenset[str] = frozenset()
        self._turned: set[str] = set()

    def follow(self, seen: Sequence[SeenCard]) -> None:
        """Note the cards of one pass."""
        there = frozenset(one.id for one in seen)
        vanished = {id_: back for id_, back in self._backs.items() if id_ not in there}
        self._turned &= there
        for one in seen:
            over = [id_ for id_, back in vanished.items() if _in_same_place(one, back)]
            if over and not one.down and one.id not in self._known:
                self._turned.add(one.id)
            for id_ in over:
                del vanished[id_]
        self._backs = vanished | {one.id: one for one in seen if one.down}
        self._known = there

    def __contains__(self, seen: SeenCard) -> bool:
        return seen.id in self._turned


def _in_same_place(one: SeenCard, other: SeenCard) -> bool:
    here, there = one.card.reading.place_mm, other.card.reading.place_mm
    if here is None or there is None or one.zone != other.zone:
        return False
    return dist(here, there) < SAME_PLACE_MM
