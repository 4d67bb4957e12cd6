"""How a table's mats lie; of the virtual one its cards, hands and faults, and its console."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from referee.values import Message

# The id of the draw pile's top card, which has no other name before it is turned up; with a number
# it is that of one of several, as their zones are called. A card put back lies there.
PILE = "pile"

Point = tuple[float, float]  # millimetres of the table, x to the right and y down
Box = tuple[float, float, float, float]  # left, top, right, bottom in the same


class GridPlan(msgspec.Struct, frozen=True):
    """The cells of a grid: the middle of the first one, and the ways to the next column and row.

    Cells of a `lettered` one are called by letters and numbers.
    """

    first_mm: Point
    across_mm: Point
    down_mm: Point
    rows: int
    columns: int
    lettered: bool = False

    def middle(self, row: int, column: int) -> Point:
        """Return the middle of a cell, also of one beside the grid."""
        (x, y), (ax, ay), (dx, dy) = self.first_mm, self.across_mm, self.down_mm
        return x + column * ax + row * dx, y + column * ay + row * dy


class Plan(msgspec.Struct, frozen=True):
    """How the mats lie on a match's table, and how they and the cards' backs are drawn (SVG).

    `mats` are the boxes of the mats, `zones` those of their zones. A zone may have printed
    `places` for its cards. The kinds of zones that are `named` have words: ``mat.<kind>``. `back`
    is empty where nobody has drawn one.
    """

    size_mm: tuple[float, float]
    card_mm: tuple[float, float]
    mats: tuple[Box, ...]
    zones: dict[str, Box]
    grids: dict[str, GridPlan] = {}
    places: dict[str, tuple[Point, ...]] = {}
    named: tuple[str, ...] = ()
    drawing: str = ""
    back: str = ""


class Placed(msgspec.Struct, frozen=True):
    """A card on the virtual mat: centre in millimetres, turn clockwise in degrees.

    One that lies face down has no `card` for who looks at the table.
    """

    id: str
    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_up: bool = True


class ConsoleScreen(msgspec.Struct, frozen=True):
    """What the console's display shows: its very pixels as PNG, and the same in words."""

    png: bytes = b""
    text: str = ""


class Draw(msgspec.Struct, frozen=True):
    """What is drawn from a pile: so many cards, by a seat or by whoever.

    They are taken into a hand, or turned up in a zone where one is named.
    """

    seat: int | None
    count: int
    hand: int | None = None
    zone: str = ""


class Tabletop(msgspec.Struct, frozen=True):
    """The virtual table: the mat, each seat's own card or cards, the piles, the faults.

    `zones` maps a zone's name (such as ``seat:0``) to its left, top, right and bottom in
    millimetres from the mat's top left corner; a seat sits at the edge nearest to its zone. Hands
    are counted as a deal does. `sees` has for each seat those that it may look at, `open` are for
    everybody, `players` play each one: None where nobody lays a single card of it.
    """

    mat_mm: tuple[float, float]
    card_mm: tuple[float, float]
    placed: tuple[Placed, ...]
    hands: tuple[tuple[str, ...], ...]  # ids of cards held, by seat, see `faces`
    faces: dict[str, str]  # card id -> card
    pile: int
    discards: int
    faults: dict[str, bool]
    version: int
    zones: dict[str, tuple[float, float, float, float]] = {}
    aside: tuple[str, ...] = ()  # ids of cards left out of the deal, and at hand
    owed: tuple[int, ...] = ()  # seats that showed a card, gave it back and are to draw another
    piles: dict[str, int] = {}  # the cards of each of several draw piles, by its zone
    draws: dict[str, Draw] = {}  # what is drawn now, by pile: its zone, or ``pile`` where it is one
    goes: tuple[str, ...] = ()  # ids of cards that are to be taken away
    away: bool = False  # a card that was laid away can come back; `missed` where it is asked for
    missed: bool = False
    first: Message | None = None  # what is to be done with cards that somebody holds
    along: dict[str, tuple[int, int]] = {}  # grids that may be moved along: columns left and right
    fits: dict[str, tuple[tuple[float, float, float], ...]] = {}  # where a held card may lie, by id
    opens: dict[str, tuple[str, ...]] = {}  # the zones where its seat may lay a held card, by id
    taps: dict[str, tuple[str, ...]] = {}  # those where a tap lays it: where it is wanted now
    does: dict[str, dict[str, Message]] = {}  # what that does, where its name says it, by zone
    sees: tuple[tuple[int, ...], ...] = ()
    open: tuple[int, ...] = ()
    players: tuple[int | None, ...] = ()

    def visible_to(self, hands: Collection[int]) -> Tabletop:
        """Return the table as who may look at some hands sees it: of others no card tells a thing.

        >>> one = Tabletop((1, 1), (1, 1), (), (("a",), ("b",)), {"a": "6", "b": "9"}, 0, 0, {}, 1)
        >>> one.seen([1]).faces
        {'b': '9'}
        """
        covered = {
            card for hand, held in enumerate(self.hands) if hand not in hands for card in held
        }
        return replace(
            self,
            faces={card: face for card, face in self.faces.items() if card not in covered},
            fits={card: cells for card, cells in self.fits.items() if card not in covered},
            opens={card: zones for card, zones in self.opens.items() if card not in covered},
            taps={card: zones for card, zones in self.taps.items() if card not in covered},
            does={card: does for card, does in self.does.items() if card not in covered},
        )
