"""The referee beside a table with real cards, whose model was written from the rule file alone.

Players of the model bluff at random, the camera misreads, the host meddles with purses. After
each move all that the table can see is the same on both sides, and so is what may come next.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from referee import library
from referee.contract import (
    BadOptions,
)
from referee.match import commands
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.referee.coup.beside import GAME, Pair
from tests.referee.enough import matches
from tests.referee.models.coup import (
    ACTIONS,
    DECK,
    READINGS,
    Match,
    Move,
    Options,
    Refused,
    Table,
)

MATCHES = int(os.environ.get("COYOTE_MATCHES", "200"))
PARTS = 4  # so that they can run side by side
HOST_SHARE = 0.05  # how often the host sets a purse
MISREAD_SHARE = 0.1  # of the readings
CORRECTIONS_SHARE = 0.01  # how often corrections are tried, each by replaying the match
MOST_MOVES = 300


def settings(random: Random) -> tuple[Options, int]:
    """Options and seats as a table might choose them; sometimes a strange deck."""
    seats = random.randint(2, 6)
    options = Options(
        starter=random.randrange(seats),
        most_s=random.choice([0, 20]),
        strict_contessa=random.random() < 0.5,
        named_block=random.random() < 0.5,
        two_players=random.choice(["sheet", "one_coin", "sets"]),
    )
    if random.random() < 0.2 and options.two_players != "sets":
        options.deck = {card: random.randint(1, 4) for card in DECK}
        while sum(options.deck.values()) < 2 * seats + 2:
            options.deck[random.choice(list(DECK))] += 1
    return options, seats


def host_move(pair: Pair, random: Random) -> Move:
    """A purse set to anything, to the end of what there is, or past it."""
    seat = random.randrange(-1, pair.seats + 1)
    limits = pair.match.purse_limits(seat) or (0, 0)
    ends = [limits[0] - 1, limits[0], limits[1], limits[1] + 1]
    coins = random.choice([*ends, *(random.randint(0, 12) for _ in range(6))])
    return {"move": "coins_set", "seat": seat, "coins": coins}


def play(random: Random) -> Iterator[tuple[Pair, Move]]:
    """One match; what is read wrongly is corrected before the next reading, or after the end."""
    pair = Pair(*settings(random))
    match, table = pair.match, Table(pair.match, random)
    correction: Move | None = None
    for _ in range(MOST_MOVES):
        pair.compare_odd_moves(random)
        if random.random() < CORRECTIONS_SHARE:
            pair.compare_corrections(random)
        if random.random() < HOST_SHARE:
            pair.either(host_move(pair, random))
        due = match.moment.what in ("show", "lose", "return", "over")
        if correction and (due or random.random() < 0.5):
            match.play(correction)
            pair.took(correction)
            yield pair, correction
            correction = None
            continue
        if match.winner is not None:
            return
        readings = table.readings()
        for reading in readings:
            pair.same(f"{reading} is true", True, reading in match.legal())
        moves = [move for move in match.legal() if move["move"] not in READINGS]
        move = read = random.choice(moves + readings)
        if move["move"] in ("card_shown", "card_turned") and random.random() < MISREAD_SHARE:
            read = random.choice([m for m in match.legal() if m["move"] == move["move"]])
            correction = {"move": "cards_corrected", "cards": move["cards"]}
        waiting_for = match.moment.seats
        table.play(move, read)
        if "cards" in read:
            read = {**read, "cards": random.sample(read["cards"], len(read["cards"]))}
        if read["move"] == "challenge":
            late = [seat for seat in waiting_for if seat != read["seat"] and random.random() < 0.3]
            read = {**read, "behind": [{"seat": s, "ms": random.random() * 50} for s in late]}
        pair.took(read)
        yield pair, read


@pytest.mark.parametrize("part", range(PARTS))
def test_the_referee_rules_as_the_model_does(part: int) -> None:
    seen: Counter[str] = Counter()
    every = {f"won by {seat}" for seat in range(6)} | {f"declare {action}" for action in ACTIONS}
    every |= {"block ", "name_card ", "cards_corrected ", "concede "}
    for number in matches(MATCHES // PARTS, lambda: every <= set(seen)):
        for pair, move in play(Random(f"match {number} of part {part}")):
            seen[f"{move['move']} {move.get('action', '')}"] += 1
            seen[f"won by {pair.match.winner}"] += 1
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
            GAME.begin(library.options(GAME, asdict(options)), seats)
        else:
            with pytest.raises(BadOptions):
                GAME.begin(library.options(GAME, asdict(options)), seats)


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
    pair = Pair(options, 3)
    for move in moves:
        pair.either(move)


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
