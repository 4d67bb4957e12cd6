"""Coup d'État: tricks, contracts and money. Pure rules, `GAME` is all of them.

The game is refereed as a stranger at the table sees it: the cards that are laid down, what is
said, and who pays whom. Nobody's hand is known here; a revoke shows by the cards that follow.
"""

from __future__ import annotations

from referee.contract import Cards, Game, Guess, Recalled
from referee.coup_detat.rules.opening import begin
from referee.coup_detat.rules.play import apply, outcome
from referee.coup_detat.state.cards import canonical, counts
from referee.coup_detat.state.moves import Move
from referee.coup_detat.state.setup import SEATS, Options
from referee.coup_detat.state.state import State
from referee.coup_detat.table.judge import judge
from referee.coup_detat.table.layout import layout
from referee.coup_detat.view.offers import offers
from referee.coup_detat.view.review import of_deal
from referee.coup_detat.view.tally import record
from referee.coup_detat.view.view import view
from referee.kit import later


def _guess() -> Guess[State]:
    from referee.coup_detat.table.guess import guess  # for the table's own players alone

    return guess


def _recalled() -> Recalled[State, Move]:
    from referee.coup_detat.table.recalled import recalled  # for looking back at a match alone

    return recalled


GAME: Game[Options, State, Move] = Game(
    name="coup_detat",
    seats=SEATS,
    cards=Cards(canonical, lambda _options: counts()),
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
    record=record,
    remarks=of_deal,
    place=3,
    guess=later(_guess),
    recalled=later(_recalled),
    horizon=6,
    pace=3.0,
)
