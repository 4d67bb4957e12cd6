"""Coyote, a bluffing game, in three editions. `GAME` holds all its rules."""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.coyote.flow import FLOW
from referee.coyote.rules.counting import score
from referee.coyote.rules.ending import outcome, standing
from referee.coyote.state.cards import canonical
from referee.coyote.state.editions import Options, deck_of, edition_of
from referee.coyote.state.moves import Move
from referee.coyote.state.setup import begin
from referee.coyote.state.state import State
from referee.coyote.table.judge import judge
from referee.coyote.table.layout import layout
from referee.coyote.view.record import record
from referee.coyote.view.view import view, visible_hands
from referee.kit import lazy

GAME: Game[Options, State, Move] = Game(
    name="coyote",
    seats=range(2, 13),
    rules=Rules(
        options=Options,
        state=State,
        move=Move,
        begin=begin,
        apply=FLOW.apply,
        offers=FLOW.offers,
        outcome=outcome,
        standing=standing,
        ties=False,
    ),
    table=OnTable(
        cards=Cards(canonical, deck_of, lambda options: edition_of(options).instead),
        layout=layout,
        judge=judge,
        pending=FLOW.pending,
        visible_hands=visible_hands,
        score=score,
    ),
    shown=Shown(
        view=view,
        list_position=1,
    ),
    bot=BotPlay(  # Only bots load these modules.
        sample_hidden=lazy("referee.coyote.table.determinization:sample_hidden"),
        weigh=lazy("referee.coyote.bots.lookahead:weigh"),
        horizon=12,
        bluffs=True,
    ),
    record=record,
)
