"""Plenty Coups: the zone in which a card lies decides what it does. `GAME` holds its pure rules.

Hands are secret and stay secret. The rules know the size of each hand and all face-up cards.
"""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.kit import lazy
from referee.plenty_coups.flow import FLOW
from referee.plenty_coups.rules.ending import outcome, standing
from referee.plenty_coups.state.cards import COUNTS, canonical
from referee.plenty_coups.state.moves import Move
from referee.plenty_coups.state.setup import SEATS, Options, begin
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table.judge import judge
from referee.plenty_coups.table.late_cards import turn
from referee.plenty_coups.table.layout import layout
from referee.plenty_coups.view.record import record
from referee.plenty_coups.view.view import view, visible_hands

CARDS: Cards[Options] = Cards(canonical, lambda _options: dict(COUNTS))

GAME: Game[Options, State, Move] = Game(
    name="plenty_coups",
    seats=SEATS,
    rules=Rules(Options, State, Move, begin, FLOW.apply, FLOW.offers, outcome, standing),
    table=OnTable(CARDS, layout, judge, FLOW.pending, turn, visible_hands),
    shown=Shown(view, list_position=5),
    bot=BotPlay(  # Only bots load these modules.
        sample_hidden=lazy("referee.plenty_coups.table.determinization:sample_hidden"),
        heats=(0.105, 0.075, 0.012),
        open_handed=True,
    ),
    record=record,
)
