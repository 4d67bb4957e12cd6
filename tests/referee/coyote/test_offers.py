"""What Coyote offers, wants and shows: the front ends see the game through these alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import Cue

Begin = Callable[..., Any]


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
