"""What Coyote offers, wants and shows: the front ends see the game through these alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from referee.contract import By, Cue, Deal, Press

Begin = Callable[..., Any]


def test_the_seat_that_may_press_sees_so(match: Begin) -> None:
    table = match()
    table.do("announce", seat=0, number=8)
    offers = table.game.rules.offers(table.state)
    announce, challenge = offers.for_seat(1)
    assert announce.ask[0].least == 9
    assert (challenge.move, challenge.shown.press, challenge.shown.race) == (
        "challenge",
        Press.SHORT,
        False,
    )
    assert offers.cues == (Cue.IDLE, Cue.MAY_CHALLENGE, Cue.IDLE)
    assert {offer.seat for offer in offers if offer.by is By.SEAT} == {1}


@pytest.mark.parametrize(
    ("edition", "cues"),
    [("kidult", (Cue.TURN, Cue.IDLE, Cue.IDLE)), ("oliphante", (Cue.LOST, Cue.TURN, Cue.IDLE))],
)
def test_the_loser_of_the_round_sees_so_unless_it_is_on_them(
    match: Begin, edition: str, cues: tuple[Cue, ...]
) -> None:
    table = match(edition)
    table.round(500, cards=["1", "2", "3"])
    assert table.game.rules.offers(table.state).cues == cues
    table.do("announce", seat=table.state.turn, number=1)
    assert Cue.LOST not in table.game.rules.offers(table.state).cues


def test_the_focus_is_the_one_thing_that_matters_now(match: Begin) -> None:
    table = match(strikes=1)
    focus = table.game.shown.view(table.state, None).focus
    assert (focus.label.key, focus.value, focus.seat) == ("coyote.focus.first", "", 0)
    table.do("announce", seat=0, number=8)
    focus = table.game.shown.view(table.state, 2).focus
    assert (focus.label.key, focus.value, focus.seat) == ("coyote.focus.standing", "8", 0)
    assert focus.by == 0
    table.do("challenge", seat=1)
    focus = table.game.shown.view(table.state, None).focus
    assert (focus.label.key, focus.value, focus.seat) == ("coyote.focus.challenged", "8", 1)
    assert focus.by == 0  # The number is that of the seat that said it, not of the challenger.
    table.do("cards_read", cards=["?", "-5", "-10"])
    assert table.game.shown.view(table.state, None).focus.label.key == "coyote.focus.draw"
    table.do("cards_read", cards=["?", "-5", "-10", "2"])
    focus = table.game.shown.view(table.state, None).focus
    assert (focus.value, focus.seat) == ("−13 < 8", 0)
    table.round(8, cards=["6", "7"])
    focus = table.game.shown.view(table.state, None).focus
    assert (focus.label.key, focus.seat) == ("coyote.focus.won", 1)


def test_the_deal_is_that_of_the_round_to_come(match: Begin) -> None:
    """One card to each who is in (CY-1): the virtual table deals once a round, by its number."""
    table = match(strikes=1)
    view = table.game.shown.view
    assert view(table.state, None).deal == Deal(1, (1, 1, 1), shuffle=True)
    table.do("announce", seat=0, number=500)
    assert view(table.state, None).deal is None
    table.do("challenge", seat=1)
    table.do("cards_read", cards=["1", "2", "3"])
    deal = view(table.state, None).deal
    assert deal is not None
    assert replace(deal, then=None) == Deal(2, (0, 1, 1))
    assert deal.then is not None
    assert (deal.then.round, deal.then.focus.value, deal.then.deal) == (2, "", None)
    table.round(500)
    assert (view(table.state, None).deal, view(table.state, None).round) == (None, 2)


def test_the_phase_says_what_is_to_be_done_first_of_all_to_deal(match: Begin) -> None:
    table = match()

    def phase() -> str:
        key: str = table.game.shown.view(table.state, None).phase.key
        return key.removeprefix("coyote.phase.")

    assert phase() == "shuffle"
    table.do("announce", seat=0, number=1)
    assert phase() == "talking", "the first word stands for the deal"
    table.do("challenge", seat=1)
    assert phase() == "reveal"
    table.do("cards_read", cards=["1", "2", "3"])
    assert phase() == "deal"
    table.round(1, cards=["1", "2", "night"])
    assert phase() == "shuffle"
