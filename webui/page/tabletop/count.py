"""A grid of cards that was counted from a picture: its drawing, and the arithmetic."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Step
from referee.reports.picture import ReadPhoto
from referee.reports.tabletop import GridPlan, Plan
from referee.table import Card, Layout, Zone
from webui.page.border import Shape, Words
from webui.page.tabletop.shapes import TableDrawing
from webui.page.tabletop.table import draw_cards
from webui.port import GridReading, UncertainCard

COUNTED = Zone("counted")  # A count outside a match places its cards in this grid.
APART_MM = 3.0  # Distance between two cells in millimetres.


class CountSheet(Shape):
    """A counted grid: its cards, the arithmetic, and the `total`; without a count, that is None.

    `table` is a drawing of the cards that were found. `faults` explains which cards lie in
    impossible places. If `joins` is true, another picture can add more cards.
    """

    photo: ReadPhoto
    table: TableDrawing | None
    steps: tuple[Step, ...]
    total: int | None
    faults: tuple[Message, ...]
    doubts: tuple[UncertainCard, ...]
    joins: bool


def count_sheet(words: Words, counted: GridReading, card_mm: tuple[float, float]) -> CountSheet:
    """Return a count as the page shows it: a drawing, the arithmetic and the doubtful cards."""
    worth = counted.appraisal
    return CountSheet(
        photo=counted.photo,
        table=_draw_count(words, counted, card_mm),
        steps=worth.score.steps if worth else (),
        total=worth.score.total if worth else None,
        faults=worth.faults if worth else (),
        doubts=counted.uncertain,
        joins=counted.joins,
    )


def _draw_count(
    words: Words, counted: GridReading, card_mm: tuple[float, float]
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
                outline,
                zone=COUNTED,
                cells=tuple((row, column - first) for row, column in outline.cells),
            )
            for outline in (worth.outlines if worth else ())
        ),
    )
    return draw_cards(words, plan, layout)
