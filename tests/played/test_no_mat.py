"""A table with neither camera nor mat: a trick, a territory, a reveal are pictures by phones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.match.commands import Begin, Move
from referee.ogallala.state.territory import cells
from tests.breadth import breadth
from tests.played.home import RealHome
from tests.played.pictures import Phone
from tests.vision.off_mat import rows, trick
from vision.synthetic.scene import DARK_WOOD

SEATS = ("Blue", "Vermilion", "Green", "Yellow")  # what who has no name is called by


class Hall(RealHome):
    """A table without a camera, and a phone at each of four seats."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.desk.do(Begin("coup_detat", {}, 4))
        self.phones = [Phone(self, seat) for seat in range(4)]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with closing(Hall(tmp_path_factory.mktemp("no-mat"))) as evening:
        yield evening


def moves(evening: Hall, *made: Mapping[str, Any]) -> None:
    for item in made:
        evening.desk.do(Move(dict(item)))


def first_trick(evening: Hall, leader: int) -> None:
    """Begin a match of Coup d'État, up to the first card of the first trick."""
    evening.desk.do(Begin("coup_detat", {}, 4))
    for seat, card in enumerate(("9C", "10C", "JC", "QC")):
        drawn = "AS" if seat == leader else card
        moves(evening, {"move": "card_drawn", "player": seat, "cards": [drawn]})
    decline = {"move": "decline", "seat": (leader + 1) % 4}
    contract = {"move": "contract_read", "cards": ["victory"]}
    moves(evening, {"move": "cleared"}, decline, contract)


def played(evening: Hall) -> dict[int, str]:
    """Return who played what last, as the referee has it."""
    return {
        card.zone.seat: card.name
        for card in evening.match.layout.cards
        if card.zone.seat is not None
    }


SMALL = (1200, 900)  # pixels


@pytest.mark.parametrize("sender", breadth([0, 3]))
def test_a_trick_is_one_picture_whoever_sends_it(evening: Hall, sender: int) -> None:
    first_trick(evening, leader=1)
    cards = {1: "KH", 2: "7H", 3: "AH", 0: "10H"}
    chance = np.random.default_rng(20 + sender)
    tilt = 15.0 + 5 * sender
    send = evening.phones[sender].send(trick(cards, 4, sender, chance, tilt_deg=tilt, size=SMALL))
    assert send["came"] == "moved"
    assert played(evening) == cards
    assert len(send["said"]) == 5  # and whose each card is


def own(evening: Hall, seat: int) -> list[tuple[str, int, int]]:
    territory = evening.match.state.territories[seat]
    return sorted((cell.card, cell.row, cell.column) for cell in cells(territory))


@pytest.mark.verify
def test_a_turn_in_a_territory_without_a_mat_is_a_picture_and_its_row_one_tap(
    evening: Hall,
) -> None:
    evening.desk.do(Begin("ogallala", {}, 2))
    phone = evening.phones[0]
    chance = np.random.default_rng(5)
    answer = phone.send(rows("ogallala", {(0, 0): "fur"}, chance, size=SMALL))
    assert answer["came"] == "whose"
    assert phone.say(answer, "Row 2")["came"] == "moved"
    assert own(evening, 0) == [("fur", 1, 0)]
    lying = {(1, 0): "fur", (2, 1): "totem", (0, -1): "eagle"}
    answer = phone.send(rows("ogallala", lying, chance, turn_deg=-7.0, table=DARK_WOOD, size=SMALL))
    assert answer["came"] == "asked"  # of two cards at once the order is
    lying = {(1, 0): "fur", (2, 1): "totem"}
    picture = rows("ogallala", lying, chance, gap_mm=(14.0, 11.0), size=SMALL)
    assert phone.send(picture)["came"] == "moved"
    lying |= {(0, -1): "eagle"}
    answer = phone.send(rows("ogallala", lying, chance, turn_deg=-7.0, table=DARK_WOOD, size=SMALL))
    assert answer["came"] == "moved"
    assert own(evening, 0) == [("eagle", 0, -1), ("fur", 1, 0), ("totem", 2, 1)]
