"""The mats of a table, and the virtual table with its cards, hands, faults and console."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec
from msgspec.structs import replace

from referee.values import Message

# The id of the draw pile's top card, which gets its own id only when it is turned up. Of several
# piles, each has the number of its zone in this id. Cards that are put back go to this pile.
PILE = "pile"

Point = tuple[float, float]  # A point on the table in millimetres. x counts to the right, y down.
Box = tuple[float, float, float, float]  # Left, top, right and bottom in millimetres.


class GridPlan(msgspec.Struct, frozen=True):
    """A grid's cells: the middle of the first cell, and the steps to the next column and row.

    Cells of a `lettered` grid are named by letter and number.
    """

    first_mm: Point
    across_mm: Point
    down_mm: Point
    rows: int
    columns: int
    lettered: bool = False

    def middle(self, row: int, column: int) -> Point:
        """Return the middle of a cell. The cell may be outside the grid."""
        (x, y), (ax, ay), (dx, dy) = self.first_mm, self.across_mm, self.down_mm
        return x + column * ax + row * dx, y + column * ay + row * dy


class Plan(msgspec.Struct, frozen=True):
    """The mats for a match, with drawings (SVG) of the mats and of the backs of the cards.

    `mats` are the boxes of the mats, and `zones` those of their zones. `places` are the printed
    card places of a zone. `named` are the kinds of zones with a text ``mat.<kind>``. `back` is
    empty if the deck has no drawn back.
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
    """A card on the virtual mat. It has a centre in millimetres and a clockwise turn in degrees.

    If a viewer sees only its back, `card` is None.
    """

    id: str
    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_up: bool = True

    @property
    def face(self) -> str:
        """The name that everybody can see: none if the card lies face down."""
        return self.card if self.face_up else ""


class ConsoleScreen(msgspec.Struct, frozen=True):
    """The display of the console as a PNG picture, and its text."""

    png: bytes = b""
    text: str = ""


class TableDuty(msgspec.Struct, frozen=True):
    """A task for hands at the virtual table: `seat`, or anyone if it is None, moves `count` of
    the `cards`.

    An id of `cards` may be that of a pile. If somebody `chooses`, the act names the cards that
    move. `hand` is the hand that the cards leave or join. `lies` has the zone and the visible name
    of each card that lies on the mat and each pile; a pile has no name.
    """

    id: str
    message: Message
    seat: int | None
    cards: tuple[str, ...]
    count: int
    hand: int | None = None
    chooses: bool = False
    lies: dict[str, tuple[str, str]] = {}

    def visible_to(self, covered: Collection[str]) -> Iterator[TableDuty]:
        """Yield the duty without the cards whose faces a viewer may not see.

        Whether hidden cards can do a duty is a secret, unless it takes all of them.
        """
        seen = tuple(card for card in self.cards if card not in covered)
        if seen or {*covered} <= {*self.cards}:
            yield replace(self, cards=seen)


class HeldCard(msgspec.Struct, frozen=True):
    """The places for a card in a hand: the free spots of grids that it `fits`, and zones.

    Its owner may lay it in the zones `opens`. A tap lays it in one of `taps`, and `does` says what
    it would do there.
    """

    fits: tuple[tuple[float, float, float], ...] = ()
    opens: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    does: dict[str, Message] = {}


class Tabletop(msgspec.Struct, frozen=True):
    """The virtual table: its mat, the cards of each seat, the piles and the faults.

    `zones` maps a zone's name (such as ``seat:0``) to its left, top, right and bottom in
    millimetres from the mat's top left corner, and `mats` are the boxes of all mats. A seat sits at
    the edge nearest to its zone. Hands are numbered as in a deal. `sees` has the hands that each
    seat may look at, `open` the hands that everybody may see. `players` has the player of each
    hand, or None if nobody lays its cards.
    """

    mat_mm: tuple[float, float]
    card_mm: tuple[float, float]
    placed: tuple[Placed, ...]
    hands: tuple[tuple[str, ...], ...]  # The ids of the cards in each hand; `faces` names them.
    faces: dict[str, str]  # The name of each visible card by its id.
    pile: int
    discards: int
    faults: dict[str, bool]
    version: int
    zones: dict[str, tuple[float, float, float, float]] = {}
    aside: tuple[str, ...] = ()  # The ids of the cards that are set aside.
    stuck: tuple[int, ...] = ()  # The hands of players who must lay a card in a cell, but cannot.
    piles: dict[str, int] = {}  # The number of cards in each of several draw piles, by zone.
    duties: tuple[TableDuty, ...] = ()  # All that hands can do now, in the order of doing.
    reads: bool = False  # Whether the camera has not read a card yet that is due.
    away: bool = False  # Whether a discarded card can come back. If it must, `missed` is true.
    missed: bool = False
    along: dict[str, tuple[int, int]] = {}  # Columns that each grid may shift: left, right.
    starts: dict[str, int] = {}  # The column of the mat that is the match's column 0, by grid.
    held: dict[str, HeldCard] = {}  # The places for each card in a hand.
    sees: tuple[tuple[int, ...], ...] = ()
    open: tuple[int, ...] = ()
    players: tuple[int | None, ...] = ()
    mats: tuple[Box, ...] = ()
    came: dict[str, int] = {}  # The hand from which each card on the mat came.

    def visible_to(self, hands: Collection[int]) -> Tabletop:
        """Return the table for a viewer of some hands. All other hands are hidden.

        >>> one = Tabletop((1, 1), (1, 1), (), (("a",), ("b",)), {"a": "6", "b": "9"}, 0, 0, {}, 1)
        >>> one.visible_to([1]).faces
        {'b': '9'}
        """
        covered = {
            card for hand, held in enumerate(self.hands) if hand not in hands for card in held
        }
        return replace(
            self,
            faces={card: face for card, face in self.faces.items() if card not in covered},
            held={card: held for card, held in self.held.items() if card not in covered},
            stuck=tuple(hand for hand in self.stuck if hand in hands),
            duties=tuple(
                table_duty for duty in self.duties for table_duty in duty.visible_to(covered)
            ),
        )
