"""What Coyote offers, wants and shows: the front ends see the game through these alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import By, Cue, Press

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
