"""Coup: claims, challenges and blocks. Pure rules, `GAME` is all of them.

The game is refereed as a stranger at the table sees it: coins, cards face up, what is
claimed and who doubts it. Nobody's hand is known here, and none is needed.
"""

from __future__ import annotations

from referee.contract import Cards, Game, Guess, Recalled
from referee.coup.rules.play import apply, follows, outcome
from referee.coup.state.cards import canonical, counts
from referee.coup.state.moves import Move
from referee.coup.state.setup import SEATS, Options, begin
from referee.coup.state.state import State
from referee.coup.table.judge import judge
from referee.coup.table.layout import layout
from referee.coup.view.offers import offers
from referee.coup.view.tally import record
from referee.coup.view.view import view
from referee.kit import later


def _guess() -> Guess[State]:
    from referee.coup.table.guess import guess  # for the table's own players alone

    return guess


def _recalled() -> Recalled[State, Move]:
    from referee.coup.table.recalled import recalled  # for looking back at a match alone

    return recalled


GAME: Game[Options, State, Move] = Game(
    name="coup",
    seats=SEATS,
    cards=Cards(canonical, lambda options: counts(options.deck)),
    options=Options,
    state=State,
    move=Move,
    begin=begin,
    apply=apply,
    offers=offers,
    layout=layout,
    judge=judge,
    view=view,
    outcome=outcome,
    follows=follows,
    record=record,
    place=2,
    guess=later(_guess),
    horizon=5,
    bluffs=True,
    recalled=later(_recalled),
)
