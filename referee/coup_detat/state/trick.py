"""A trick, and the rest of a deal that ended early."""

from __future__ import annotations

from referee.contract import Frozen
from referee.coup_detat.state.cards import SUITED
from referee.tricks import Trick as AnyTrick


class Rest(Frozen):
    """The result of the cards that nobody played in a deal that ended early (SL-25).

    `seat` takes the last trick, and `taken[i]` are the cards that count for seat `i`. At Dominoes
    `seat` is the last to hold cards or, in an attempt, the first to run out. It is None if that
    changes nothing.
    """

    seat: int | None
    taken: tuple[tuple[str, ...], ...] = ()


class Trick(AnyTrick):
    """A trick (CE-23, CE-24). The leader of a Coup card may name the suit."""

    pack = SUITED
