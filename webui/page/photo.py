"""A phone's picture as its sender sees it: the cards in it, and what the table did with it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable

from msgspec.structs import replace

from referee.contract import AskCards, AskPlace
from referee.match.running import Snapshot
from referee.reports.picture import CameraView, ReadPhoto, Spot
from referee.reports.status import Status
from referee.reports.tabletop import GridPlan, Plan
from referee.table import Card, Layout, Zone
from referee.words import Voice
from webui.page.fields import CardName, Shape
from webui.page.pictures import Face
from webui.page.rulings import sum_step
from webui.page.schema import PhotoDue, SumStep
from webui.page.tabletop.shapes import TableDrawing
from webui.page.tabletop.table import draw_cards
from webui.port import GridReading

COUNTED = Zone("counted")  # A count outside a match places its cards in this grid.
APART_MM = 3.0  # Distance between two cells in millimetres.


class FoundCard(Shape):
    """A card in a picture: its reading, and its corners as fractions of width and height."""

    corners: tuple[tuple[float, float], ...]
    verdict: str
    label: str


class CameraFrame(Shape):
    """The cameras' picture (``/camera.jpg?<id>``) and the cards found in it."""

    id: str
    size: tuple[int, int]
    spots: tuple[FoundCard, ...]


class ZoneOption(Shape):
    """A possible answer to the question where the cards lie: a zone, or another choice."""

    zone: str
    label: str


class PhotoSheet(Shape):
    """The result of a picture from this phone; the picture itself is a data URL.

    `came` says what happened: the picture became a move (``moved``), led to the `question`
    (``asked``), or had no effect (``nothing``). If it is ``whose``, the sender has to choose
    one of the `zones`.
    """

    id: str
    picture: str
    size: tuple[int, int]
    spots: tuple[FoundCard, ...]
    came: str
    said: tuple[str, ...]
    question: str | None
    zones: tuple[ZoneOption, ...]


class DoubtfulCard(Shape):
    """A doubtful card in a count: its picture as a data URL, and its candidates."""

    id: str
    picture: str
    text: str
    candidates: tuple[CardName, ...]


class CountSheet(Shape):
    """A counted grid: its cards, the arithmetic, and the `total`; without a count, that is None.

    `table` is a drawing of the cards that were found. `faults` explains which cards lie in
    impossible places. If `joins` is true, another picture can add more cards.
    """

    photo: PhotoSheet
    table: TableDrawing | None
    steps: tuple[SumStep, ...]
    total: int | None
    faults: tuple[str, ...]
    doubts: tuple[DoubtfulCard, ...]
    joins: bool


def can_count_grid(snapshot: Snapshot | None) -> bool:
    """Whether the table can count a grid of this game from a picture."""
    return snapshot is not None and snapshot.game.table.appraise is not None


def count_sheet(
    voice: Voice, counted: GridReading, face: Face, card_mm: tuple[float, float]
) -> CountSheet:
    """Return a count as the page shows it: a drawing, the arithmetic and the doubtful cards."""
    worth = counted.appraisal
    return CountSheet(
        photo=photo_sheet(voice, counted.photo),
        table=_draw_count(voice, counted, face, card_mm),
        steps=tuple(sum_step(voice, one) for one in (worth.score.steps if worth else ())),
        total=worth.score.total if worth else None,
        faults=tuple(voice.say(fault) for fault in (worth.faults if worth else ())),
        doubts=tuple(
            DoubtfulCard(
                one.id,
                f"data:image/png;base64,{b64encode(one.png).decode()}",
                voice.say(one.reason),
                tuple(CardName(may.card, voice.card(may.card)) for may in one.candidates),
            )
            for one in counted.uncertain
        ),
        joins=counted.joins,
    )


def _draw_count(
    voice: Voice, counted: GridReading, face: Face, card_mm: tuple[float, float]
) -> TableDrawing | None:
    """Return a drawing of the counted cards, with a grid that is just large enough."""
    if not counted.cells:
        return None
    wide, high = card_mm[0] + APART_MM, card_mm[1] + APART_MM
    rows = max(cell.row for cell in counted.cells) + 1
    first = min(cell.column for cell in counted.cells)
    columns = max(cell.column for cell in counted.cells) - first + 1
    grid = GridPlan((wide / 2, high / 2), (wide, 0.0), (0.0, high), rows, columns)
    size = columns * wide, rows * high
    plan = Plan(size, card_mm, ((0.0, 0.0, *size),), {}, {str(COUNTED): grid})
    worth = counted.appraisal
    layout = Layout(
        cards=tuple(
            Card(cell.card, COUNTED, (cell.row, cell.column - first)) for cell in counted.cells
        ),
        outlines=tuple(
            replace(
                one, zone=COUNTED, cells=tuple((row, column - first) for row, column in one.cells)
            )
            for one in (worth.outlines if worth else ())
        ),
    )
    return draw_cards(voice, plan, layout, face)


def photo_request(voice: Voice, snapshot: Snapshot | None, status: Status) -> PhotoDue | None:
    """Return a request for a picture, or None if a picture would not help now."""
    if snapshot is None or snapshot.rests or snapshot.outcome is not None:
        return None
    lays = any(isinstance(ask, AskCards | AskPlace) for one in snapshot.offers for ask in one.ask)
    if not snapshot.pending and not lays:
        return None
    waits = [one.message for one in snapshot.pending]
    texts = map(voice.say, waits if status.bot_pending is None else [status.bot_pending.message])
    return PhotoDue(not status.sees, tuple(dict.fromkeys(texts)))


def photo_sheet(voice: Voice, sent: ReadPhoto) -> PhotoSheet:
    """Return a phone's picture in the form in which the page draws the found cards on it."""
    return PhotoSheet(
        id=sent.id,
        picture=f"data:image/jpeg;base64,{b64encode(sent.jpeg).decode()}",
        size=sent.size,
        spots=_spots(voice, sent.spots),
        came=sent.came.value,
        said=tuple(voice.say(message) for message in sent.said),
        question=sent.question,
        zones=(
            *(ZoneOption(zone, _zone_label(voice, zone)) for zone in sent.zones),
            *(
                ZoneOption(way.id, _capitalise(voice.say(way.label)))
                for way in sent.ways
                if way.label
            ),
        ),
    )


def camera_frame(voice: Voice, view: CameraView) -> CameraFrame:
    """Return the cameras' picture in the form in which the page draws the found cards on it."""
    return CameraFrame(view.id, view.size, _spots(voice, view.spots))


def _spots(voice: Voice, spots: Iterable[Spot]) -> tuple[FoundCard, ...]:
    return tuple(FoundCard(one.corners, one.verdict, _label(voice, one)) for one in spots)


def _label(voice: Voice, spot: Spot) -> str:
    if spot.card is None:
        return "?"
    label = voice.key("page.photo.back") if spot.face_down else voice.card(spot.card)
    return label if spot.verdict == "certain" else f"{label} ?"


def _zone_label(voice: Voice, zone: str) -> str:
    return _capitalise(voice.key("page.photo.zone", zone=zone))


def _capitalise(said: str) -> str:
    return said[:1].upper() + said[1:]
