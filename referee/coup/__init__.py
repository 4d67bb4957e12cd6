"""Coup: claims, challenges and blocks. Pure rules, `GAME` is all of them.

The game is refereed as a stranger at the table sees it: coins, cards face up, what is
claimed and who doubts it. Nobody's hand is known here, and none is needed.
"""

from __future__ import annotations

from referee.contract import Cards, Game
from referee.coup.cards import canonical, counts
from referee.coup.changes import judge
from referee.coup.lying import layout
from referee.coup.moves import Move
from referee.coup.offers import offers
from referee.coup.play import apply, follows, outcome
from referee.coup.setup import SEATS, Options, begin
from referee.coup.state import State
from referee.coup.tally import record
from referee.coup.view import view

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
)
