"""The bot process itself: `python -m` this module.

The first argument is the connection that the requests come through. The process ends when the other
end closes. It imports only what thinking needs.
"""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import msgspec

from firmware.bots.messages import (
    AnalysisAnswer,
    AnalysisRequest,
    Answer,
    Decision,
    Failed,
    HandMismatch,
    MoveRequest,
    NothingToDo,
    Request,
)
from firmware.games import open_games
from firmware.service.heap import keep_heap_small
from referee import library
from referee.bots.levels import Level, choose_action
from referee.determinization import ImpossibleHand

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
        )
    except ImpossibleHand:
        return HandMismatch()
    except LookupError:
        return NothingToDo()
    return Decision(None if act.move is None else library.to_plain(act.move), act.kept, act.late)


def respond(question: Request) -> Answer | AnalysisAnswer:
    """Return the answer to a request for a move or an analysis."""
    if isinstance(question, AnalysisRequest):
        from firmware.bots.analysis_worker import analyse  # Imported only when needed.

        return analyse(question)
    return answer(question)


def main(connection: int, data: str = "") -> None:
    """Answer requests until the table's process has ended."""
    os.nice(NICENESS)
    keep_heap_small()
    open_games(Path(data) if data else None)
    told = Connection(connection)
    asks: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
    try:
        while True:
            try:
                said: Answer | AnalysisAnswer = respond(asks.decode(told.recv_bytes()))
            except (EOFError, OSError):
                raise
            except Exception as error:  # The table gets the error; the next request may work.
                said = Failed(f"{type(error).__name__}: {error}")
            told.send_bytes(msgspec.json.encode(said))
    except (EOFError, OSError):
        os._exit(0)  # The table's process has ended.


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
