"""What a player types on a phone is done with the cards of the virtual table."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest

from firmware.virtual.brief import Brief
from firmware.virtual.instructions import (
    CardsOut,
    DealUndone,
    Instruction,
    Instructions,
    TypedMove,
)
from firmware.virtual.situation import Situation
from referee.actor import Actor
from referee.contract import By, IllegalMove
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.reports import virtual_acts
from referee.table import Card, CardStatus, Laid, Layout, Zone
from tests.firmware.virtual.hands import Hands
from tests.matches import match_of

MARKET = ("heron_4", "horse", "horse", "swallow_4")


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


def test_hands_follow_a_move_that_was_made_whatever_lies_unread_and_leave_what_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The refusal of a tap was raised to the match, and the parts after this one heard nothing."""
    table = Hands()
    table.deal()
    monkeypatch.setattr(Situation, "must_wait", lambda *_: True)
    (card,) = table.table.scene().hands[0]
    lays = virtual_acts.Show(card, "seat:0")
    with pytest.raises(IllegalMove):
        table.table.do(lays)
    said = Mock(acts=Mock(return_value=[virtual_acts.Show(card, "nowhere"), lays]))
    table.table.follow(said)
    assert [card.id for card in table.table.scene().placed] == [card]


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
