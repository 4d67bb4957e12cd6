"""The part of the bot process that computes post-match analyses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from firmware.bots.bot_process import AnalysisRequest, AnalysisResult
from referee import library
from referee.bots.analysis import costliest_moves
from referee.contract import Game, Message, RefereeError, Ruling
from referee.determinization import MoveAnalysis
from referee.reports.analysis import CostlyMove

AnyGame = Game[Any, Any, Any]


def analyse(review: AnalysisRequest) -> AnalysisResult:
    """Return the costliest moves. The same request always gives the same result."""
    game = library.game(review.game)
    states = [library.state(game, review.begun)]
    moves = [library.move(game, plain) for plain in review.moves]
    rulings = list[tuple[Ruling, ...]]()
    for move in moves:
        state, said = game.rules.apply(states[-1], move)
        states.append(state)
        rulings.append(said)
    random = Random(review.seed)
    found = costliest_moves(game, states, moves, review.persons, random, left_out=review.left_out)
    return AnalysisResult(tuple(_costly_moves(game, states, rulings, found)))


def _costly_moves(
    game: AnyGame,
    states: Sequence[Any],
    rulings: Sequence[Sequence[Ruling]],
    found: Sequence[MoveAnalysis],
) -> Iterator[CostlyMove]:
    """Yield the costly moves. Each has two messages: the move that was made, and a better move."""
    for one in found:
        said = _both_messages(game, states[one.at], rulings[one.at], one)
        if said is not None:
            did, instead = said
            state = one.at + 1
            number = game.shown.view(states[state], None).round
            values = (one.made, one.best, one.error, one.why, one.reason)
            yield CostlyMove(one.seat, state, number, did, instead, *values)


def _both_messages(
    game: AnyGame, state: Any, was: Sequence[Ruling], one: MoveAnalysis
) -> tuple[Message, Message] | None:
    """Return the messages of the move made and of the better move, or None if they are equal."""
    if one.better.move is None:
        return was[0].message, Message("hindsight.draws", {"seat": one.seat})
    try:
        _, might = game.rules.apply(state, one.better.move)
    except RefereeError:
        return None
    # Use the public rulings if they differ. Otherwise the secret ones tell more.
    for did in (was[0], *(ruling for ruling in was if ruling.only is not None)):
        for instead in might:
            if (instead.only is None) == (did.only is None) and instead.message != did.message:
                return did.message, instead.message
            if instead.only is None and did.only is None:
                break
    return None
