"""Makes the moves of people and bots, none before its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from firmware.presses.offer_times import OfferTimes
from referee import library
from referee.actor import Actor
from referee.contract import By, IllegalMove, Message, Offer
from referee.match.commands import Move
from referee.match.desk import Desk, Snapshot


class TimedMoves:
    """Makes moves, and knows since when each offer stands (`times`).

    `barrier(before_ns)` waits until all presses that began before that moment have been decided.
    `unfinished_chore` returns what a seat must do first.
    """

    def __init__(
        self,
        desk: Desk,
        barrier: Callable[[int], None],
        unfinished_chore: Callable[[], Message | None],
    ) -> None:
        self._desk, self._barrier, self._unfinished_chore = desk, barrier, unfinished_chore
        self.times = OfferTimes()

    def follow(self, match: Snapshot) -> None:
        """Take a new state of the match."""
        self.times = self.times.followed_by(match.open_offers, time.monotonic_ns())

    def due_ms(self, offer: Offer) -> int:
        """Return when an offer can be taken up, in milliseconds of the monotonic clock."""
        return self.times.due_ns(offer, time.monotonic_ns()) // 1_000_000

    def do(self, command: Move, by: Actor) -> Snapshot:
        """Make a move as soon as it may be made. Raise `RefereeError` if it is refused."""
        self.check(command.move)
        return self._desk.do(command, by)

    def check(self, move: Any) -> None:
        """Raise `IllegalMove` for a move that comes too early, or before a seat's chore is done.

        First wait for open races to end.
        """
        now_ns = time.monotonic_ns()
        if (match := self._desk.snapshot()) is None:
            return
        for offer in match.open_offers.playable.matching(as_move(match, move)):
            early = self.times.too_early(offer, now_ns)
            if early or (offer.by is By.SEAT and (early := self._unfinished_chore())):
                raise IllegalMove("table", early)
        self.await_races(now_ns)

    def await_races(self, before_ns: int) -> None:
        """If presses race, wait until all touches before this moment are decided."""
        match = self._desk.snapshot()
        if match and any(offer.shown.race for offer in match.open_offers.playable):
            self._barrier(before_ns)


def as_move(match: Snapshot, move: Any) -> Any:
    """Return a move that may still be plain data."""
    return move if isinstance(move, msgspec.Struct) else library.move_or_answer(match.game, move)
