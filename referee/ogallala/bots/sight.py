"""The public facts about each player of Ogallala, as numbers: the inputs of the network.

Each player has a row of numbers, and the network rates each row by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from referee.disk.networks import Numbers
from referee.ogallala.rules.placing import legal_cells
from referee.ogallala.rules.scoring import LONG, PRIZE, points, prize_count
from referee.ogallala.state import phases
from referee.ogallala.state.cards import (
    BOW_CARDS,
    BOWS,
    COUNTS,
    PRIZES,
    SET_CARDS,
    STERN_CARDS,
    STERNS,
)
from referee.ogallala.state.rows import BIT, Canoe, Crew
from referee.ogallala.state.state import MAY_END, MOST_CANOES, State, drawable_card
from referee.ogallala.state.territory import COLUMNS, EMPTY, Territory, each_canoe, figures

OF_HOPE = 15  # Numbers that are shown of an incomplete canoe.
SHOWN = 3  # Incomplete canoes of each player, the most promising first.
HALF_JOINED = 0.4  # Prizes that a half counts more beside its character: the rest may follow.
HOLE = 0.8  # The odds that a hole is filled.
HUNDRED, STRONG = 100.0, 12.0  # All numbers are about 1.
PHASES = (phases.Draw, phases.Attack, phases.Lasso, phases.Archer, phases.Spoils, phases.End)
_CARDS_IN_ALL = sum(COUNTS.values())


class Hope(NamedTuple):
    """An incomplete canoe: whether an end can be laid, the room for other cards, what it scores."""

    crew: Crew
    bow: bool
    stern: bool
    room: int
    score: float
    prizes: int


class Fleet(NamedTuple):
    """The canoes of a territory: the complete ones, and the others as `hopes`.

    `preys` are the crews that no totem protects, with their prizes and points.
    """

    complete: tuple[Canoe, ...] = ()
    hopes: tuple[Hope, ...] = ()
    preys: tuple[tuple[Crew, int, int], ...] = ()
    points: int = 0
    prizes: int = 0


def seen(state: State) -> Numbers:
    """Return the numbers of each player."""
    look = _Look(state)
    return np.array([look.row(number) for number in range(len(state.territories))], np.float32)


class _Look:
    """The cards that may still be drawn, and the canoes of each player."""

    def __init__(self, state: State) -> None:
        self.state, self.seats = state, len(state.territories)
        self.whole = sum(state.stock.values())
        self.draws = self.whole / self.seats
        self.bows, self.sterns = (
            1
            - (1 - sum(state.stock.get(card, 0) for card in ends) / max(1, self.whole))
            ** (self.draws / 2)
            for ends in (BOW_CARDS, STERN_CARDS)
        )
        self.fleets = [fleet(territory, state.options.tribes) for territory in state.territories]
        self.powers = [
            max((hope.crew.strength for hope in fleet.hopes), default=0) for fleet in self.fleets
        ]

    def row(self, seat: int) -> list[float]:
        """Return the numbers of a player."""
        state, fleet = self.state, self.fleets[seat]
        many, mine = len(fleet.complete), seat == state.turn
        phase = type(state.phase) if mine else None
        rated = sorted(
            ((self._worth(hope), hope) for hope in fleet.hopes), key=lambda each: -each[0]
        )
        power = max((self.powers[other] for other in range(self.seats) if other != seat), default=0)
        weak = [
            (prizes, worth)
            for crew, prizes, worth in fleet.preys
            if crew.complete and crew.strength < power
        ]
        preys = [
            (prizes, worth)
            for other, theirs in enumerate(self.fleets)
            if other != seat
            for crew, prizes, worth in theirs.preys
            if crew.strength < self.powers[seat]
        ]
        row = [
            *(1.0, mine, (seat - state.turn) % self.seats / self.seats, self.seats / 4),
            *(self.whole / _CARDS_IN_ALL, self.draws / 30, self.bows, self.sterns),
            seat in state.left,
            *(phase is each for each in PHASES),
            *(mine and state.ending, mine and state.finished, mine * len(state.done)),
            *(many / MOST_CANOES, many >= MAY_END, many == MAY_END - 1, many >= MOST_CANOES - 1),
            *(fleet.points / HUNDRED, fleet.prizes / 10),
            *(self._matches(seat), len(fleet.hopes) / 4),
            sum(worth for worth, _ in rated) / HUNDRED,
            *(sum(worth for _, worth in weak) / HUNDRED, len(weak) / 3),
            sum(prizes for prizes, _ in weak) / 5,
            self.powers[seat] / STRONG,
            max((prizes for prizes, _ in preys), default=0) / 5,
            max((worth for _, worth in preys), default=0) / HUNDRED,
            *(len(preys) / 4, self._offered(seat, fleet)),
        ]
        for worth, hope in rated[:SHOWN]:
            row += self._of(worth, hope, power)
        return row + [0.0] * (OF_HOPE * (SHOWN - len(rated[:SHOWN])))

    def _worth(self, hope: Hope) -> float:
        """Return the points that a canoe may bring."""
        bow = 1.0 if hope.crew.bow else hope.bow * self.bows
        stern = 1.0 if hope.crew.stern else hope.stern * self.sterns
        return bow * stern * HOLE ** hope.crew.cards.count("") * hope.score

    def _of(self, worth: float, hope: Hope, power: int) -> Iterator[float]:
        crew, many = hope.crew, len(hope.crew.cards) + 2 - hope.crew.bow - hope.crew.stern
        yield 1.0
        yield worth / HUNDRED
        yield hope.score / HUNDRED
        yield from (crew.bow, crew.stern, hope.bow, hope.stern, crew.cards.count("") / 2)
        yield from (many / LONG, many >= LONG - 1, hope.room / 6)
        yield from (hope.prizes / 5, crew.totem)
        yield from (crew.strength / STRONG, crew.strength >= power)

    def _matches(self, seat: int) -> float:
        """Return how likely the next card of a pile matches one in the territory (OG-3)."""
        known = figures(self.state.territories[seat])
        fit = sum(many for card, many in self.state.stock.items() if BIT[card] & known)
        return fit / max(1, self.whole)

    def _offered(self, seat: int, fleet: Fleet) -> float:
        """Return whether the top discard would give the next player's canoe an end."""
        if seat != (self.state.turn + 1) % self.seats:
            return 0.0
        card = drawable_card(self.state)
        bow = card in BOW_CARDS and any(h.bow and not h.crew.bow for h in fleet.hopes)
        stern = card in STERN_CARDS and any(h.stern and not h.crew.stern for h in fleet.hopes)
        return float(bow or stern)


@lru_cache(maxsize=1024)
def fleet(territory: Territory, tribes: bool) -> Fleet:
    """Return the canoes of a territory."""
    if territory == EMPTY:
        return Fleet()
    bows, sterns = ({*legal_cells(territory, card, tribes)} for card in (BOWS[0], STERNS[0]))
    complete, hopes = [], []
    for row, canoe in each_canoe(territory):
        if canoe.complete:
            complete.append(canoe)
            continue
        line, room = territory.rows[row], 0
        if not canoe.crew.bow:
            room += next((n for n in range(1, 7) if line.card_at(canoe.left - n)), 7) - 1
        if not canoe.crew.stern:
            room += next((n for n in range(1, 7) if line.card_at(canoe.right + n)), 7) - 1
        bow, stern = (row, canoe.left - 1) in bows, (row, canoe.right + 1) in sterns
        room = min(room, COLUMNS - len(canoe.cards))
        hopes.append(Hope(canoe.crew, bow, stern, room, _score(canoe.crew), prize_count(canoe)))
    preys = [
        (canoe.crew, prize_count(canoe), points(canoe))
        for _, canoe in each_canoe(territory)
        if not canoe.crew.totem
    ]
    prizes = sum(map(prize_count, complete))
    return Fleet(tuple(complete), tuple(hopes), tuple(preys), sum(map(points, complete)), prizes)


def _score(crew: Crew) -> float:
    """Return the points of a canoe if its ends were laid now."""
    many = len(crew.cards) + 2 - crew.bow - crew.stern
    result = float(many * (2 if many >= LONG else 1))
    beside = {*pairwise(crew.cards)}
    for left, right, who in SET_CARDS.values():
        joined = (right, who) in beside or (who, left) in beside
        if (left, right) in beside:
            result += PRIZE * (6 if joined else 2)
        elif joined:
            result += PRIZE * HALF_JOINED
    return result + PRIZE * sum(card in PRIZES for card in crew.cards)
