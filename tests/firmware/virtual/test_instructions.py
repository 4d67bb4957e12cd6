"""What a player types on a phone is done with the cards of the virtual table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firmware.mats import load_mats
from firmware.virtual.brief import Brief
from firmware.virtual.instructions import (
    CardsOut,
    DealUndone,
    Instruction,
    Instructions,
    TypedMove,
)
from firmware.virtual.pile import Pile
from firmware.virtual.state import TableState
from referee.actor import Actor
from referee.contract import By
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE
from referee.table import Card, CardStatus, Laid, Layout, Zone
from tests.firmware.virtual.hands import Hands
from tests.matches import match_of
from vision.spread import Spread

MARKET = ("heron_4", "horse", "horse", "swallow_4")


def middle_of(spread: Spread, zone: str) -> tuple[float, float, float]:
    left, top, right, bottom = spread.zones[zone]
    return (left + right) / 2, (top + bottom) / 2, 0.0


def test_a_card_typed_as_taken_goes_into_the_hand_and_one_typed_as_laid_lies_there() -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Place(table.table.scene().hands[2][0], 400.0, 300.0))
    (lay,) = table.table.scene().placed
    where = Zone.parse(str(table.table.spread.zone_of(lay.x_mm, lay.y_mm)))
    free = Layout((Card(lay.card, where, status=CardStatus.FREE),))
    table.table.follow(TypedMove(free, Layout(), 0))
    assert table.held() == [2, 1, 0]
    assert not table.table.scene().placed
    laid = Layout((Card(lay.card, Zone("seat", 0), status=CardStatus.STAYS),))
    for _ in range(2):  # what lies there already is not laid again
        table.table.follow(TypedMove(Layout(), laid, 0))
        (lay,) = table.table.scene().placed
        assert table.table.spread.zone_of(lay.x_mm, lay.y_mm) == "seat:0"
        assert table.held() == [1, 1, 0]


def test_a_card_that_was_taken_by_hand_and_then_typed_is_taken_once() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 2}), [[], []])
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    lay.hands = [[lay.pile.take_named("horse")], []]
    lay.put(lay.pile.take_named("horse"), middle_of(spread, "market"))
    card = Card("horse", Zone("market"), status=CardStatus.FREE)
    assert not list(TypedMove(Layout((card, card)), Layout((card,)), 0).acts(lay, spread))
    assert len(list(TypedMove(Layout((card, card)), Layout(), 0).acts(lay, spread))) == 1


def test_who_types_what_goes_before_drawing_has_drawn_it_too() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 3}), [[], []])
    held = lay.pile.take_named("horse")
    lay.hands = [[held], []]
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    laid = Layout((Card("horse", Zone("discard"), status=CardStatus.TO_CLEAR),))
    goes, draw = virtual_acts.Show(held, "discard"), virtual_acts.Hold(PILE, 0)
    assert list(TypedMove(Layout(), laid, 0, (2, 7)).acts(lay, spread)) == [draw, draw, goes]
    lay.note_drawn(7)
    assert list(TypedMove(Layout(), laid, 0, (2, 7)).acts(lay, spread)) == [draw, goes]
    assert not list(TypedMove(Layout(), Layout(), 0, (2, 7)).acts(lay, spread))


def test_who_holds_a_card_that_leaves_play_has_the_card_dealt_to_nobody_in_its_place() -> None:
    lay = TableState("deck", 1, Pile.new({"coup": 1, "7H": 1, "8H": 1}), [[], []])
    coup, table, other = (lay.pile.take_named(name) for name in ("coup", "7H", "8H"))
    lay.hands = [[other], [coup]]
    spread = Spread.side_by_side(load_mats("coup_detat", 3))
    lay.put(table, middle_of(spread, "talon"), face_up=False)
    swap = [virtual_acts.Take(coup), virtual_acts.Hold(table, 1)]
    assert list(CardsOut(frozenset({"coup"})).acts(lay, spread)) == swap
    lay.discard(coup)
    lay.give(table, 1, Random(1))
    assert not list(CardsOut(frozenset({"coup"})).acts(lay, spread))


# -- what is an instruction -------------------------------------------------------------------


def read(desk: Desk, *moves: dict[str, Any]) -> None:
    """Let the camera read these moves."""
    for move in moves:
        desk.do(Move(move), Actor(By.CAMERA))


def instructions(desk: Desk) -> list[Instruction]:
    """Return a list in which every later instruction comes."""
    typing, given = Instructions(), list[Instruction]()
    typing(match_of(desk))

    def listen(match: Any) -> None:
        if (instruction := typing(match)) is not None:
            given.append(instruction)

    desk.listen(listen)
    return given


@pytest.fixture
def court(desk: Desk) -> Desk:
    """Return a match of Coup d'État whose first cards lie there."""
    desk.do(Begin("coup_detat", seats=3))
    cards = enumerate(("AH", "KH", "9H"))
    read(desk, *({"move": "card_drawn", "player": seat, "cards": [card]} for seat, card in cards))
    read(desk, {"move": "cleared"})
    return desk


def test_the_coup_card_leaves_play_for_who_declines_and_a_card_taken_back_is_held(
    court: Desk,
) -> None:
    given = instructions(court)
    court.do(Move({"move": "decline", "seat": 1}), Actor(By.SEAT, 1))
    assert given == [CardsOut(frozenset({"coup"}))]
    named = {"move": "name_contract", "seat": 0, "contract": "victory"}
    court.do(Move(named), Actor(By.SEAT, 0))
    for seat, card in enumerate(("KH", "QS")):
        read(court, {"move": "card_played", "player": seat, "cards": [card]})
    court.do(Move({"move": "take_back", "seat": 1}), Actor(By.SEAT, 1))
    assert given[1:] == [DealUndone(frozenset({("QS", Zone("seat", 1))}))]


def test_only_what_a_seat_or_the_host_typed_is_done_by_hands(desk: Desk) -> None:
    desk.do(Begin("plenty_coups", seats=2))
    given = instructions(desk)
    take = {"move": "take", "seat": 0, "cards": ["horse", "horse"]}
    desk.do(Move({"move": "market_read", "cards": MARKET}), Actor(By.HOST))
    read(desk, {**take, "proof": ["a", "b"]})
    desk.do(Undo(), Actor(By.HOST))
    assert given == []
    desk.do(Move(take), Actor(By.SEAT, 0))
    (typed,) = given
    assert isinstance(typed, TypedMove)
    assert typed.hand == 0
    assert [card.name for card in typed.was.cards] == list(MARKET)
    assert [card.name for card in typed.now.cards] == ["heron_4", "swallow_4"]
    says = Brief.from_match(desk.snapshot()).offer_label(Laid("weapon_2", Zone("defence", 1)))
    assert says is not None
    assert says.key == "plenty_coups.offer.gift"
