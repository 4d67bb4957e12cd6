"""Plenty Coups: where a card lies says what it does. Pure rules, `GAME` is all of them.

Hands are secret and stay so: the referee knows how many cards each has, and what lies open.
"""

from __future__ import annotations

from referee.contract import Cards, Game, Guess, Recalled
from referee.kit import later
from referee.plenty_coups.rules.play import apply, outcome
from referee.plenty_coups.state.cards import COUNTS, canonical
from referee.plenty_coups.state.moves import Move
from referee.plenty_coups.state.setup import SEATS, Options, begin
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table.judge import judge
from referee.plenty_coups.table.layout import layout
from referee.plenty_coups.view.offers import offers
from referee.plenty_coups.view.tally import record
from referee.plenty_coups.view.view import sees, view


def _guess() -> Guess[State]:
    from referee.plenty_coups.table.guess import guess  # for the table's own players alone

    return guess


def _recalled() -> Recalled[State, Move]:
    from referee.plenty_coups.table.recalled import recalled  # for looking back at a match alone

    return recalled


GAME: Game[Options, State, Move] = Game(
    name="plenty_coups",
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
    sees=sees,
    record=record,
    place=5,
    guess=later(_guess),
    recalled=later(_recalled),
    open_handed=True,
    horizon=6,
    pace=0.5,
)
