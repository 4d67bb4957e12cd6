"""The requests to the bot process and its answers.

They contain only what the seat may see. The state has no hidden card, and `visible_cards` has no
card of another player's.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.reports.analysis import CostlyMove


class MoveRequest(msgspec.Struct, frozen=True, tag=True):
    """Asks for a seat's move. `visible_cards` are the cards of its hands, by hand.

    The same `seed` gives the same answer.
    """

    game: str
    state: Any
    seat: int
    visible_cards: dict[int, tuple[str, ...]]
    level: str
    seed: str


class AnalysisRequest(msgspec.Struct, frozen=True, tag=True):
    """Asks for the costliest moves of the `persons` in a finished match.

    The match starts in the state `begun`. Its moves are plain data; those numbered in `left_out` do
    not count. The same `seed` gives the same answer.
    """

    game: str
    begun: Any
    moves: tuple[dict[str, Any], ...]
    persons: tuple[int, ...]
    left_out: tuple[int, ...]
    seed: str


class Decision(msgspec.Struct, frozen=True, tag=True):
    """A move as plain data, and the cards that are kept. Without a move, the seat draws.

    If `late`, the bot only says that it does nothing more: others may go first.
    """

    move: dict[str, Any] | None
    kept: tuple[str, ...] = ()
    late: bool = False


class NothingToDo(msgspec.Struct, frozen=True, tag=True):
    """The seat has nothing to decide."""


class HandMismatch(msgspec.Struct, frozen=True, tag=True):
    """The cards in the hand do not fit the state of the match."""


class AnalysisResult(msgspec.Struct, frozen=True, tag=True):
    """The moves that cost most, the worst first."""

    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """There is no answer. The `reason` is for the log."""

    reason: str


Request = MoveRequest | AnalysisRequest
Answer = Decision | NothingToDo | HandMismatch | Failed
AnalysisAnswer = AnalysisResult | Failed
