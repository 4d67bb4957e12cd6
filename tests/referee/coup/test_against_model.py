"""The referee beside a table with real cards, whose model was written from the rule file alone.

Players of the model bluff at random, the camera misreads, the host meddles with purses. After
each move all that the table can see is the same on both sides, and so is what may come next.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from referee import library
from referee.contract import BadOptions
from referee.match import commands
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.breadth import breadth
from tests.referee.comparison import played
from tests.referee.coup.comparison import Comparison, begun
from tests.referee.enough import matches
from tests.referee.models.coup import ACTIONS, READINGS, Match, Move, Options, Refused, Table

GAME = library.game("coup")
MATCHES = int(os.environ.get("COYOTE_MATCHES", "100"))
PARTS = 4  # so that they can run side by side


@pytest.mark.parametrize("part", breadth(range(PARTS)))
def test_the_referee_rules_as_the_model_does(part: int) -> None:
    seen: Counter[str] = Counter()
    every = {f"won by {seat}" for seat in range(6)} | {f"declare {action}" for action in ACTIONS}
    every |= {"block", "name_card", "cards_corrected", "concede"}
    for number in matches(MATCHES // PARTS, lambda: seen.keys() >= every):
        seen.update(played(begun, f"match {number} of part {part}"))
    assert every <= set(seen)


@pytest.mark.parametrize("seats", range(9))
def test_what_can_begin(seats: int) -> None:
    """CP-1, CP-3, CP-16: seats, a starter among them, hands for all and two for the Court."""
    every = [Options(starter=starter) for starter in range(-1, 8)]
    every += [
        Options(deck={"duke": cards // 2, "captain": (cards + 1) // 2}) for cards in range(1, 16)
    ]
    for options in every:
        begun = True
        try:
            Match(options, seats)
        except Refused:
            begun = False
        if begun:
            GAME.rules.begin(library.options(GAME, asdict(options)), seats)
        else:
            with pytest.raises(BadOptions):
                GAME.rules.begin(library.options(GAME, asdict(options)), seats)


TWO_DUKES_UP: list[Move] = [
    {"move": "coins_set", "seat": 0, "coins": 7},
    {"move": "declare", "seat": 0, "action": "coup", "target": 1},
    {"move": "card_turned", "cards": ["duke"]},
    {"move": "coins_set", "seat": 1, "coins": 7},
    {"move": "declare", "seat": 1, "action": "coup", "target": 2},
    {"move": "card_turned", "cards": ["duke"]},
]


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        pytest.param(
            Options(),
            [
                {"move": "coins_set", "seat": 0, "coins": 3},
                {"move": "declare", "seat": 0, "action": "assassinate", "target": 1},
                {"move": "coins_set", "seat": 1, "coins": 48},
                {"move": "challenge", "seat": 1},
                {"move": "concede", "seat": 0},
                {"move": "card_turned", "cards": ["duke"]},
            ],
            id="CP-27: coins that a challenge may return are not given away",
        ),
        pytest.param(
            Options(),
            [
                *TWO_DUKES_UP,
                {"move": "declare", "seat": 2, "action": "tax"},
                {"move": "challenge", "seat": 0},
                {"move": "card_shown", "cards": ["duke"]},
                {"move": "card_turned", "cards": ["duke"]},
                {"move": "card_turned", "cards": ["captain"]},
                {"move": "cards_corrected", "cards": ["duke"]},
                {"move": "card_returned"},
                {"move": "cards_corrected", "cards": ["duke"]},
            ],
            id="CP-40: nor is a card turned up a fourth Duke once the third is taken back",
        ),
        pytest.param(
            Options(named_block=False),
            [
                {"move": "declare", "seat": 0, "action": "extort", "target": 1},
                {"move": "move_on", "seat": 0},
                {"move": "block", "seat": 1, "card": "captain"},
                {"move": "block", "seat": 1},
                {"move": "challenge", "seat": 0},
                {"move": "card_shown", "cards": ["ambassador"]},
            ],
            id="CP-15: a block of extortion names no card where the table agreed so",
        ),
    ],
)
def test_what_random_play_found(options: Options, moves: list[Move]) -> None:
    match = Comparison(options, 3, Random(0))
    for move in moves:
        match.either(move)


def test_the_winner_starts_the_next_match(tmp_path: Path) -> None:
    """CP-3: a starter is named for the first match only."""
    match, random = Match(Options(), 3), Random(1)
    table, desk = Table(match, random), Desk.open(tmp_path / "journal")
    desk.do(Begin("coup", {}, 3))
    while match.winner is None:
        said = [move for move in match.legal() if move["move"] not in READINGS]
        move = random.choice([*said, *table.readings()])
        table.play(move)
        told = desk.do(commands.Move(move))
    assert told.outcome is not None
    assert told.outcome.winners == (match.winner,) != (0,)
    desk.do(Begin("coyote", {}, 3))  # in between
    begun = desk.do(Begin("coup", {}, 3))
    others = desk.do(Begin("coup", {}, 4))
    named = desk.do(Begin("coup", {"starter": 2}, 3))
    desk.close()
    assert begun.state.turn == match.winner
    assert others.state.turn == 0, "others play: the table names a seat"
    assert named.state.turn == 2, "so it does where it says so"
