"""Coyote, in three editions: a bluffing round. Pure rules, `GAME` is all of them."""

from __future__ import annotations

from referee.contract import Cards, Game
from referee.coyote.cards import canonical, counts
from referee.coyote.changes import judge
from referee.coyote.counting import score
from referee.coyote.editions import Options
from referee.coyote.lying import layout
from referee.coyote.moves import Move
from referee.coyote.offers import offers
from referee.coyote.play import apply, outcome
from referee.coyote.setup import begin
from referee.coyote.state import State
from referee.coyote.tally import record
from referee.coyote.view import remarks, view

GAME: Game[Options, State, Move] = Game(
    name="coyote",
    seats=range(2, 13),
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
    score=score,
    record=record,
    remarks=remarks,
    place=1,
)
