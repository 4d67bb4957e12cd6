"""Plenty Coups: where a card lies says what it does. Pure rules, `GAME` is all of them.

Hands are secret and stay so: the referee knows how many cards each has, and what lies open.
"""

from __future__ import annotations

from referee.contract import Cards, Game
from referee.plenty_coups.cards import COUNTS, canonical
from referee.plenty_coups.judge import judge
from referee.plenty_coups.layout import layout
from referee.plenty_coups.moves import Move
from referee.plenty_coups.offers import offers
from referee.plenty_coups.play import apply, outcome
from referee.plenty_coups.setup import SEATS, Options, begin
from referee.plenty_coups.state import State
from referee.plenty_coups.tally import record
from referee.plenty_coups.view import view

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
    record=record,
    place=5,
)
