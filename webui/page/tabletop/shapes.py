"""The shapes of a table to be drawn: all in millimetres of the table as its viewer sees it."""

from __future__ import annotations

from webui.page.fields import CardFace, Shape, TokenCount


class TableBox(Shape):
    """A rectangle by its left top, width and height."""

    x: float
    y: float
    width: float
    height: float


class TableCard(CardFace):
    """A card that lies there, by its middle; or a back, or a pile under its top card or back.

    `key` stays the same while it lies there. It `lies` for as long as `referee.table.Lies` says, is
    edged in the colour of the seat `edge`, bears the symbol of `seat`, whose it is or who owes a
    card, and is `fresh` where it came with the last change. `count` is that of a pile.
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
    """Cells that belong together: the path around them (SVG), and what stands upon it, and where.

    A `whole` one lacks nothing.
    """

    path: str
    whole: bool
    x: float
    y: float
    tokens: tuple[TokenCount, ...]


class ZoneNotes(Shape):
    """Pieces and words of a zone (that of `seat`), in the band at the foot of its box."""

    zone: str
    seat: int | None
    box: TableBox
    tokens: tuple[TokenCount, ...]
    texts: tuple[str, ...]


class PlaceName(Shape):
    """What a place is called, at the middle of the words; they have so much `room` (mm)."""

    text: str
    x: float
    y: float
    room: float


class ZoneGlow(Shape):
    """A place where something is due of a seat (None: of anybody); `have` of `count` lie there.

    What is due of one whose cards people move is `for_all` to do.
    """

    zone: str
    box: TableBox
    seat: int | None
    text: str
    have: int
    count: int
    for_all: bool = False


class FreeCell(CardFace):
    """A cell of which the viewer may say that a card lies there: which, or (empty) several may."""

    x: float
    y: float
    width: float
    height: float


class MisplacedCard(CardFace):
    """A card that lies where no rule lets it, or (`down`) its back; why, whom it concerns, and the
    zones `where` it may lie. `spot` is where it is drawn, by its middle; None: nobody knows. Why is
    `asked` where it is the question that is open.
    """

    zone: str | None
    at: tuple[int, int] | None
    down: bool
    spot: TableBox | None
    text: str
    seats: tuple[int, ...]
    where: tuple[str, ...]
    asked: bool


class TablePanel(TableBox):
    """A piece of the table, that of a seat or of all."""

    seat: int | None


class TablePart(Shape):
    """A part of the table to look at: that of `seat`, of all (`shared`), or the `whole` of it.

    Its `panels` are cut out of the table, and lie wherever there is room for them.
    """

    key: str
    seat: int | None
    panels: tuple[TablePanel, ...]


class SeatPlace(Shape):
    """At which edge of the table a seat sits, and how far along it, from the left or top."""

    seat: int
    edge: str
    along: float


class TableDrawing(Shape):
    """What lies on the table, to be drawn on the mats' own drawing `mat` (its address).

    `size` is the table's; the drawing, of `mat_size`, is turned by so many `quarters`, clockwise.
    `back` is the address of the cards' back. Seats have `places` round a table of one mat. `gone`
    are the places of cards that the last change took, `names` what is written on the mats. A phone
    shows one of the `parts`, where there are any, else the `whole`. `texts` say zone by zone what
    lies there.
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
