"""Tries all ways to play on, until two of them lead to different payments (SL-25)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Protocol, TypeVar

from referee.coup_detat.state.trick import Rest

MOST_POSITIONS = 1_000  # Of two tricks, 520 were the most that a proof took.

Payments = tuple[int | None, ...]  # What each opponent pays, or only what it depends on.
Position = TypeVar("Position", bound=Hashable)


class Ways(Protocol[Position]):
    """The ways to play on that fit the cards seen."""

    def is_settled(self, at: Position) -> bool:
        """Whether nothing that is still to be played can change a payment."""

    def after(self, at: Position) -> Iterator[Position]:
        """Yield the positions after each turn that the rules allow."""

    def payments(self, at: Position) -> Payments:
        """Return the payments of a settled position."""

    def rest(self, at: Position) -> Rest:
        """Return what the cards come to on the way to a settled position."""

    def common_rest(self, start: Position) -> Rest | None:
        """Return what the cards come to, if all ways lead to the same payments.

        Return None, too, if there are too many positions to try them all.
        """
        result: tuple[Rest, Payments] | None = None
        tried: set[Position] = set()
        ways = [iter((start,))]
        while ways:
            at = next(ways[-1], None)
            if at is None:
                ways.pop()
                continue
            if at in tried:
                continue
            if len(tried) >= MOST_POSITIONS:
                return None
            tried.add(at)
            if not self.is_settled(at):
                ways.append(self.after(at))
            elif result is None:
                result = self.rest(at), self.payments(at)
            elif self.payments(at) != result[1]:
                return None
        return None if result is None else result[0]
