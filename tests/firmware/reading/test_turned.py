"""A card that was turned over where it lay is told from one that was laid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.reading.ledger.turned import TurnedCards
from firmware.reading.seen_cards import SeenCard
from referee.table import Zone
from tests.firmware.reading.looks import settled
from vision.reading import BACK

MIDDLE, SEAT = Zone("middle"), Zone("seat", 0)


def lies(id_: str, *, down: bool = False, x_mm: float = 0.0, zone: Zone = MIDDLE) -> SeenCard:
    card = settled(id_, BACK if down else "3", zone=str(zone))
    reading = replace(card.reading, place_mm=(x_mm, 0.0), face_down=down)
    return SeenCard(replace(card, reading=reading), None if down else "3", None, zone)


PILE, FACE = lies("pile", down=True), lies("face", x_mm=70.0)


@pytest.mark.parametrize(
    ("passes", "turned"),
    [
        ([[PILE], [lies("up")]], True),
        ([[PILE], [], [lies("up", x_mm=8.0)]], True),  # while a hand was there
        ([[PILE], [PILE, lies("up", x_mm=70.0)]], False),
        ([[], [lies("up")]], False),
        ([[PILE], [lies("up", zone=SEAT)]], False),
        ([[lies("old")], [lies("up")]], False),  # another card in its place
        ([[FACE], [lies("up", down=True, x_mm=70.0)]], True),
        ([[PILE], [FACE], [lies("up", down=True, x_mm=70.0)]], False),  # the pile was moved
        ([[PILE], [lies("on")], [lies("up", down=True)]], False),  # back upon the pile
    ],
)
def test_a_card_that_was_turned_over_is_told_from_one_that_was_laid(
    passes: list[list[SeenCard]], turned: bool
) -> None:
    cards = TurnedCards()
    for seen in passes:
        cards.follow(seen)
    assert (passes[-1][-1] in cards) is turned
