"""Where the cards of Ogallala lie while a match goes on, as hands lay, push and take them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from firmware.mats import load_mats
from referee import library
from referee.table import Lies, Zone
from vision.mat import Grid, Mat

GAME = "ogallala"
PILE = "grounds"  # the zone of the discards, which lie face up
Place = tuple[int, int]  # row and column of a mat's grid
Piece = TypeVar("Piece")


class Board(ABC, Generic[Piece]):
    """The pieces on the mats: each territory's by row and column of its mat, and one shown pile.

    `shifts` say by how many columns each territory lies further right than the match counts.
    """

    def __init__(self, seats: int) -> None:
        self.mats: tuple[Mat, ...] = load_mats(GAME, seats)
        self.grids: Mapping[str, Grid] = {z: g for mat in self.mats for z, g in mat.grids.items()}
        self.cards: list[dict[Place, Piece]] = [{} for _ in range(seats)]
        self.shifts = [5] * seats
        self.pile: list[Piece] = []

    @abstractmethod
    def card(self, name: str, seat: int, row: int, column: int) -> Piece:
        """Return a new piece in a cell."""

    @abstractmethod
    def moved(self, piece: Piece, seat: int, row: int, column: int) -> Piece:
        """Return a piece as it lies once it was moved to a cell."""

    @abstractmethod
    def upon(self, name: str) -> Piece:
        """Return a new piece on the pile."""

    @abstractmethod
    def name(self, piece: Piece) -> str:
        """Return which card a piece is."""

    def follow(self, state: Any, top: str = "") -> None:
        """Lay the cards as a state has them; `top` is that of cards discarded in no known order."""
        self.follow_territories(state)
        due = Counter(card for layer in state.grounds for card in layer)
        while Counter(map(self.name, self.pile)) - due:
            self.pile.pop()
        for name in (due - Counter(map(self.name, self.pile))).elements():
            self.discard(name)
        names = [*map(self.name, self.pile)]
        if top in names and names[-1] != top:
            at = len(names) - 1 - names[::-1].index(top)
            self.pile.append(self.pile.pop(at))
        shown = library.game(GAME).layout(state).pile(Zone(PILE))
        if shown is not None and shown.top and (names[-1:] or [""])[0] != shown.top and not top:
            self.discard(shown.top)  # what it does comes first

    def follow_territories(self, state: Any) -> None:
        """Lay the territories as a state has them; the pile stays."""
        layout = library.game(GAME).layout(state)
        for seat in range(len(state.territories)):
            lying = layout.within(Zone("territory", seat))
            self._lay(seat, {c.at: c.name for c in lying if c.at and c.lies is not Lies.GOES})

    def discard(self, name: str) -> None:
        """Lay a card on the pile."""
        self.pile.append(self.upon(name))

    def move_along(self, seat: int, by: int) -> None:
        """Move a whole territory along."""
        self.shifts[seat] += by
        self.cards[seat] = {
            (row, column + by): self.moved(card, seat, row, column + by)
            for (row, column), card in self.cards[seat].items()
        }

    def _lay(self, seat: int, known: Mapping[Place, str]) -> None:
        """Lay a territory; what lies there stays, or is pushed in its row."""
        if known:
            left, right = (pick(column for _, column in known) for pick in (min, max))
            if not (left + self.shifts[seat] >= 0 and right + self.shifts[seat] < 14):
                self.move_along(seat, -left - self.shifts[seat])
        shift, lay = self.shifts[seat], self.cards[seat]
        want = {(row, column + shift): name for (row, column), name in known.items()}
        left_over = {at: card for at, card in lay.items() if want.get(at) != self.name(card)}
        kept = {at: card for at, card in lay.items() if at not in left_over}
        for (row, column), name in want.items():
            if (row, column) in kept:
                continue
            pushed = [
                at
                for at, card in left_over.items()
                if self.name(card) == name and at[0] == row and abs(at[1] - column) == 1
            ]
            if pushed:
                kept[row, column] = self.moved(left_over.pop(pushed[0]), seat, row, column)
            else:
                kept[row, column] = self.card(name, seat, row, column)
        self.cards[seat] = kept
