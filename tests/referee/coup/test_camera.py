"""CP-40 to CP-42: the cards that the camera guards, and a reading set right."""

from __future__ import annotations

from referee.coup.state.state import hidden_cards
from referee.pending import draws_of
from referee.table import Laid, Zone
from tests.referee.asks import reads
from tests.referee.coup.playing import Coup
from tests.referee.layouts import cards_to_clear, staying_cards


def test_cp_40_a_fourth_of_a_kind_is_never_accepted() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    assert "duke" not in hidden_cards(match.state)
    match.comes_to(4)
    match.declare("tax")
    match.do("challenge", seat=0)
    refusal = match.refused("card_shown", cards=["duke"])
    lie = {"card": "duke", "most": 3, "zones": ("seat:1", "seat:2", "seat:3")}
    assert (refusal.rule, refusal.message.params) == ("CP-40", lie)
    ((_, ask),) = reads(match.game.rules.offers(match.state))
    assert "duke" not in ask.possible
    match.do("concede", seat=4)
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-40"
    match.loses("captain")


def test_cp_40_a_misread_card_is_set_right_by_the_table() -> None:
    match = Coup()
    match.coup(1, "duke")
    match.declare("income")
    match.do("cards_corrected", cards=["captain"])
    assert match.state.faces == ((), ("captain",), ())
    assert match.ruling("CP-40").message.params == {"was_cards": ("duke",), "cards": ("captain",)}
    assert match.refused("cards_corrected", cards=["captain", "duke"]).rule == "CP-41"


def test_cp_16_more_cards_than_were_drawn_are_told() -> None:
    match = Coup()
    match.declare("exchange")
    match.passes()
    five = tuple(Laid("", Zone("seat", 0), id=str(card), down=True) for card in range(5))
    (refusal,) = match.game.table.judge(match.state, five).refusals
    assert (refusal.rule, refusal.message.key) == ("CP-16", "coup.refused.drawn_too_many")
    assert (refusal.message.params["given"], refusal.message.params["count"]) == (5, 4)


def test_cp_41_a_turned_card_stays_in_its_owners_zone() -> None:
    match = Coup()
    match.coup(1, "duke")
    assert staying_cards(match.game, match.state) == {"seat:1": ["duke"]}
    match.comes_to(0)
    match.purse(0, 7)
    match.declare("coup", 1)
    ((_, ask),) = reads(match.game.rules.offers(match.state))
    assert (ask.zone, ask.least, ask.most, ask.known) == ("seat:1", 2, 2, ("duke",))
    assert match.refused("card_turned", cards=["captain"]).rule == "CP-41"
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-41"
    assert match.refused("card_turned", cards=["duke", "captain", "captain"]).rule == "CP-41"


def test_cp_42_a_shown_card_leaves_the_table_first() -> None:
    match = Coup()
    match.declare("tax")
    match.challenge(2, "duke")
    assert match.refused("card_returned").rule == "CP-26"  # first a card is lost
    match.loses("captain")
    assert cards_to_clear(match.game, match.state) == {"middle": ["duke"]}
    assert match.refused("card_returned", cards=["duke"]).rule == "CP-42"
    assert match.refused("declare", seat=1, action="income").rule == "CP-42"
    match.do("card_returned")
    assert match.state.turn == 1


def test_cp_25_a_proven_card_may_go_back_to_the_court_before_the_challenger_turns_one_up() -> None:
    match = Coup(4)
    match.declare("tax")
    match.challenge(3, "duke")
    assert match.seen.phase == "lose"
    assert drawers(match) == [0]
    match.loses("captain")
    assert (match.seen.phase, drawers(match)) == ("return", [0])
    match.do("card_returned")
    assert drawers(match) == []


def drawers(match: Coup) -> list[int | None]:
    """Return the seats that draw from the Court."""
    return [item.seat for item in draws_of(match.game.table.pending(match.state))]
