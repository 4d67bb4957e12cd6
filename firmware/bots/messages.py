"""The requests to the bot process, and its answers.

They contain only what the seat may see: the state has no hidden cards, and `visible_cards` has no
cards of other players.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.reports.analysis import CostlyMove


class MoveRequest(msgspec.Struct, frozen=True, tag=True):
    """Asks for a seat's move. `visible_cards` maps each hand that the seat plays to its cards.

    The same `seed` gives the same answer.
    """

    game: str
    state: Any
    seat: int
    visible_cards: dict[int, tuple[str, ...]]
    level: str
    seed: str


class AnalysisRequest(msgspec.Struct, frozen=True, tag=True):
    """Asks for the costliest moves that the `persons` made in a finished match.

    The match begins in the state `begun`. Its moves are plain data; those whose numbers are in
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

    If `late`, the move only gives up the bot's chance to act, so the bot waits until others have
    had time.
    """

    move: dict[str, Any] | None
    kept: tuple[str, ...] = ()
    late: bool = False


class NothingToDo(msgspec.Struct, frozen=True, tag=True):
    """The seat has nothing to decide."""


class HandMismatch(msgspec.Struct, frozen=True, tag=True):
    """The cards in the hand contradict the state of the match."""


class AnalysisResult(msgspec.Struct, frozen=True, tag=True):
    """The costliest moves, the worst one first."""

    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The request has no answer. The `reason` is for the log."""

    reason: str


Request = MoveRequest | AnalysisRequest
Answer = Decision | NothingToDo | HandMismatch | Failed
AnalysisAnswer = AnalysisResult | Failed
