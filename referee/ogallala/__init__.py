"""Ogallala: canoes built in territories that lie open. Pure rules, `GAME` is all of them.

The referee sees what lies: where a card was laid is the move, and geometry judges it.
"""

from __future__ import annotations

from referee.contract import Cards, Game
from referee.ogallala.appraising import appraise
from referee.ogallala.cards import COUNTS, canonical
from referee.ogallala.judging import judge
from referee.ogallala.layout import layout
from referee.ogallala.moves import Move
from referee.ogallala.offers import offers
from referee.ogallala.play import apply, outcome
from referee.ogallala.review import of_match
from referee.ogallala.setup import SEATS, Options, begin
from referee.ogallala.state import State
from referee.ogallala.tally import record
from referee.ogallala.view import view

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
    record=record,
    remarks=of_match,
    place=4,
)
