"""Bots have a voice: one line of their temper when they call, are caught or are wrongly doubted."""

from __future__ import annotations

from typing import Any

import pytest

from referee.booklet.outcries import VARIANTS, Outcry
from referee.determinization import Temper
from referee.match.commands import Begin, Level, Move, Pause
from referee.match.desk import Desk

PERSON_FIRST: tuple[Level, ...] = ("", "fair", "fair")


def said(desk: Desk, move: str, **fields: Any) -> Outcry | None:
    """Return what a bot says after a move."""
    return desk.do(Move({"move": move, **fields})).outcry


def spoken(seat: int, occasion: str) -> tuple[str, ...]:
    """Return the keys of what the bot of a seat may say."""
    temper = Temper.of(seat).name.lower()
    return tuple(f"bot.{occasion}.{temper}.{n}" for n in range(VARIANTS))


def check(outcry: Outcry | None, seat: int, occasion: str) -> None:
    assert outcry is not None
    assert outcry.seat == seat
    assert outcry.words.key in spoken(seat, occasion)


def test_a_bot_that_calls_and_one_that_is_caught_say_a_word_until_the_next_move(
    desk: Desk,
) -> None:
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 3, levels=PERSON_FIRST))
    assert said(desk, "announce", seat=0, number=5) is None
    assert said(desk, "announce", seat=1, number=90) is None
    check(said(desk, "challenge", seat=2), 2, "calls")
    check(said(desk, "cards_read", cards=["20", "1", "2"]), 1, "caught")
    paused = desk.do(Pause())
    assert paused is not None
    assert paused.outcry is None


@pytest.mark.parametrize(("card", "occasion"), [("duke", "doubted"), ("captain", "caught")])
def test_a_bot_answers_for_its_claim(desk: Desk, card: str, occasion: str) -> None:
    desk.do(Begin("coup", {}, 3, levels=("fair", "fair", "")))
    said(desk, "declare", seat=0, action="tax")
    check(said(desk, "challenge", seat=1), 1, "calls")
    check(said(desk, "card_shown", cards=[card]), 0, occasion)
