"""Coup, a game of claims, challenges and blocks. `GAME` holds all its rules.

The referee sees only what a spectator sees: coins, face-up cards, claims and challenges. It knows
no hand and needs none.
"""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.coup.flow import FLOW
from referee.coup.rules.ending import carry_over, outcome, standing
from referee.coup.state import moves
from referee.coup.state.cards import canonical, deck_counts
from referee.coup.state.moves import Move
from referee.coup.state.setup import SEATS, begin
from referee.coup.state.state import Options, State, claimer
from referee.coup.table.hidden import hidden
from referee.coup.table.judge import judge
from referee.coup.table.layout import layout
from referee.coup.view.record import record
from referee.coup.view.view import view
from referee.kit import lazy

GAME: Game[Options, State, Move] = Game(
    name="coup",
    seats=SEATS,
    rules=Rules(
        options=Options,
        state=State,
        move=Move,
        begin=begin,
        apply=FLOW.apply,
        offers=FLOW.offers,
        outcome=outcome,
        standing=standing,
        carry_over=carry_over,
        ranked=False,
    ),
    table=OnTable(
        cards=Cards(canonical, lambda options: deck_counts(options.deck)),
        layout=layout,
        judge=judge,
        pending=FLOW.pending,
        turn=claimer,
        hidden=hidden,
    ),
    shown=Shown(
        view=view,
        list_position=2,
    ),
    bot=BotPlay(  # Only bots load these modules.
        weigh=lazy("referee.coup.bots.choice:weigh"),
        never=(moves.MoveOn, moves.WindowClosed),
    ),
    record=record,
)
