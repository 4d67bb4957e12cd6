"""What would follow from a move that cards may make, by the game itself, before it is made."""

from __future__ import annotations

from typing import Any

from referee import library
from referee.contract import IllegalMove, Message, Want
from referee.forms import FORM
from referee.match.desk import Snapshot


def wanted_after(match: Snapshot, move: dict[str, Any]) -> tuple[Want, ...] | Message:
    """Return what must lie where after a move, or why the referee would refuse it.

    What is no move of the game at all changes nothing.
    """
    try:
        state, _ = match.game.apply(match.state, library.move(match.game, move))
    except IllegalMove as error:
        return match.wanted if error.rule == FORM else error.message
    return match.game.wanted(state)
