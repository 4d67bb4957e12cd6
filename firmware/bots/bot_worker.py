"""The bot process itself: `python -m` this module.

The first argument is the connection that the requests come through; the others are the folders of
the owner's games. It imports only what thinking needs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from firmware.bots.bot_process import (
    Answer,
    Decision,
    Failed,
    HandMismatch,
    MoveRequest,
    NothingToDo,
)
from firmware.service.child import serve
from referee import library
from referee.bots.levels import Level, choose_action
from referee.determinization import ImpossibleHand, Temper
from referee.library import locations

NICENESS = 5  # Lower priority than the table, so that presses come first.


def answer(asked: MoveRequest) -> Answer:
    """Return what a seat does. The same request always gets the same answer."""
    game = library.game(asked.game)
    state = library.state(game, asked.state)
    try:
        act = choose_action(
            game,
            state,
            asked.seat,
            asked.visible_cards,
            Level[asked.level.upper()],
            Random(asked.seed),
            Temper.of(asked.seat),
        )
    except ImpossibleHand:
        return HandMismatch()
    except LookupError:
        return NothingToDo()
    return Decision(None if act.move is None else library.to_plain(act.move), act.kept, act.late)


def respond(question: MoveRequest) -> Answer:
    """Return the answer to a request for a move, or the error that prevented it."""
    try:
        return answer(question)
    except Exception as error:  # The table gets the error; the next request may work.
        return Failed(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    locations.use_owner_games(*map(Path, sys.argv[2:]))
    serve(int(sys.argv[1]), respond, NICENESS)
