"""What lies on the table as pages draw it: tricks and grids, each card with a picture."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from urllib.parse import quote

from referee.contract import Cell, Cue, GridView, Group, SeatView, View
from referee.words import Voice
from webui.page.fields import (
    PlaceField,
    ShownGrid,
    ShownGroup,
    ShownInCell,
    ShownLaid,
    ShownTrick,
)
from webui.page.schema import ShownOffer
from webui.page.sitting import said_token

Face = Callable[[str], str]  # a card's face as SVG; raises `LookupError` where there is none


@lru_cache(maxsize=512)
def digest(picture: str | bytes) -> str:
    """Return what tells a picture from any other: the cards of two decks share their names."""
    data = picture.encode() if isinstance(picture, str) else picture
    return hashlib.sha256(data).hexdigest()[:16]


def address(face: Face, card: str, folder: str = "") -> str:
    """Return the address of a card's face, empty where there is none."""
    try:
        return f"{folder}/face/{quote(card, safe='')}.svg?{digest(face(card))}"
    except LookupError:
        return ""


def tricks(voice: Voice, view: View | None, face: Face) -> tuple[ShownTrick, ...]:
    """Return the tricks to be drawn: each card by the picture it was read from, or by its face."""
    return tuple(
        ShownTrick(
            laid=tuple(
                ShownLaid(
                    one.card,
                    voice.card(one.card),
                    f"/proof/{quote(one.proof, safe='')}" if one.proof else address(face, one.card),
                    one.seat,
                )
                for one in trick.laid
            ),
            seat=trick.seat,
            text=voice.say(trick.label) if trick.label else "",
        )
        for trick in (view.tricks if view else ())
    )


def grids(
    voice: Voice, view: View | None, face: Face, offers: Sequence[ShownOffer]
) -> tuple[ShownGrid, ...]:
    """Return the grids to be drawn, with the cells in which the viewer's `offers` have a card."""
    if view is None:
        return ()
    own = (GridView(f"territory:{seat.seat}", seat.seat) for seat in view.seats if seat.layout)
    asked = [ask for offer in offers for ask in offer.ask if isinstance(ask, PlaceField)]
    seats = view.seats
    return tuple(_grid(voice, seats, grid, face, asked) for grid in (view.grids or own))


def drawn(voice: Voice, cells: Sequence[Cell], groups: Sequence[Group], face: Face) -> ShownGrid:
    """Return cards in cells that nobody's match has, with those that belong together."""
    seat = SeatView(0, Cue.IDLE, layout=tuple(cells), groups=tuple(groups))
    return _grid(voice, [seat], GridView(""), face, ())


def _grid(
    voice: Voice,
    views: Sequence[SeatView],
    grid: GridView,
    face: Face,
    asked: Sequence[PlaceField],
) -> ShownGrid:
    seats = [one for one in views if grid.seat in (None, one.seat)]
    cells = [cell for seat in seats for cell in seat.layout]
    free = _free(ask for ask in asked if ask.zone == grid.zone and not ask.leaves)
    rows = _span([one.row for one in (*cells, *free)], grid.top, grid.rows)
    columns = _span([one.column for one in (*cells, *free)], grid.left, grid.columns)

    def shown(cell: Cell) -> ShownInCell:
        at = cell.row - rows.start, cell.column - columns.start
        if not cell.card:
            return ShownInCell("", "", "", *at)
        return ShownInCell(cell.card, voice.card(cell.card), address(face, cell.card), *at)

    return ShownGrid(
        zone=grid.zone,
        seat=grid.seat,
        rows=len(rows),
        columns=len(columns),
        cells=tuple(map(shown, cells)),
        groups=tuple(
            _group(voice, group, rows.start, columns.start)
            for seat in seats
            for group in seat.groups
        ),
        free=tuple(map(shown, free)),
    )


def _free(asked: Iterable[PlaceField]) -> list[Cell]:
    """Return each cell where a card may lie: with the one that may, with no name for several."""
    found: dict[tuple[int, int], set[str]] = {}
    for ask in asked:
        for one in ask.places:
            for at in one.cells:
                found.setdefault(at, set()).add(one.card)
    return [Cell(min(cards) if len(cards) == 1 else "", *at) for at, cards in found.items()]


def _span(used: Sequence[int], first: int, many: int) -> range:
    """Return the rows or columns of a grid: those that it has, else those that are in use."""
    if many:
        return range(first, first + many)
    return range(min(used, default=0), max(used, default=-1) + 1)


def _group(voice: Voice, group: Group, top: int, left: int) -> ShownGroup:
    rows, columns = zip(*group.cells, strict=True)
    return ShownGroup(
        row=min(rows) - top,
        column=min(columns) - left,
        rows=max(rows) - min(rows) + 1,
        columns=max(columns) - min(columns) + 1,
        tokens=tuple(said_token(voice, token) for token in group.tokens),
        whole=group.whole,
    )
