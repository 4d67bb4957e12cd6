"""What a table's own player is asked, and what it answers: values that go from process to process.

Only what its seat may see is in them: the state holds no hidden card, and `visible_cards` no other's.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.reports.hindsight import CostlyMove


class MoveRequest(msgspec.Struct, frozen=True, tag=True):
    """What does a seat do that knows the cards of its `visible_cards` hands, by their numbers?

    `seed` makes the answer the same each time.
    """

    game: str
    state: Any
    seat: int
    visible_cards: dict[int, tuple[str, ...]]
    level: str
    seed: str


class AnalysisRequest(msgspec.Struct, frozen=True, tag=True):
    """What else was there for the `persons` of a match that is over?

    It begins with the state `begun`; moves are plain data, those whose numbers are `left_out` were
    nobody's. `seed` makes the answer the same each time.
    """

    game: str
    begun: Any
    moves: tuple[dict[str, Any], ...]
    persons: tuple[int, ...]
    left_out: tuple[int, ...]
    seed: str


class Decision(msgspec.Struct, frozen=True, tag=True):
    """A move of the game's, as plain data, and which cards are kept; without one, it draws.

    One that is `late` says that nobody else has anything to say.
    """

    move: dict[str, Any] | None
    kept: tuple[str, ...] = ()
    late: bool = False


class NothingToDo(msgspec.Struct, frozen=True, tag=True):
    """The seat has nothing to decide."""


class HandMismatch(msgspec.Struct, frozen=True, tag=True):
    """The cards in its hand are not those that the match counts there."""


class AnalysisResult(msgspec.Struct, frozen=True, tag=True):
    """The moves that cost most, the worst first."""

    missed: tuple[CostlyMove, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Nothing came of it, for a `reason` that no player has to read."""

    reason: str


Request = MoveRequest | AnalysisRequest
Answer = Decision | NothingToDo | HandMismatch | Failed
AnalysisAnswer = AnalysisResult | Failed
