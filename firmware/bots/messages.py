"""The requests to the bot process and its answers.

They contain only what the seat may see: the state has no hidden card, and `visible_cards` no card
of another player.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.reports.analysis import CostlyMove


class MoveRequest(msgspec.Struct, frozen=True, tag=True):
    """Asks for a seat's move. `visible_cards` maps each hand of the seat to its cards.

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

    The match starts in the state `begun`. Its moves are plain data. Those whose numbers are in
    `left_out` are not analysed. The same `seed` gives the same answer.
    """

    game: str
    begun: Any
    moves: tuple[dict[str, Any], ...]
    persons: tuple[int, ...]
    left_out: tuple[int, ...]
    seed: str


class Decision(msgspec.Struct, frozen=True, tag=True):
    """A move as plain data, and the cards that the seat keeps. Without a move, the seat draws.

    If `late`, the move only declares that the bot does nothing more, so others may act first.
    """

    move: dict[str, Any] | None
    kept: tuple[str, ...] = ()
    late: bool = False


class NothingToDo(msgspec.Struct, frozen=True, tag=True):
    """The seat has nothing to decide."""


class HandMismatch(msgspec.Struct, frozen=True, tag=True):
    """The cards in the hand contradict the state of the match."""


class AnalysisResult(msgspec.Struct, frozen=True, tag=True):
    """The moves that cost most, the worst first."""

    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """There is no answer. The `reason` is for the log."""

    reason: str


Request = MoveRequest | AnalysisRequest
Answer = Decision | NothingToDo | HandMismatch | Failed
AnalysisAnswer = AnalysisResult | Failed
