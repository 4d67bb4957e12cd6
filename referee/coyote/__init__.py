"""Coyote, in three editions: a bluffing round. Pure rules, `GAME` is all of them."""

from __future__ import annotations

from referee.contract import Cards, Game, Guess, Weighing
from referee.coyote.rules.counting import score
from referee.coyote.rules.play import apply, outcome
from referee.coyote.state.cards import canonical, counts
from referee.coyote.state.editions import Options
from referee.coyote.state.moves import Move
from referee.coyote.state.setup import begin
from referee.coyote.state.state import State
from referee.coyote.table.judge import judge
from referee.coyote.table.layout import layout
from referee.coyote.view.offers import offers
from referee.coyote.view.tally import record
from referee.coyote.view.view import remarks, sees, view
from referee.kit import later


def _guess() -> Guess[State]:
    from referee.coyote.table.guess import guess  # for the table's own players alone

    return guess


def _weighed() -> Weighing[State, Move]:
    from referee.coyote.view.weighed import weighed  # for looking back at a match alone

    return weighed


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
    sees=sees,
    record=record,
    remarks=remarks,
    place=1,
    guess=later(_guess),
    horizon=12,
    bluffs=True,
    weighed=later(_weighed),
)
