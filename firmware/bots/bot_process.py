"""The bot process, its requests and its answers.

They contain only what the seat may see: the state has no hidden cards, and `visible_cards` has no
cards of other players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from firmware.service.child import Child
from referee.library import locations
from referee.reports.analysis import CostlyMove

MOVE_S = 20.0  # Timeout for a move; at the highest level it takes some seconds on a slow Pi.
ANALYSIS_S = 600.0  # Timeout for an analysis; it takes some minutes on a slow Pi.


class MoveRequest(msgspec.Struct, frozen=True):
    """Asks for a seat's move. `visible_cards` maps each hand that the seat plays to its cards.

    The same `seed` gives the same answer.
    """

    game: str
    state: Any
    seat: int
    visible_cards: dict[int, tuple[str, ...]]
    level: str
    seed: str


class AnalysisRequest(msgspec.Struct, frozen=True):
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


class Decision(msgspec.Struct, frozen=True):
    """A move as plain data, and the cards that the seat keeps. Without a move, the seat draws.

    If `late`, the move only gives up the bot's chance to act, so the bot waits until others have
    had time.
    """

    move: dict[str, Any] | None
    kept: tuple[str, ...] = ()
    late: bool = False


class NothingToDo(msgspec.Struct, frozen=True):
    """The seat has nothing to decide."""


class HandMismatch(msgspec.Struct, frozen=True):
    """The cards in the hand contradict the state of the match."""


class AnalysisResult(msgspec.Struct, frozen=True):
    """The costliest moves, the worst one first."""

    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True):
    """The request has no answer. The `reason` is for the log."""

    reason: str


Request = MoveRequest | AnalysisRequest
Answer = Decision | NothingToDo | HandMismatch | Failed
AnalysisAnswer = AnalysisResult | Failed


def new_process() -> Child:
    """Return the bot process, which starts with its first request. It knows this table's games."""
    owned = (str(place.folder) for place in locations.places() if place.own)
    return Child("firmware.bots.bot_worker", *owned)


def move_of(process: Child, request: MoveRequest) -> Answer:
    """Return what a seat does. Raise `ChildGone` if the process does not answer."""
    answer: Answer = process.ask(request, MOVE_S)
    return answer


def analysis_of(
    process: Child, request: AnalysisRequest, goes_on: Callable[[], bool]
) -> AnalysisAnswer:
    """Return the analysis of a match. Wait only while `goes_on`, called every second, returns True.

    Raise `ChildGone` if the process does not answer, or if the wait was ended early.
    """
    answer: AnalysisAnswer = process.ask(request, ANALYSIS_S, goes_on)
    return answer
