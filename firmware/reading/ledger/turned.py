"""Distinguishes a card that was turned over in its place from a card that somebody laid."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from firmware.reading.seen_cards import SeenCard

SAME_PLACE_MM = 20.0  # A card that is turned over moves less; cards next to each other are farther.


class TurnedCards:
    """Remembers how cards lie, and which cards have since appeared there the other way up.

    A card that was laid on a face-down card and is turned down again belongs to that pile. A
    face-down card may also be a pile that was moved there.
    """

    def __init__(self) -> None:
        self._lay: dict[str, SeenCard] = {}  # By id; also the cards that are no longer seen.
        self._known: frozenset[str] = frozenset()
        self._turned: set[str] = set()

    def follow(self, seen: Sequence[SeenCard]) -> None:
        """Note the cards of one pass."""
        there = frozenset(card.id for card in seen)
        vanished = {id_: card for id_, card in self._lay.items() if id_ not in there}
        turned = {seen_card.id for seen_card in seen if seen_card.id in self._turned}
        for item in seen:
            over = [id_ for id_, before in vanished.items() if _in_same_place(item, before)]
            other_way = any(
                vanished[id_].down is not item.down and id_ not in self._turned for id_ in over
            )
            piles = (before for before in vanished.values() if before.down)
            moved = item.down and any(pile.zone == item.zone for pile in piles)
            if item.id not in self._known and other_way and not moved:
                turned.add(item.id)
            for id_ in over:
                del vanished[id_]
        self._turned = turned | (self._turned & vanished.keys())
        self._lay = vanished | {card.id: card for card in seen}
        self._known = there

    def __contains__(self, seen: SeenCard) -> bool:
        return seen.id in self._turned


def _in_same_place(seen: SeenCard, other: SeenCard) -> bool:
    here, there = seen.card.reading.place_mm, other.card.reading.place_mm
    if here is None or there is None or seen.zone != other.zone:
        return False
    return dist(here, there) < SAME_PLACE_MM
