"""The same match once more: the same people and options, and what follows from how it ended."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.actor import HOST
from referee.contract import IllegalMove
from referee.match.commands import Again, Begin, Move
from referee.match.desk import Desk, Snapshot, StaleMove
from tests.bench.rules.randomplay import choose


def played(desk: Desk, game: str, options: dict[str, Any], seed: int) -> Snapshot:
    """Play a match of Ada, Bo and Cy to its end."""
    match, chance = desk.do(Begin(game, options, 3, ("Ada", "Bo", "Cy"))), Random(seed)
    while match.outcome is None:
        match = desk.do(Move(choose(match.offers, chance)))
    return match


def test_again_keeps_game_options_and_names_and_cp_3_the_winner_starts(desk: Desk) -> None:
    for seed in range(3):
        over = played(desk, "coup", {"least_s": 1}, seed)
        assert over.outcome is not None
        again = desk.do(Again(over.seq), HOST)
        assert (again.game.name, again.names, again.options.least_s) == ("coup", over.names, 1)
        assert again.options.starter == over.outcome.winners[0]
        assert (again.outcome, again.log[0].by) == (None, HOST)
        assert again.match > over.match


def test_again_is_refused_while_a_match_goes_on_and_to_the_second_who_asks(desk: Desk) -> None:
    with pytest.raises(IllegalMove) as refusal:
        desk.do(Again())
    assert refusal.value.message.key == "desk.no_match"
    over = played(desk, "coyote", {}, 2)
    again = desk.do(Again(over.seq))
    with pytest.raises(StaleMove):
        desk.do(Again(over.seq))
    with pytest.raises(IllegalMove) as refusal:
        desk.do(Again(again.seq))
    assert refusal.value.message.key == "desk.not_over"
    assert desk.snapshot() == again
