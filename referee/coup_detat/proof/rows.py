"""Whether the cards still to be laid at Dominoes can change a payment (SL-25).

Only who is the last to hold cards counts, or in an attempt who is the first to run out (CE-35).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.coup_detat.proof.hidden import (
    WAYS,
    Lacks,
    TooManyLines,
    added,
    bits,
    can_be_dealt,
    cards_in,
    each_bit,
    lacked_cards,
)
from referee.coup_detat.state.deals import Rows
from referee.coup_detat.state.rows import Turn, grants_another_turn
from referee.coup_detat.state.trick import Rest

MOST_CARDS = 8  # Unlaid cards. With more, trying takes seconds, and two ways differ anyway.
MOST_LINES = 1_000  # Positions that are tried.


class _Line(NamedTuple):
    """A position on one way to play on: the rows, and what each seat cannot hold."""

    rows: Rows
    lacks: Lacks

    @property
    def key(self) -> tuple[object, ...]:
        """What the ways to play on from here depend on."""
        rows = self.rows
        return frozenset(rows.laid), self.lacks, rows.held, rows.turn, rows.run


@lru_cache(maxsize=512)
def rest_of_rows(rows: Rows, president: int) -> Rest | None:
    """Return what the rest of Dominoes comes to if it can change no payment, or None."""
    if not rows.turns or len(rows.unlaid_cards) > MOST_CARDS:
        return None
    search = _Search(president)
    line = _Line(rows, lacked_cards(rows, len(rows.held)))
    if not can_be_dealt(bits(rows.unlaid_cards), line.lacks, rows.held):
        return None  # Somebody must have passed wrongly: the next cards will show it.
    try:
        two = any(search.finds_two_by(line, way) for way in WAYS) or search.finds_two(line)
    except TooManyLines:
        return None
    return None if two else search.rest


class _Search:
    """Tries ways to play on until two of them lead to different payments."""

    def __init__(self, president: int) -> None:
        self.rest: Rest | None = None  # Of the first way that was tried.
        self._payer: int | None = None
        self._president = president
        self._tried: set[tuple[object, ...]] = set()

    def finds_two(self, line: _Line) -> bool:
        """Whether two ways to play on lead to different payments."""
        if line.key in self._tried:
            return False
        if len(self._tried) >= MOST_LINES:
            raise TooManyLines
        self._tried.add(line.key)
        rows = line.rows
        if not rows.is_ended:
            return any(self.finds_two(after) for after in _after(line))
        return self._differs(rows)

    def finds_two_by(self, line: _Line, way: int) -> bool:
        """Whether one of the `WAYS` to play on leads to other payments than those before."""
        while not line.rows.is_ended:
            line = next(iter(_after(line, bool(way & 1))))
            way >>= 1
        return self._differs(line.rows)

    def _differs(self, rows: Rows) -> bool:
        """Whether this end of the deal leads to other payments than the first one."""
        seat = rows.holders[0] if rows.attempter is None else rows.held.index(0)
        payer = None if seat == self._president else seat
        if rows.attempter is not None:
            payer = int(seat == rows.attempter)
        if self.rest is None:
            self.rest, self._payer = Rest(seat), payer
        return payer != self._payer


def _after(line: _Line, from_top: bool = False) -> Iterator[_Line]:
    """Yield the positions after each turn that the player to move may take by the rules."""
    rows, lacks = line
    seat, fits = rows.turn, bits(rows.fitting_cards)
    unseen = bits(rows.unlaid_cards)
    for one in each_bit(unseen & fits & ~lacks[seat], from_top):
        card = cards_in(one)[0]
        run = rows.run or grants_another_turn(card, rows.laid)
        after = rows.plus(Turn(seat, card), run)
        if can_be_dealt(unseen & ~one, lacks, after.held):
            goes_on = after.run and after.held[seat]
            yield _Line(after if goes_on or after.is_ended else after.with_next_player(), lacks)
    passed = rows.plus(Turn(seat)).with_next_player()
    if rows.run:  # Stopping after an ace is free (CE-52).
        yield _Line(passed, lacks)
    elif rows.may_pass and can_be_dealt(unseen, without := added(lacks, seat, fits), rows.held):
        yield _Line(passed, without)
