"""A virtual table whose match is made up by the test, and the cards that its hands lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from firmware.mats import load_mats
from firmware.virtual.brief import Brief
from firmware.virtual.table import VirtualTable
from hardware import MAT
from referee.contract import AskCards, AskPlace, Cell, Deal, Message, Presentation
from referee.judging import Judgement
from referee.pending import Draw, Lay, PendingAction, TurnUp
from referee.reports import virtual_acts as acts
from referee.table import ANYWHERE, EMPTY, Card, Change, Layout, Pile, Zone
from vision.decks.deck import load_deck
from vision.mat_file import read_mat

DECK = "coyote-tomahawk"
COUNTS = load_deck(DECK, pictures=False).counts
LABEL = Message("page.menu")  # what an action says does not matter here


class Hands:
    """A virtual table whose match is made up by the test."""

    def __init__(self, kept: dict[str, Any] | None = None, seats: int = 3) -> None:
        self.kept: dict[str, Any] = {} if kept is None else kept
        self.due: Deal | None = Deal(1, (1,) * seats, shuffle=True)
        self.layout, self.seq = EMPTY, 0
        self.match: int | None = None
        self.is_over = False
        self.waits: tuple[PendingAction, ...] = ()
        self.draws: tuple[Draw | TurnUp, ...] = ()
        self.places: tuple[AskPlace, ...] = ()
        self.judge: Callable[[Change], Judgement] = lambda _: Judgement()
        self.edges: list[tuple[int, bool]] = []
        self.table = VirtualTable(
            [read_mat(MAT)],
            get=self.kept.get,
            put=self.kept.__setitem__,
            brief=lambda: Brief(
                self.due,
                self.layout,
                (*self.draws, *self.waits),
                self.places,
                self.judge,
                match=self.match,
                seq=self.seq,
                is_over=self.is_over,
            ),
            press=lambda seat, down: self.edges.append((seat, down)),
            changed=lambda: None,
            seed=1,
        )
        self.table.set_out(7, DECK, {}, seats)

    @classmethod
    def playing(cls, game: str, seats: int) -> Hands:
        """Return a table with the deck and the mats of a game."""
        hands = cls(seats=seats)
        hands.table.set_out(8, game, {}, seats, load_mats(game, seats))
        return hands

    def everything(self) -> Counter[str]:
        """Return all cards of the table by name. None of them is in two places."""
        lay, _ = self.table.snapshot()
        ids = [*lay.pile.draw, *lay.pile.discards, *lay.pile.aside, *(p.id for p in lay.placed)]
        ids += [card for hand in lay.hands for card in hand]
        assert len(ids) == len(set(ids))
        return Counter(lay.pile.faces[card] for card in ids)

    def held(self) -> list[int]:
        """Return how many cards each hand holds."""
        return [len(hand) for hand in self.table.scene().hands]

    def place_of(self, name: str) -> str:
        """Return where the card of this name is: a hand, a zone, the pile, or away."""
        lay, _ = self.table.snapshot()
        for seat, hand in enumerate(lay.hands):
            if name in {lay.pile.faces[card] for card in hand}:
                return f"hand:{seat}"
        for card in lay.placed:
            if card.card == name:
                return str(self.table.spread.zone_of(card.x_mm, card.y_mm))
        return "away" if name in {lay.pile.faces[card] for card in lay.pile.discards} else "pile"

    def deal(self) -> None:
        """Deal what is due, after which nothing is."""
        self.table.do(acts.Deal())
        self.due = None

    def reveal(self) -> None:
        """Lay all cards that may lie anywhere."""
        duty = next(duty for duty in self.table.duties() if duty.action.zone == ANYWHERE)
        self.table.do(acts.CarryOut(duty.id))

    def want(self, least: int) -> None:
        """Wait for so many cards that may lie anywhere."""
        ask = AskCards("cards", "mat", least, least, COUNTS)
        shown = Presentation(LABEL)
        self.waits = (Lay(LABEL, ANYWHERE, count=least, move="", ask=ask, shown=shown),)


def lying(known: Sequence[Cell]) -> Layout:
    """Return the layout of a territory with these cards."""
    zone = Zone("territory", 0)
    cards = tuple(Card(cell.card, zone, (cell.row, cell.column)) for cell in known)
    return Layout(cards, (Pile(Zone("grounds"), 1, "eagle"),), floats=(zone,))


def territories(*known: Cell) -> Hands:
    """Return a table of Ogallala at which these cards lie in the territory of seat 0."""
    hands = Hands.playing("ogallala", 2)
    hands.places = (AskPlace("laid", "territory:0", known, {"fur": ((1, -1), (1, 1))}),)
    hands.layout = lying(known)
    return hands


def card_of(hands: Hands, name: str) -> str:
    """Lay a card of the pile on the mat, and return its id."""
    hands.table.do(acts.Lay(name, True))
    return hands.table.scene().placed[-1].id
