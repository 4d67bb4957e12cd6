"""Ogallala, a game of canoes built face up in territories. `GAME` holds all its rules.

A card's place decides its move. The referee sees the place and judges it by geometry.
"""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.kit import lazy
from referee.ogallala.flow import FLOW
from referee.ogallala.rules.ending import outcome, standing
from referee.ogallala.state.cards import COUNTS, canonical
from referee.ogallala.state.moves import Move
from referee.ogallala.state.options import SEATS, Options
from referee.ogallala.state.state import State, begin
from referee.ogallala.table.appraising import appraise
from referee.ogallala.table.judge import judge, turn
from referee.ogallala.table.layout import layout
from referee.ogallala.view.record import record
from referee.ogallala.view.view import view, visible_hands

CARDS: Cards[Options] = Cards(canonical, lambda _options: dict(COUNTS))

GAME: Game[Options, State, Move] = Game(
    name="ogallala",
    seats=SEATS,
    rules=Rules(Options, State, Move, begin, FLOW.apply, FLOW.offers, outcome, standing),
    table=OnTable(CARDS, layout, judge, FLOW.pending, turn, visible_hands, appraise=appraise),
    shown=Shown(view, list_position=4),
    bot=BotPlay(  # Only bots load these modules.
        sample_hidden=lazy("referee.ogallala.table.determinization:sample_hidden"),
        heats=(0.13, 0.056, 0.024),
        open_handed=True,
    ),
    record=record,
)
