"""A table on which Ogallala lies, as a camera sees it: every card where a state says it lies."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from firmware.mats import load_mats
from referee import library
from referee.table import CardStatus, Zone
from tests.bench.table.cells import Place, brought_in, followed
from tests.firmware.reading.looks import look, settled
from vision.mat import Grid, Mat
from vision.observation import Observation, SettledCard

GAME = "ogallala"
PILE = "grounds"  # the zone of the discards, which lie face up


class Lying:
    """Cards on the mats as a tracker knows them.

    Each territory's are by row and column of its mat; `shifts` say by how many columns it lies
    further right than the match counts.
    """

    def __init__(self, seats: int) -> None:
        self.mats: tuple[Mat, ...] = load_mats(GAME, seats)
        self.grids: Mapping[str, Grid] = {z: g for mat in self.mats for z, g in mat.grids.items()}
        self.cards: list[dict[Place, SettledCard]] = [{} for _ in range(seats)]
        self.shifts = [5] * seats
        self.pile: list[SettledCard] = []
        self._ids = (f"c{number}" for number in itertools.count(1))

    def follow(self, state: Any, top: str = "") -> None:
        """Lay the cards as a state has them; `top` is that of cards discarded in no known order."""
        layout = library.game(GAME).table.layout(state)
        for seat in range(len(state.territories)):
            lying = layout.cards_in(Zone("territory", seat))
            self._lay(
                seat, {c.at: c.name for c in lying if c.at and c.status is not CardStatus.TO_CLEAR}
            )
        due = Counter(card for layer in state.grounds for card in layer)
        while Counter(map(self.name, self.pile)) - due:
            self.pile.pop()
        for name in (due - Counter(map(self.name, self.pile))).elements():
            self.discard(name)
        names = [*map(self.name, self.pile)]
        if top in names and names[-1] != top:
            at = len(names) - 1 - names[::-1].index(top)
            self.pile.append(self.pile.pop(at))
        shown = layout.pile(Zone(PILE))
        if shown is not None and shown.top and (names[-1:] or [""])[0] != shown.top and not top:
            self.discard(shown.top)  # what it does comes first

    def discard(self, name: str) -> None:
        """Lay a card on the pile."""
        self.pile.append(self.made(name, (87.0, 137.0), PILE))

    def move_along(self, seat: int, by: int) -> None:
        """Move a whole territory along."""
        self.shifts[seat] += by
        self.cards[seat] = {
            (row, column + by): self._moved(card, seat, (row, column + by))
            for (row, column), card in self.cards[seat].items()
        }

    def _lay(self, seat: int, known: Mapping[Place, str]) -> None:
        """Lay a territory; what lies there stays, or is pushed in its row."""
        if known:
            columns = sorted(column for _, column in known)
            by = brought_in(range(columns[0], columns[-1] + 1), self.shifts[seat], 14)
            if by:
                self.move_along(seat, by)
        shift = self.shifts[seat]
        self.cards[seat] = followed(
            self.cards[seat],
            {(row, column + shift): name for (row, column), name in known.items()},
            self.name,
            lambda name, at: self.card(name, seat, *at),
            lambda piece, at: self._moved(piece, seat, at),
        )

    def card(self, name: str, seat: int, row: float, column: float) -> SettledCard:
        """Return a new card in a territory."""
        grid = self.grids[f"territory:{seat}"]
        return self.made(name, grid.middle_mm(row, column), f"territory:{seat}")  # type: ignore[arg-type]

    def made(self, name: str, place_mm: tuple[float, float], zone: str) -> SettledCard:
        """Return a new card that reads for certain."""
        return settled(next(self._ids), name, zone=zone, place_mm=place_mm)

    @property
    def top(self) -> str | None:
        """The name of the card that shows on the hunting grounds."""
        return self.pile[-1].reading.card if self.pile else None

    def _moved(self, piece: SettledCard, seat: int, at: Place) -> SettledCard:
        return replace(self.card(self.name(piece), seat, *at), id=piece.id)

    def name(self, piece: SettledCard) -> str:
        assert piece.reading.card is not None
        return piece.reading.card

    def seen(self, moving: tuple[str, ...] = ()) -> Observation:
        """Return what a camera sees that sees all mats whole."""
        cards = [card for lay in self.cards for card in lay.values()] + self.pile[-1:]
        assert len({card.id for card in cards}) == len(cards)
        return look(*sorted(cards, key=lambda card: int(card.id[1:])), moving=moving)
