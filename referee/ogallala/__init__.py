"""Ogallala: canoes built in territories that lie open. Pure rules, `GAME` is all of them.

The referee sees what lies: where a card was laid is the move, and geometry judges it.
"""

from __future__ import annotations

from referee.contract import Cards, Game, Guess, Recalled
from referee.kit import later
from referee.ogallala.rules.play import apply, outcome
from referee.ogallala.state.cards import COUNTS, canonical
from referee.ogallala.state.moves import Move
from referee.ogallala.state.setup import SEATS, Options, begin
from referee.ogallala.state.state import State
from referee.ogallala.table.appraising import appraise
from referee.ogallala.table.judge import judge
from referee.ogallala.table.layout import layout
from referee.ogallala.view.offers import offers
from referee.ogallala.view.review import of_match
from referee.ogallala.view.tally import record
from referee.ogallala.view.view import sees, view


def _guess() -> Guess[State]:
    from referee.ogallala.table.guess import guess  # for the table's own players alone

    return guess


def _recalled() -> Recalled[State, Move]:
    from referee.ogallala.table.recalled import recalled  # for looking back at a match alone

    return recalled


GAME: Game[Options, State, Move] = Game(
    name="ogallala",
    seats=SEATS,
    cards=Cards(canonical, lambda _options: dict(COUNTS)),
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
    appraise=appraise,
    sees=sees,
    record=record,
    remarks=of_match,
    place=4,
    guess=later(_guess),
    recalled=later(_recalled),
    open_handed=True,
    horizon=3,
    pace=1.5,
)
