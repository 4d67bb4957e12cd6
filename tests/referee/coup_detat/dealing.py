"""Matches whose players hold cards, and show no card twice in a deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.matches import match_of
from tests.referee.coup_detat.comparison import Comparison, Odds, some_options

RIGHT = Odds(wrong=0.0, take_back=0.0)


def short_settings(random: Random) -> tuple[dict[str, Any], int]:
    """Return random options for short matches of nine deals."""
    return {**some_options(random), "simpler": True}, 3


def moves(plain: dict[str, Any], seats: int, random: Random) -> Iterator[dict[str, Any]]:
    """Yield the moves of a match whose players follow the rules."""
    match = Comparison(random, seats, plain, RIGHT)
    yield from match.moves
    while not match.over:
        made = len(match.moves)
        match.step()
        yield from match.moves[made:]


def play_until_decided(desk: Desk) -> None:
    """Begin a short match, and play it until nothing can change the result of a deal."""
    options, seats = short_settings(Random(1))
    desk.do(Begin("coup_detat", options, seats))
    course = moves(options, seats, Random(1))
    while not any(offer.move == "end_deal" for offer in match_of(desk).offers):
        desk.do(Move(next(course)))
