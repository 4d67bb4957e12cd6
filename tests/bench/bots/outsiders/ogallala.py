"""An outsider at Ogallala, who thinks of each canoe as a bet that it will be completed.

Rules of thumb:

- A canoe is worth what it would score with both ends, times the odds that the missing cards still
  come: they fall with each card that it lacks, and with the last cards of the match.
- A canoe whose end no card can fill any more is worth nothing.
- A card that does not end my turn brings another draw, which is worth some points too.
- What an opponent loses is worth its share of what I gain. Attack, shoot and take where this is
  most. I end the match if I lead.

Unlike the other outsiders, its author had seen how the bots rate a territory before writing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.contract import Cell
from referee.determinization import Action, KnownHands
from referee.ogallala.rules.placing import legal_cells
from referee.ogallala.rules.scoring import points, total
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state import moves
from referee.ogallala.state.cards import ARCHER, LASSO, PRIZES, SET_CARDS, figure
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import State, opponents, own_territory
from referee.ogallala.state.territory import Territory, canoe_at, each_canoe

MORE = 4.0  # Points that one more draw brings.
CLOSED = 5.0  # Points that a complete canoe is worth besides its score.
SPOIL = 7.0  # Points that a captured prize brings.
LIKELY = 0.8  # How likely a card comes that a canoe lacks,
PLENTY = 20  # as long as so many cards are unseen.
SPECIALS = {LASSO: 6.0, ARCHER: 3.0}  # Points that an effect brings.


@lru_cache(maxsize=4096)
def likely(territory: Territory, row: int, canoe: Canoe) -> float:
    """Return how likely a canoe is completed, by what it lacks."""
    crew = canoe.crew
    bow = crew.bow or (row, canoe.left - 1) in legal_cells(territory, "empty_bow")
    stern = crew.stern or (row, canoe.right + 1) in legal_cells(territory, "empty_stern")
    lacks = (not crew.bow) + (not crew.stern) + canoe.cards.count("")
    return LIKELY**lacks if bow and stern else 0.0


def score_of(canoe: Canoe) -> float:
    """Return what a canoe would score if it were closed now."""
    whole = len(canoe.cards) + (not canoe.crew.bow) + (not canoe.crew.stern)
    sum_ = float(whole * (2 if whole >= 8 else 1))
    for left, right, who in SET_CARDS.values():
        line = [card if card in (left, right, who) else "" for card in canoe.cards]
        pairs = [*pairwise(line)]
        if (left, right) in pairs:
            sum_ += 60 if (right, who) in pairs or (who, left) in pairs else 20
    return sum_ + 10 * sum(item in PRIZES for item in canoe.cards)


class Eyes:
    """What a seat thinks of the territories."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.others = [number for number in range(len(state.territories)) if number != seat]

    def worth(self, territory: Territory) -> float:
        """Return the points that a territory promises, as long as cards may still come."""
        sum_, come = 0.0, min(1.0, sum(self.state.stock.values()) / PLENTY)
        for row, canoe in each_canoe(territory):
            if canoe.complete:
                sum_ += points(canoe) + CLOSED
            else:
                sum_ += likely(territory, row, canoe) * come * score_of(canoe)
        return sum_

    def loss(self, act: moves.Attack | moves.Shoot | moves.Lasso) -> float:
        """Return what an opponent loses by a card or a canoe that is taken."""
        theirs, cell = self.state.territories[act.target], act.taken
        columns = [cell.column]
        if isinstance(act, moves.Attack):
            canoe = canoe_at(theirs, cell.row, cell.column)
            assert canoe is not None
            columns = [column for column, _ in canoe.cells()]
        lost = self.worth(theirs)
        lost -= self.worth(theirs.minus(cell.row, *columns))
        leads = all(total(theirs) >= total(self.state.territories[other]) for other in self.others)
        return float(lost * (1.0 if leads else 0.6) / len(self.others) ** 0.5)

    def laid(self, act: moves.Place) -> float:
        """Return what it is worth to lay a card."""
        mine = own_territory(self.state)
        after, shown = mine.plus(act.laid), figure(act.laid.card)
        if act.side:
            after = next(
                slide.after
                for slide in slides(mine, act.laid.card, self.state.options.tribes)
                if (slide.cell, slide.side) == (act.laid, act.side)
            )
        gain = self.worth(after) - self.worth(mine)
        if act.source == "spoils":
            return gain
        canoe = canoe_at(after, act.laid.row, act.laid.column)
        assert canoe is not None
        if canoe.complete:
            gain += self.attack(canoe)
        if shown in SPECIALS:
            gain += SPECIALS[shown]
        elif not canoe.complete and not mine.has_figure_of(act.laid.card):
            gain += MORE
        return gain

    def attack(self, mine: Canoe) -> float:
        """Return what the best attack of a canoe is worth."""
        return max(
            (
                self.capture(other, row, canoe)
                for other in self.others
                for row, canoe in each_canoe(self.state.territories[other])
                if canoe.crew.strength < mine.crew.strength and not canoe.crew.totem
            ),
            default=0.0,
        )

    def capture(self, target: int, row: int, canoe: Canoe) -> float:
        """Return what it is worth to capture a canoe."""
        column, card = next(canoe.cells())
        taken = Cell(card, row, column)
        won = sum(card in PRIZES for card in canoe.cards) * SPOIL
        return won + self.loss(moves.Attack(self.seat, target, taken))

    def likes(self, move: Any) -> float:
        """Return what a move is worth in points."""
        state, mine = self.state, own_territory(self.state)
        match move:
            case moves.Place():
                return self.laid(move)
            case moves.Lasso(taken=cell):
                places = legal_cells(mine, cell.card, state.options.tribes)
                gains = [
                    self.worth(mine.plus(replace(cell, row=row, column=column)))
                    for row, column in places
                ]
                best = max(gains, default=0.0) - self.worth(mine)
                return self.loss(move) + best
            case moves.Shoot():
                return self.loss(move)
            case moves.Attack(target=target, taken=cell):
                canoe = canoe_at(state.territories[target], cell.row, cell.column)
                assert canoe is not None
                return self.capture(target, cell.row, canoe)
            case moves.Wreck(taken=cell):
                canoe = canoe_at(mine, cell.row, cell.column)
                assert canoe is not None
                return -float(points(canoe))
            case moves.End():
                best = max(total(state.territories[opponent]) for opponent in opponents(state))
                return float(total(mine) - best)
            case None:
                return MORE
        return 0.0


def choose(
    _game: Any, state: State, seat: int, _own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the action that promises the most points."""
    eyes = Eyes(state, seat)
    return max(acts, key=lambda act: eyes.likes(act.move) + random.uniform(0, 0.01))
