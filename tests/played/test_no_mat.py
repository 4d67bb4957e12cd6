"""A table with neither camera nor mat: a trick, a territory, a reveal are pictures by phones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.match.commands import Begin, Move
from referee.ogallala.state.territory import cells
from tests.breadth import breadth
from tests.off_mat import rendered, rows, trick
from tests.played.home import RealHome
from tests.played.pictures import Phone
from vision.synthetic.scene import CLOTH, DARK_WOOD, PlacedCard

SEATS = ("Blue", "Vermilion", "Green", "Yellow")  # what who has no name is called by


class Hall(RealHome):
    """A table without a camera, and a phone at each of four seats."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.desk.do(Begin("coup_detat", {}, 4))
        self.phones = [Phone(self, seat) for seat in range(4)]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    evening = Hall(tmp_path_factory.mktemp("no-mat"))
    yield evening
    evening.close()


def moves(evening: Hall, *made: Mapping[str, Any]) -> None:
    for one in made:
        evening.desk.do(Move(dict(one)))


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
    told = evening.phones[sender].send(trick(cards, 4, sender, chance, tilt_deg=tilt, size=SMALL))
    assert told["came"] == "moved"
    assert played(evening) == cards
    assert len(told["said"]) == 5  # and whose each card is


def test_two_cards_on_one_side_are_asked_about_and_taps_settle_it(evening: Hall) -> None:
    first_trick(evening, leader=1)
    lying = [
        PlacedCard("coup_detat", card, x, y, turn)
        for card, x, y, turn in (
            ("KH", 190.0, 165.0, 80.0),
            ("7H", 190.0, 265.0, 95.0),
            ("AH", 300.0, 120.0, 175.0),
            ("10H", 300.0, 310.0, 5.0),
        )
    ]
    cards = {"K♥": (1, "KH"), "7♥": (2, "7H"), "A♥": (3, "AH"), "10♥": (0, "10H")}
    phone, seq = evening.phones[0], evening.match.seq
    told = phone.send(rendered(lying, np.random.default_rng(4), table=CLOTH, size=SMALL))
    for _ in cards:
        if told["came"] != "whose":
            break
        assert evening.match.seq == seq  # before that nobody has played anything
        seat = next(seat for name, (seat, _) in cards.items() if name in told["said"][0])
        told = phone.say(told, SEATS[seat])
    assert told["came"] == "moved"
    assert played(evening) == dict(cards.values())


def own(evening: Hall, seat: int) -> list[tuple[str, int, int]]:
    territory = evening.match.state.territories[seat]
    return sorted((one.card, one.row, one.column) for one in cells(territory))


@pytest.mark.verify
def test_a_turn_in_a_territory_without_a_mat_is_a_picture_and_its_row_one_tap(
    evening: Hall,
) -> None:
    evening.desk.do(Begin("ogallala", {}, 2))
    phone = evening.phones[0]
    chance = np.random.default_rng(5)
    told = phone.send(rows("ogallala", {(0, 0): "fur"}, chance, size=SMALL))
    assert told["came"] == "whose"
    assert phone.say(told, "Row 2")["came"] == "moved"
    assert own(evening, 0) == [("fur", 1, 0)]
    lying = {(1, 0): "fur", (2, 1): "totem", (0, -1): "eagle"}
    told = phone.send(rows("ogallala", lying, chance, turn_deg=-7.0, table=DARK_WOOD, size=SMALL))
    assert told["came"] == "asked"  # of two cards at once the order is
    lying = {(1, 0): "fur", (2, 1): "totem"}
    picture = rows("ogallala", lying, chance, gap_mm=(14.0, 11.0), size=SMALL)
    assert phone.send(picture)["came"] == "moved"
    lying |= {(0, -1): "eagle"}
    told = phone.send(rows("ogallala", lying, chance, turn_deg=-7.0, table=DARK_WOOD, size=SMALL))
    assert told["came"] == "moved"
    assert own(evening, 0) == [("eagle", 0, -1), ("fur", 1, 0), ("totem", 2, 1)]


def reveal(evening: Hall, seats: int = 3) -> None:
    evening.desk.do(Begin("coyote", {"edition": "tomahawk"}, seats))
    announce = {"move": "announce", "seat": 0, "number": 5}
    moves(evening, announce, {"move": "challenge", "seat": 1})


def lain(*cards: str) -> list[PlacedCard]:
    """Return cards of Coyote, laid here and there."""
    places = ((170.0, 120.0, 12.0), (330.0, 200.0, -60.0), (420.0, 90.0, 170.0))
    return [
        PlacedCard("coyote-tomahawk", card, *at) for card, at in zip(cards, places, strict=False)
    ]


def test_a_reveal_is_two_pictures_where_one_does_not_show_it_all(evening: Hall) -> None:
    reveal(evening)
    chance = np.random.default_rng(7)
    part = evening.phones[1].send(rendered(lain("15", "20"), chance, size=SMALL))
    assert (part["came"], evening.match.state.phase.cards) == ("nothing", ())
    rest = evening.phones[2].send(rendered(lain("20", "-5"), chance, table=CLOTH, size=SMALL))
    assert rest["came"] == "moved"
    assert sorted(evening.match.log[-1].move.cards) == ["-5", "15", "20"]


def test_a_territory_is_counted_by_pictures_that_share_some_of_its_cards(evening: Hall) -> None:
    evening.desk.do(Begin("ogallala", {}, 2))
    canoe = ("bow_red", "totem", "archer_red", "eagle", "fur", "stern_red")
    cards = {(0, column): card for column, card in enumerate(canoe)}
    left = {at: card for at, card in cards.items() if at[1] < 4}
    right = {at: card for at, card in cards.items() if at[1] > 1}
    phone, chance = evening.phones[0], np.random.default_rng(8)
    part = phone.count(rows("ogallala", left, chance, table=CLOTH, size=SMALL))
    assert (part["total"], part["joins"]) == (0, True)
    picture = rows("ogallala", right, chance, turn_deg=-5.0, table=CLOTH, size=SMALL)
    whole = phone.count(picture, beside=part["photo"]["id"])
    assert whole["doubts"] == []
    assert [one["card"] for one in whole["table"]["lying"]] == list(canoe)
    assert whole["total"] > 0
