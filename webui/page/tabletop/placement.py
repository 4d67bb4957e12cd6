"""Where all that a layout has is drawn: each card, back and pile by its middle, in mm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from referee.reports.tabletop import Box, Point
from referee.table import Backs, Card, Layout, Pile, Position, Zone
from webui.page.tabletop.arrangement import LARGEST, Size, card_centres, common_scale
from webui.page.tabletop.ground import MIDDLE, Ground, bounding_box

MARGIN_MM = 4.0  # round the cells of a grid that is looked at
FEWEST = 6  # columns of a grid that are shown, where several mats are looked at
AXIS_MM = 11.0  # beside cells that have letters and numbers
ANCHOR = 5  # in a grid that may be moved along, column 0 lies so far from the left, if it can

Thing = Card | Backs | Pile


@dataclass(frozen=True)
class PlacedItem:
    """Something that lies there: by its middle, and its size."""

    what: Thing
    zone: Zone  # in which it is drawn
    at: Point
    size: Size

    @property
    def box(self) -> Box:
        """The box around it."""
        (x, y), (width, height) = self.at, self.size
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@dataclass(frozen=True)
class Placement:
    """Places what layouts have on a ground; in floating grids all by one and the same shift.

    In `more` cells lies what no layout has.
    """

    ground: Ground
    shifts: Mapping[Zone, int] = field(default_factory=dict)
    more: Sequence[tuple[Zone, Position]] = ()

    @classmethod
    def of(
        cls, ground: Ground, *layouts: Layout, more: Sequence[tuple[Zone, Position]] = ()
    ) -> Placement:
        """Return what places these layouts, each column of a grid where it was in the others."""
        cells: dict[Zone, list[Position]] = {}
        for zone, at in (*(cell for layout in layouts for cell in _cells(layout)), *more):
            cells.setdefault(zone, []).append(at)
        floats = {zone for layout in layouts for zone in layout.floats}
        shifts = {zone: cls._shift(ground, zone, cells.get(zone, [])) for zone in floats}
        return cls(ground, shifts, more)

    @staticmethod
    def _shift(ground: Ground, zone: Zone, cells: Sequence[Position]) -> int:
        grid = ground.plan.grids.get(str(zone))
        if grid is None or not cells:
            return ANCHOR
        first, last = min(column for _, column in cells), max(column for _, column in cells)
        return max(min(ANCHOR, grid.columns - 1 - last), -first)

    def cell(self, zone: Zone, at: Position) -> Point | None:
        """Return the middle of a cell, its column counted as the layout counts it."""
        row, column = at
        return self.ground.cell(zone, (row, column + self.shifts.get(zone, 0)))

    def cell_size(self, zone: Zone) -> Size:
        """Return the size of a card in a cell."""
        (width, height), (wide, high) = self.ground.plan.card_mm, self.ground.cell_size(zone)
        return (width, height) if width <= wide and height <= high else (wide - 2, high - 2)

    def drawn_zone(self, zone: Zone) -> Zone:
        """Return the zone that something is drawn in: the middle, where the mat has no such one."""
        return zone if zone in self.ground.zones else Zone(MIDDLE)

    def all(self, layout: Layout) -> list[PlacedItem]:
        """Return all that lies there, zone by zone, in the order in which it was laid."""
        found = [placed for card in layout.cards if (placed := self._in_cell(card))]
        banded = {self.drawn_zone(zone).kind for zone in self.banded_zones(layout)}
        loose: dict[Zone, list[Thing]] = {}
        for one in self._loose(layout):
            loose.setdefault(self.drawn_zone(one.zone), []).append(one)
        kinds = [
            _ZoneGroup(self.ground, {zone: loose[zone] for zone in alike}, banded)
            for _, alike in groupby(sorted(loose, key=_order), key=lambda zone: zone.kind)
        ]
        most = max(1.0, min((one.scale for one in kinds if not one.piles), default=LARGEST))
        return [*found, *(placed for one in kinds for placed in one.placed(min(most, one.scale)))]

    def banded_zones(self, layout: Layout) -> Iterable[Zone]:
        """Yield the zones in which pieces or words are drawn: not those that are all cells."""
        zones = [*(piece.zone for piece in layout.pieces), *(zone for zone, _ in layout.words)]
        yield from (one for one in dict.fromkeys(zones) if str(one) not in self.ground.plan.grids)

    def used_box(self, layout: Layout, zone: Zone) -> Box | None:
        """Return the box round the columns of a grid that are in use, and some beside them."""
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
        """Return the columns of a grid that are looked at, as the layout counts them."""
        used = [column for one, (_, column) in (*_cells(layout), *self.more) if one == zone]
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
            yield from [backs] * backs.count
        for card in layout.cards:
            if card.at is None or self.ground.cell(card.zone, card.at) is None:
                yield card


@dataclass(frozen=True)
class _ZoneGroup:
    """What lies in the zones of one kind, in all of them cards as large."""

    ground: Ground
    zones: Mapping[Zone, Sequence[Thing]]
    banded: set[str]

    @property
    def piles(self) -> bool:
        """Whether nothing but piles lies there."""
        return all(isinstance(one, Pile) for things in self.zones.values() for one in things)

    @cached_property
    def scale(self) -> float:
        """How large cards can be drawn there, as a factor."""
        rooms = [
            (1, _place_room(self._box(zone), places))
            if (places := self._places(zone))
            else (len(things), self._box(zone))
            for zone, things in self.zones.items()
        ]
        return common_scale(rooms, self.ground.plan.card_mm)

    def placed(self, factor: float) -> Iterable[PlacedItem]:
        """Yield all that lies there."""
        width, height = self.ground.plan.card_mm
        size = width * factor, height * factor
        for zone, things in self.zones.items():
            at = self._places(zone) or card_centres(len(things), self._box(zone), size)
            for thing, point in zip(things, at, strict=False):
                yield PlacedItem(thing, zone, point, size)

    def _box(self, zone: Zone) -> Box:
        """Return the room for a zone's cards: without the band, where its kind has any notes."""
        left, top, right, bottom = self.ground.zone_box(zone)
        if zone.kind not in self.banded:
            return left, top, right, bottom
        _, above, _, below = self.ground.band(zone)
        return (left, below, right, bottom) if above == top else (left, top, right, above)

    def _places(self, zone: Zone) -> tuple[Point, ...]:
        """Return the printed places where cards lie on these."""
        things = self.zones[zone]
        if zone.kind in self.banded or isinstance(things[0], Pile):
            return ()
        places = self.ground.printed_places(zone)
        return places if len(places) >= len(things) else ()


def _cells(layout: Layout) -> Iterable[tuple[Zone, Position]]:
    yield from ((card.zone, card.at) for card in layout.cards if card.at is not None)
    yield from ((one.zone, at) for one in layout.outlines for at in one.cells)


def _order(zone: Zone) -> tuple[str, int, int]:
    return zone.kind, zone.seat or 0, zone.index or 0


def _place_room(box: Box, places: Sequence[Point]) -> Box:
    """Return the room that one of a zone's places has."""
    left, top, right, bottom = box
    columns = len({round(x) for x, _ in places})
    rows = len({round(y) for _, y in places})
    return left, top, left + (right - left) / columns, top + (bottom - top) / rows
