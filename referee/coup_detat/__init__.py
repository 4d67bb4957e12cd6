"""Coup d'État: a trick-taking game with contracts and money. `GAME` holds its pure rules.

The rules never see a hand. They know only the cards that were played, the declarations and the
payments. A revoke shows later, by the cards that follow.
"""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.coup_detat.flow import FLOW
from referee.coup_detat.rules.ending import outcome, standing
from referee.coup_detat.rules.opening import begin
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import DECK, canonical
from referee.coup_detat.state.moves import Move
from referee.coup_detat.state.setup import SEATS, Options
from referee.coup_detat.state.state import State
from referee.coup_detat.table.hidden import hidden, sample_answers
from referee.coup_detat.table.judge import judge, turn
from referee.coup_detat.table.layout import layout
from referee.coup_detat.view.record import record
from referee.coup_detat.view.view import view
from referee.kit import lazy

CARDS: Cards[Options] = Cards(canonical, lambda _options: dict.fromkeys(DECK, 1))

GAME: Game[Options, State, Move] = Game(
    name="coup_detat",
    seats=SEATS,
    rules=Rules(Options, State, Move, begin, FLOW.apply, FLOW.offers, outcome, standing),
    table=OnTable(CARDS, layout, judge, FLOW.pending, turn, hidden=hidden),
    shown=Shown(view, list_position=3),
    bot=BotPlay(  # Only bots load these modules.
        weigh=lazy("referee.coup_detat.table.lookahead:weigh"),
        never=(moves.Mine, moves.TakeBack, moves.Correct),
        late=(moves.OnTable, moves.NothingLeft, moves.LetStand),
        sample_secrets=sample_answers,
        agrees=lazy("referee.coup_detat.table.agreeing:agrees"),
    ),
    record=record,
)
