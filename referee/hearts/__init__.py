"""Hearts: a game of tricks in which hearts and the queen of spades cost points.

The rules never see a hand. They know the cards that were played, and what players said of their
hands. A revoke shows later, by the cards that follow.
"""

from __future__ import annotations

from referee.contract import BotPlay, Cards, Game, OnTable, Rules, Shown
from referee.hearts.flow import FLOW, hidden, judge, layout
from referee.hearts.rules import begin, outcome, standing
from referee.hearts.state import PACK, SEATS, Move, Options, State
from referee.hearts.view import record, view
from referee.kit import lazy

CARDS: Cards[Options] = Cards(PACK.name_of, lambda _options: dict.fromkeys(PACK.cards, 1))

GAME: Game[Options, State, Move] = Game(
    name="hearts",
    seats=SEATS,
    rules=Rules(Options, State, Move, begin, FLOW.apply, FLOW.offers, outcome, standing),
    table=OnTable(CARDS, layout, judge, FLOW.pending, hidden=hidden),
    shown=Shown(view=view, list_position=6),
    bot=BotPlay(  # Only bots load this module.
        evaluate=lazy("referee.hearts.bots:evaluate"),
        weigh=lazy("referee.hearts.bots:weigh"),
        horizon=1,
        pace=0.25,
    ),
    record=record,
)
