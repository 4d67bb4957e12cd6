"""The post-match analysis as pages show it. It is computed only after somebody asks for it."""

from __future__ import annotations

import msgspec

from referee.values import Message


class CostlyMove(msgspec.Struct, frozen=True):
    """A costly move and the better alternative `instead`, both as texts like those of the log.

    `state` is the number of the state after the move, in `round`. `made` and `best` are the values
    of the two, from 0 to 1. `error` is the standard error of the difference; 0 means exact. `why`
    explains the values in the game's own words. `reason` says what speaks for the better move.
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
    reason: Message | None = None


class NotRequested(msgspec.Struct, frozen=True, tag=True):
    """Nobody has asked for the analysis yet."""


class Running(msgspec.Struct, frozen=True, tag=True):
    """The analysis is being computed."""


class CostlyMoves(msgspec.Struct, frozen=True, tag=True):
    """The costliest moves of the seats in `persons`. The worst comes first."""

    persons: tuple[int, ...]
    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The analysis failed. Anybody may ask for it again."""

    message: Message


Analysis = NotRequested | Running | CostlyMoves | Failed
