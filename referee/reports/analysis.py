"""What is told after a match of what else there was: worked out once somebody asks."""

from __future__ import annotations

import msgspec

from referee.values import Message


class CostlyMove(msgspec.Struct, frozen=True):
    """A move that cost something: what was done, what there was `instead`, in the log's words.

    `state` is the number of the state that it led to, in `round`. Both are worth something, from 0
    to 1; by so much, the standard `error`, the difference may be another, 0 where it is exact.
    `why` says the figures in the game's own words.
    """

    seat: int
    state: int
    round: int
    did: Message
    instead: Message
    made: float
    best: float
    error: float = 0.0
    why: Message | None = None


class NotRequested(msgspec.Struct, frozen=True, tag=True):
    """Nobody has asked yet."""


class Running(msgspec.Struct, frozen=True, tag=True):
    """It is being worked out."""


class CostlyMoves(msgspec.Struct, frozen=True, tag=True):
    """What cost most, the worst first, of those seats that `persons` had."""

    persons: tuple[int, ...]
    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Nothing came of it; one may ask again."""

    message: Message


Analysis = NotRequested | Running | CostlyMoves | Failed
