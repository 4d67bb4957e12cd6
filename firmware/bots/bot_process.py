"""The bot process, its requests and its answers.

They contain only what the seat may see: the state has no hidden cards, and `visible_cards` has no
cards of other players.
"""

from __future__ import annotations

from typing import Any

import msgspec

from firmware.service.child import Child
from referee.library import locations

MOVE_S = 20.0  # Timeout for a move; at the highest level it takes some seconds on a slow Pi.


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


class Failed(msgspec.Struct, frozen=True):
    """The request has no answer. The `reason` is for the log."""

    reason: str


Answer = Decision | NothingToDo | HandMismatch | Failed


def new_process() -> Child:
    """Return the bot process, which starts with its first request. It knows this table's games."""
    owned = (str(place.folder) for place in locations.places() if place.own)
    return Child("firmware.bots.bot_worker", *owned)


def move_of(process: Child, request: MoveRequest) -> Answer:
    """Return what a seat does. Raise `ChildGone` if the process does not answer."""
    answer: Answer = process.ask(request, MOVE_S)
    return answer
