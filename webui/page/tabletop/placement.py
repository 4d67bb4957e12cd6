"""Determine where each card and pile of a layout is drawn, and its size in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from referee.reports.tabletop import Box, Point
from referee.table import Card, Layout, Pile, Position, Zone
from webui.page.tabletop.ground import MIDDLE, Ground, bounding_box, box_around

GAP_MM = 5.0  # Distance between two cards, and from a card to the edge of its zone.
LARGEST = 1.5  # Maximum scale of a card, even if its zone has more room.
SMALLEST = 0.8  # Minimum scale of a card: cards overlap instead of becoming smaller.

Size = tuple[float, float]


def largest_scale(count: int, box: Box, card: Size) -> float:
    """Return the largest scale at which `count` cards fit into a box without overlapping.

    >>> round(largest_scale(2, (0.0, 0.0, 145.0, 98.0), (63.0, 88.0)), 2)
    1.0
    """
    wide, high = box[2] - box[0] - GAP_MM, box[3] - box[1] - GAP_MM
    best = 0.0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        across = (wide / columns - GAP_MM) / card[0]
        best = max(best, min(across, (high / rows - GAP_MM) / card[1]))
    return best


def card_centres(count: int, box: Box, card: Size) -> list[Point]:
    """Return the centres of `count` cards in a box, in reading order.

    The cards form rows of similar length. If the rows do not fit, the cards form a single row and
    overlap.
    """
    (left, top, right, bottom), (width, height) = box, card
    x, y = (left + right) / 2, (top + bottom) / 2
    across = max(1, int((right - left - GAP_MM + 0.01) / (width + GAP_MM)))
    down = max(1, int((bottom - top - GAP_MM + 0.01) / (height + GAP_MM)))
    if count > across * down:
        step = (right - left - 2 * GAP_MM - width) / (count - 1)
        return _row(count, x, y, min(step, width + GAP_MM))
    rows = -(-count // across)
    lengths = [count // rows + (n < count % rows) for n in range(rows)]
    first = y - (rows - 1) / 2 * (height + GAP_MM)
    return [
        at
        for n, length in enumerate(lengths)
        for at in _row(length, x, first + n * (height + GAP_MM), width + GAP_MM)
    ]


def common_scale(rooms: Sequence[tuple[int, Box]], card: Size) -> float:
    """Return one scale for the cards in similar zones. Each room has a card count and a box."""
    fits = min((largest_scale(many, box, card) for many, box in rooms), default=LARGEST)
    if fits >= SMALLEST:
        return min(fits, LARGEST)
    return min(SMALLEST, *(largest_scale(1, box, card) for _, box in rooms))


def _row(count: int, x: float, y: float, step: float) -> list[Point]:
    first = x - (count - 1) / 2 * step
    return [(first + n * step, y) for n in range(count)]


MARGIN_MM = 4.0  # Space around the cells of a grid in millimetres.
FEWEST = 4  # Minimum number of grid columns that the drawing shows.
EDGE_MM = 2.5  # Room for a card's coloured edge in a zone that touches others.
AXIS_MM = 15.0  # Width of the margin next to the cells, which shows their letters and numbers.
ANCHOR = 5  # Column 0 of a floating grid is drawn at this column if there is room.

Thing = Card | Pile


@dataclass(frozen=True)
class PlacedItem:
    """A card or pile, with its centre and its size."""

    what: Thing
    zone: Zone  # The zone in which it is drawn.
    at: Point
    size: Size

    @property
    def box(self) -> Box:
        return box_around(self.at, self.size)


@dataclass(frozen=True)
class Placement:
    """The positions of the things in layouts. All cards of a floating grid are shifted equally.

    `more` contains further cells that are in use although they are not in any layout.
    """

    ground: Ground
    shifts: Mapping[Zone, int] = field(default_factory=dict)
    more: Sequence[tuple[Zone, Position]] = ()

    @classmethod
    def for_layouts(
        cls,
        ground: Ground,
        *layouts: Layout,
        more: Sequence[tuple[Zone, Position]] = (),
        starts: Mapping[str, int] | None = None,
    ) -> Placement:
        """Return a placement in which each grid column has the same position in all layouts.

        `starts` has the column in which some floating grids must have their column 0.
        """
        cells: dict[Zone, list[Position]] = {}
        for zone, at in (*(cell for layout in layouts for cell in _cells(layout)), *more):
            cells.setdefault(zone, []).append(at)
        floats = {zone for layout in layouts for zone in layout.floats}
        shifts = {zone: cls._shift(ground, zone, cells.get(zone, [])) for zone in floats}
        shifts |= {zone: starts[str(zone)] for zone in floats if starts and str(zone) in starts}
        return cls(ground, shifts, more)

    @staticmethod
    def _shift(ground: Ground, zone: Zone, cells: Sequence[Position]) -> int:
        grid = ground.plan.grids.get(str(zone))
        if grid is None or not cells:
            return ANCHOR
        first, last = min(column for _, column in cells), max(column for _, column in cells)
        return max(min(ANCHOR, grid.columns - 1 - last), -first)

    def cell(self, zone: Zone, at: Position) -> Point | None:
        """Return the centre of a cell; its column has the number that the layout uses."""
        row, column = at
        return self.ground.cell(zone, (row, column + self.shifts.get(zone, 0)))

    def cell_size(self, zone: Zone) -> Size:
        """Return the size of a card in a cell."""
        (width, height), (wide, high) = self.ground.plan.card_mm, self.ground.cell_size(zone)
        return (width, height) if width <= wide and height <= high else (wide - 2, high - 2)

    def drawn_zone(self, zone: Zone) -> Zone:
        """Return the zone that shows the things of this zone: the zone itself, or the middle."""
        return zone if zone in self.ground.zones else Zone(MIDDLE)

    def all(self, layout: Layout) -> list[PlacedItem]:
        """Return all items of a layout, zone by zone, in the order in which players laid them."""
        items = [placed for card in layout.cards if (placed := self._in_cell(card))]
        homes = map(self.drawn_zone, self.banded_zones(layout))
        banded = {home.kind for home in homes if home.seat is None or not self.ground.gathered}
        loose: dict[Zone, list[Thing]] = {}
        for item in self._loose(layout):
            loose.setdefault(self.drawn_zone(item.zone), []).append(item)
        kinds = [
            _ZoneGroup(self.ground, {zone: loose[zone] for zone in alike}, banded)
            for _, alike in groupby(sorted(loose, key=_order), key=lambda zone: zone.kind)
        ]
        most = max(1.0, min((kind.scale for kind in kinds if not kind.piles), default=LARGEST))
        return [
            *items,
            *(placed for kind in kinds for placed in kind.placed(min(most, kind.scale))),
        ]

    def banded_zones(self, layout: Layout) -> Iterable[Zone]:
        """Yield the zones that contain pieces or words; grids are left out."""
        zones = [*(piece.zone for piece in layout.pieces), *(zone for zone, _ in layout.words)]
        yield from (
            zone for zone in dict.fromkeys(zones) if str(zone) not in self.ground.plan.grids
        )

    def used_box(self, layout: Layout, zone: Zone) -> Box | None:
        """Return the box around the used columns of a grid, including some free columns."""
        grid = self.ground.plan.grids.get(str(zone))
        if grid is None:
            return None
        shown = self.columns(layout, zone)
        wide, high = self.ground.cell_size(zone)
        ends = [self.cell(zone, at) for at in ((0, shown[0]), (grid.rows - 1, shown[-1]))]
        wide, high = wide / 2 + MARGIN_MM, high / 2 + MARGIN_MM
        axis = AXIS_MM - MARGIN_MM if grid.lettered else 0.0
        return bounding_box(
            (x - wide - axis, y - high - axis, x + wide, y + high) for x, y in filter(None, ends)
        )

    def columns(self, layout: Layout, zone: Zone) -> range:
        """Return the columns of a grid to show, with the numbers that the layout uses."""
        used = [
            column for used_zone, (_, column) in (*_cells(layout), *self.more) if used_zone == zone
        ]
        shift = self.shifts.get(zone, 0)
        first = min(used, default=0) + shift - 1
        last = max(used, default=0) + shift + 1
        lack = max(0, FEWEST - (last - first + 1))
        most = self.ground.plan.grids[str(zone)].columns - 1
        first, last = max(0, first - lack // 2), min(most, last + lack - lack // 2)
        return range(first - shift, last + 1 - shift)

    def _in_cell(self, card: Card) -> PlacedItem | None:
        at = None if card.at is None else self.cell(card.zone, card.at)
        if at is None:
            return None
        return PlacedItem(card, card.zone, at, self.cell_size(card.zone))

    def _loose(self, layout: Layout) -> Iterable[Thing]:
        yield from layout.piles
        for backs in layout.backs:
            yield from [Card("", backs.zone, seat=backs.seat)] * backs.count
        for card in layout.cards:
            if card.at is None or self.ground.cell(card.zone, card.at) is None:
                yield card


@dataclass(frozen=True)
class _ZoneGroup:
    """The items in all zones of one kind. Their cards have the same size."""

    ground: Ground
    zones: Mapping[Zone, Sequence[Thing]]
    banded: set[str]

    @property
    def piles(self) -> bool:
        """Whether all of these items are piles."""
        return all(isinstance(thing, Pile) for things in self.zones.values() for thing in things)

    @cached_property
    def scale(self) -> float:
        """The largest scale at which all cards fit."""
        rooms = [
            (1, _place_room(self._box(zone), places))
            if (places := self._places(zone))
            else (len(things), self._box(zone))
            for zone, things in self.zones.items()
        ]
        return common_scale(rooms, self.ground.plan.card_mm)

    def placed(self, factor: float) -> Iterable[PlacedItem]:
        """Yield all items, with their places and sizes."""
        width, height = self.ground.plan.card_mm
        size = width * factor, height * factor
        for zone, things in self.zones.items():
            at = self._places(zone) or card_centres(len(things), self._box(zone), size)
            for thing, point in zip(things, at, strict=False):
                yield PlacedItem(thing, zone, point, size)

    def _box(self, zone: Zone) -> Box:
        """Return the room for a zone's cards: without the band if a zone of this kind has notes,
        and without the room for coloured edges where zones touch.
        """
        left, top, right, bottom = self.ground.zone_box(zone)
        if self.ground.gathered:
            left, right = left + EDGE_MM, right - EDGE_MM
            top, bottom = top + EDGE_MM, bottom - EDGE_MM
        if zone.kind not in self.banded:
            return left, top, right, bottom
        _, above, _, below = self.ground.band(zone)
        return (left, below, right, bottom) if above == top else (left, top, right, above)

    def _places(self, zone: Zone) -> tuple[Point, ...]:
        """Return a zone's printed places if its cards lie on them, otherwise nothing."""
        things = self.zones[zone]
        if zone.kind in self.banded or isinstance(things[0], Pile):
            return ()
        places = self.ground.printed_places(zone)
        return places if len(places) >= len(things) else ()


def leftmost_column(layout: Layout, zone: Zone) -> int:
    """Return the column of the leftmost card in a grid. Names of cells count from there."""
    return min((card.at[1] for card in layout.cards_in(zone) if card.at is not None), default=0)


def _cells(layout: Layout) -> Iterable[tuple[Zone, Position]]:
    yield from ((card.zone, card.at) for card in layout.cards if card.at is not None)
    yield from ((outline.zone, at) for outline in layout.outlines for at in outline.cells)


def _order(zone: Zone) -> tuple[str, int, int]:
    return zone.kind, zone.seat or 0, zone.index or 0


def _place_room(box: Box, places: Sequence[Point]) -> Box:
    """Return the room around one of the printed places of a zone."""
    left, top, right, bottom = box
    columns = len({round(x) for x, _ in places})
    rows = len({round(y) for _, y in places})
    return left, top, left + (right - left) / columns, top + (bottom - top) / rows
