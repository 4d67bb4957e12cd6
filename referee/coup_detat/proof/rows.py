"""Whether the cards still to be laid at Dominoes can change a payment (SL-25).

Only who is the last to hold cards counts, or in an attempt who is the first to run out (CE-35).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.coup_detat.proof.hidden import (
    Held,
    Lacks,
    added,
    bits,
    can_be_dealt,
    changed,
    each_bit,
    lacked_cards,
)
from referee.coup_detat.proof.ways import Ways
from referee.coup_detat.state.cards import PACK, SUITS, cards_of_suits, pack, rank_of
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.trick import Rest

MOST_CARDS = 8  # Unlaid cards. With more, trying takes seconds, and two ways differ anyway.

_SUITS = tuple(bits(cards_of_suits(suit)) for suit in SUITS)
_ACES = bits(tuple(card for card in PACK if rank_of(card) == "A"))


class _Line(NamedTuple):
    """A position on one way to play on. `run` says that an ace lets the player go on (CE-52)."""

    unlaid: int
    lacks: Lacks
    held: Held
    turn: int
    run: bool


class _Stakes(NamedTuple):
    """What the payment depends on, and the cards that are laid or still to be laid.

    `start` are the cards with which a row begins (CE-51).
    """

    attempter: int | None
    president: int
    pack: int
    start: int


def rest_of_rows(rows: Rows, president: int) -> Rest | None:
    """Return what the rest of Dominoes comes to if it can change no payment, or None."""
    held, seats = rows.held, len(rows.held)
    if not rows.turns or sum(held) > MOST_CARDS:
        return None
    unlaid, every = bits(rows.unlaid_cards), bits(pack(seats))
    line = _Line(unlaid, lacked_cards(rows, seats), held, rows.turn, rows.run)
    if not can_be_dealt(unlaid, line.lacks, held):
        return None  # Somebody must have passed wrongly: the next cards will show it.
    start = bits(tuple([rank_of(rows.laid[0]) + suit for suit in SUITS]))
    return _searched_rest(line, _Stakes(rows.attempter, president, every, start))


@lru_cache(maxsize=512)
def _searched_rest(line: _Line, stakes: _Stakes) -> Rest | None:
    """Return the payment for the last cards, if every way to play on leads to the same one."""
    return _Ways(stakes).common_rest(line)


class _Ways(Ways[_Line]):
    """The ways to lay the last cards."""

    def __init__(self, stakes: _Stakes) -> None:
        self._stakes = stakes

    def is_settled(self, line: _Line) -> bool:
        """Whether the deal is over: only one seat holds cards, or one has run out in an attempt."""
        out = line.held.count(0)
        return out == len(line.held) - 1 if self._stakes.attempter is None else out > 0

    def payments(self, line: _Line) -> tuple[int | None]:
        """Return who pays (None: nobody), or whether an attempt succeeds."""
        seat, attempter = self._seat(line), self._stakes.attempter
        if attempter is not None:
            return (int(seat == attempter),)
        return (None if seat == self._stakes.president else seat,)

    def rest(self, line: _Line) -> Rest:
        """Return which seat was the last to hold cards or, in an attempt, the first to run out."""
        return Rest(self._seat(line))

    def _seat(self, line: _Line) -> int:
        if self._stakes.attempter is not None:
            return line.held.index(0)
        return next(seat for seat, many in enumerate(line.held) if many)

    def after(self, line: _Line) -> Iterator[_Line]:
        """Yield the positions after each turn that the player to move may take by the rules."""
        unlaid, lacks, held, turn, run = line
        fits, fewer = self._fitting(unlaid), changed(held, turn, -1)
        for card in each_bit(fits & ~lacks[turn]):
            if can_be_dealt(unlaid ^ card, lacks, fewer):
                goes_on = run or bool(card & _ACES and not unlaid & card >> 1)  # Its king is laid.
                yield _next(unlaid ^ card, lacks, fewer, turn, goes_on and fewer[turn] > 0)
        if run:  # Stopping after an ace is free (CE-52).
            yield _next(unlaid, lacks, held, turn, False)
        elif can_be_dealt(unlaid, without := added(lacks, turn, fits), held):
            yield _next(unlaid, without, held, turn, False)

    def _fitting(self, unlaid: int) -> int:
        """Return the cards that fit next to those laid (CE-51). A suit's bits go from 7 to ace."""
        laid, result = self._stakes.pack ^ unlaid, 0
        for suit in _SUITS:
            row = laid & suit
            result |= suit & (row << 1 | row >> 1 if row else self._stakes.start)
        return result & unlaid


def _next(unlaid: int, lacks: Lacks, held: Held, turn: int, run: bool) -> _Line:
    """Return the position once the turn has passed to the next player who holds cards."""
    if not run:
        turn = (turn + 1) % len(held)
        while not held[turn]:
            turn = (turn + 1) % len(held)
    return _Line(unlaid, lacks, held, turn, run)
