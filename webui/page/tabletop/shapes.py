"""View models of the table's drawing, in millimetres on the table as its viewer sees it."""

from __future__ import annotations

from referee.table import Piece
from referee.values import Message
from webui.page.border import CardFace, Shape


class TableBox(Shape):
    """A rectangle by its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float


class TableCard(CardFace):
    """A card, a back, or a pile under its top card, by its centre.

    * `key`: identifies the card, and stays the same until the card moves.
    * `lies`: how the card lies, as a value of `referee.table.Lies`.
    * `edge`: the seat whose colour the edge of the card has.
    * `seat`: the seat whose symbol the card carries.
    * `fresh`: whether the card came with the last change.
    * `count`: the number of cards in a pile.
    """

    key: str
    kind: str
    zone: str
    x: float
    y: float
    width: float
    height: float
    lies: str
    edge: int | None
    seat: int | None
    fresh: bool
    count: int | None


class CellOutline(Shape):
    """Cells that belong together: an SVG path around them, their box, and the counters for them.

    `whole` means that the group is complete. `name` is the name of its leftmost cell.
    """

    path: str
    whole: bool
    name: str
    box: TableBox
    tokens: tuple[Piece, ...]


class ZoneNotes(Shape):
    """The pieces and words of a zone, in the band at its lower edge."""

    zone: str
    seat: int | None
    box: TableBox
    tokens: tuple[Piece, ...]
    texts: tuple[Message, ...]


class PlaceName(Shape):
    """The name of a place. Its centre is (`x`, `y`), and there are `room` millimetres across and
    `high` down for it.
    """

    text: str
    x: float
    y: float
    room: float
    high: float


class ZoneGlow(Shape):
    """A place where a seat (None: anyone) must lay `count` cards; `have` of them are there.

    If `for_all` is true, anybody may lay them, because people move this player's cards.
    """

    zone: str
    box: TableBox
    seat: int | None
    have: int
    count: int
    for_all: bool = False


class FreeCell(CardFace):
    """A free cell for the viewer's card: cell `at` of a zone.

    `fits` has the names of the cards that fit. If there are several, `card` is empty.
    """

    zone: str
    at: tuple[int, int]
    fits: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float


class MisplacedCard(CardFace):
    """A misplaced card, or a back (`down`), with the reason.

    * `seats`: the seats that the card concerns.
    * `spot`: the place of the card on the drawing, or None if that is unknown.
    * `asked`: whether the open question already gives the reason.
    """

    zone: str | None
    down: bool
    spot: TableBox | None
    text: Message
    seats: tuple[int, ...]
    asked: bool


class TablePanel(TableBox):
    """A section of the table that belongs to one seat or to all."""

    seat: int | None


class TablePart(Shape):
    """A part of the table to show: that of a seat, the `shared` part, or the `whole` table.

    Its `panels` are cut out of the table and arranged so that they fill the screen.
    """

    key: str
    seat: int | None
    panels: tuple[TablePanel, ...]


class SeatPlace(Shape):
    """A seat's edge of the table, and its position from the left or the top (0 to 1)."""

    seat: int
    edge: str
    along: float


class TableDrawing(Shape):
    """The drawing of the table.

    * `size`: the table's size.
    * `mat`: the address of the mats' drawing. Its size is `mat_size`, and the page turns it
      clockwise by `quarters` quarter turns.
    * `back`: the address of the picture of a card's back.
    * `lying`: the cards on the table; `gone`: the places that the last change emptied.
    * `names`: the words on the mats; `texts`: the same table in sentences, zone by zone.
    * `whole`, `parts`: the whole table, and its parts; if there are any, a phone shows one of them.
    * `places`: the seats around a table with one mat.
    """

    size: tuple[float, float]
    mat: str
    mat_size: tuple[float, float]
    quarters: int
    back: str
    lying: tuple[TableCard, ...]
    gone: tuple[TableBox, ...]
    outlines: tuple[CellOutline, ...]
    heaps: tuple[ZoneNotes, ...]
    names: tuple[PlaceName, ...]
    glows: tuple[ZoneGlow, ...]
    free: tuple[FreeCell, ...]
    amiss: tuple[MisplacedCard, ...]
    whole: TablePart
    parts: tuple[TablePart, ...]
    places: tuple[SeatPlace, ...]
    texts: tuple[str, ...]
