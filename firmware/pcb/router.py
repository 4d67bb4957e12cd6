"""Finds the board's tracks: the shortest ways on a grid in two layers, one net after the other.

Ground has tracks too, so that it is whole even where the ground poured on both sides is not. A net
that finds no way is moved to the front, and all are laid again. Cheap makers of boards surely keep
these widths and distances.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.errors import BadWiring
from firmware.pcb.plan import BEYOND, HEAD_MM, HOLES, OUTLINE, PIN_1, WIDE, Placed
from firmware.pcb.shapes import Point

GRID_MM = 0.635
GAP_MM, PAD_GAP_MM, EDGE_MM = (
    0.2,
    0.25,
    0.5,
)  # A track between two nodes comes a little nearer to a pad.
TRACK_MM, WIDE_MM = 0.4, 1.0
VIA_MM, VIA_DRILL_MM = 0.9, 0.4
VIA_COST, ALONG, ACROSS = (
    10.0,
    1.0,
    1.4,
)  # The front prefers to run across the board, the back along it.
TRIES = 60
FRONT, BACK = 0, 1
Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]
Node = tuple[int, int, int]  # Layer, row, column.


@dataclass(frozen=True)
class Track:
    """A straight piece of copper of a net on one layer, or on both a via, of no length."""

    net: str
    layer: int | None
    start: Point
    end: Point
    wide_mm: float


@dataclass(frozen=True)
class Copper:
    """A pad's copper: a disc, or a square for the first pad of a part."""

    net: str
    at: Point
    half_mm: float
    square: bool


class Field:
    """Points in rows and columns, and how much room there is around each."""

    def __init__(self, first: Point, shape: tuple[int, int], copper: list[Copper]) -> None:
        self.x = first[0] + GRID_MM * np.arange(shape[1])[None, :]
        self.y = first[1] + GRID_MM * np.arange(shape[0])[:, None]
        edges = zip(OUTLINE, (*OUTLINE[1:], OUTLINE[0]), strict=True)
        edge = np.min([self._far(one, other) for one, other in edges], axis=0)
        edge[~self._inside()] = 0.0
        holes = np.min([self._far(hole, hole) for hole in HOLES], axis=0) - HEAD_MM / 2
        self._room = np.minimum(edge - EDGE_MM, holes - GAP_MM)
        self._pads = [(one.net, self._off(one)) for one in copper]
        self.off_pads = np.min([off for _, off in self._pads], axis=0)

    def rooms(self, net: str, laid: list[Track]) -> Floats:
        """Return how wide half a track of a net may be at each point, on either layer."""
        room = np.min([self._room, *(off - PAD_GAP_MM for of, off in self._pads if of != net)], 0)
        layers = np.stack([room, room])
        for track in laid:
            if track.net != net:
                far = self._far(track.start, track.end) - track.wide_mm / 2 - GAP_MM
                on = slice(None) if track.layer is None else track.layer
                layers[on] = np.minimum(layers[on], far)
        return layers + 1e-6  # Numbers with a point are not exact.

    def _off(self, copper: Copper) -> Floats:
        """Return how far each point is from a pad's copper."""
        if not copper.square:
            return self._far(copper.at, copper.at) - copper.half_mm
        away = (abs(self.x - copper.at[0]), abs(self.y - copper.at[1]))
        beyond = [np.maximum(one - copper.half_mm, 0.0) for one in away]
        found: Floats = np.hypot(*beyond)
        return found

    def _far(self, start: Point, end: Point) -> Floats:
        """Return how far each point is from a line."""
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        long = dx * dx + dy * dy
        share = np.clip(((self.x - x) * dx + (self.y - y) * dy) / long, 0, 1) if long else 0.0
        found: Floats = np.hypot(self.x - x - share * dx, self.y - y - share * dy)
        return found

    def _inside(self) -> Mask:
        """Return which points are on the board: an odd number of edges is to the right of them."""
        inside = np.zeros((self.y.size, self.x.size), bool)
        for (x1, y1), (x2, y2) in zip(OUTLINE, (*OUTLINE[1:], OUTLINE[0]), strict=True):
            if y1 != y2:  # All edges are straight along an axis.
                between = (min(y1, y2) < self.y) & (self.y <= max(y1, y2))
                inside ^= between & (self.x < (x1 + x2) / 2)
        return inside


class Grid:
    """The nodes on which tracks may run, and the points between them that slanting steps cross."""

    def __init__(self, board: tuple[Placed, ...]) -> None:
        ends = [(min(side), max(side)) for side in zip(*OUTLINE, strict=True)]
        x, y = (
            one - round((one - low) / GRID_MM) * GRID_MM
            for one, (low, _) in zip(PIN_1, ends, strict=True)
        )
        self._first = (x, y)
        columns, rows = (
            round((high - one) / GRID_MM) + 1
            for one, (_, high) in zip(self._first, ends, strict=True)
        )
        copper = [
            Copper(net, at, part.shape.pad_mm / 2, number == 0)
            for part in board
            for number, (at, net) in enumerate(zip(part.pads, part.nets, strict=True))
        ]
        self._nodes = Field(self._first, (rows, columns), copper)
        between = (x + GRID_MM / 2, y + GRID_MM / 2)
        self._between = Field(between, (rows - 1, columns - 1), copper)

    def point(self, node: Node) -> Point:
        """Return where a node is."""
        _, row, column = node
        x, y = self._first
        return (round(x + GRID_MM * column, 4), round(y + GRID_MM * row, 4))

    def nearest(self, at: Point) -> tuple[int, int]:
        """Return the row and column of the node nearest to a point."""
        column, row = (
            round((one - first) / GRID_MM) for one, first in zip(at, self._first, strict=True)
        )
        return row, column

    def ways(self, net: str, wide_mm: float, laid: list[Track], ends: set[tuple[int, int]]) -> Ways:
        """Return where a net's tracks may run; they may always end in its pads."""
        nodes, between = (field.rooms(net, laid) for field in (self._nodes, self._between))
        # No via lies in a pad, not even in one of its own net: solder would run away.
        vias = (nodes.min(axis=0) > VIA_MM / 2) & (self._nodes.off_pads > VIA_MM / 2 + GAP_MM)
        free = nodes > wide_mm / 2
        for row, column in ends:
            free[:, row, column] = True
        return Ways(free.tolist(), (between > wide_mm / 2).tolist(), vias.tolist())


@dataclass(frozen=True)
class Ways:
    """Where tracks may run: by layer, row and column of nodes, of points between, and of vias.

    They are lists, which answer faster than arrays, one node at a time.
    """

    nodes: list[list[list[bool]]]
    between: list[list[list[bool]]]
    vias: list[list[bool]]

    def steps(self, node: Node) -> Iterator[tuple[Node, float]]:
        """Yield the nodes next to one, and what each step costs."""
        layer, row, column = node
        if self.vias[row][column]:
            yield (1 - layer, row, column), VIA_COST
        for dy, dx, cost in _STEPS[layer]:
            y, x = row + dy, column + dx
            if not (0 <= y < len(self.vias) and 0 <= x < len(self.vias[0])):
                continue
            if not self.nodes[layer][y][x]:
                continue
            if not (dx and dy) or self.between[layer][min(row, y)][min(column, x)]:
                yield (layer, y, x), cost


def tracks_of(board: tuple[Placed, ...]) -> tuple[Track, ...]:
    """Return the tracks of all nets. Raise `BadWiring` if there is no way for one."""
    grid = Grid(board)
    ends: dict[str, list[tuple[Point, float]]] = {}
    for part in board:
        for net, at in zip(part.nets, part.pads, strict=True):
            if net:
                wide = net in WIDE and part.name not in BEYOND
                ends.setdefault(net, []).append((at, WIDE_MM if wide else TRACK_MM))
    order = sorted(ends, key=lambda net: (net not in WIDE, _spread(ends[net]), net))
    for _ in range(TRIES):
        laid: list[Track] = []
        for net in order:
            found = _route(grid, net, ends[net], laid)
            if found is None:
                order = [net, *(one for one in order if one != net)]
                break
            laid += found
        else:
            return tuple(laid)
    raise BadWiring("table.board.no_way", net=order[0])


def _spread(ends: list[tuple[Point, float]]) -> float:
    """Return half the way around a net's pads."""
    sides = ([at[axis] for at, _ in ends] for axis in (0, 1))
    return sum(max(side) - min(side) for side in sides)


def _route(
    grid: Grid, net: str, ends: list[tuple[Point, float]], laid: list[Track]
) -> list[Track] | None:
    """Return a net's tracks, the widest first; None if there is no way for one."""
    (first, _), *_ = ends = sorted(ends, key=lambda end: -end[1])
    tree: set[Node] = {(layer, *grid.nearest(first)) for layer in (FRONT, BACK)}
    found: list[Track] = []
    for wide_mm in sorted({wide for _, wide in ends}, reverse=True):
        goals = {grid.nearest(at): at for at, wide in ends if wide == wide_mm}
        ways = grid.ways(net, wide_mm, laid, set(goals))
        for node, pad in goals.items():
            found += _stub(grid, net, node, pad, wide_mm)
        while goals:
            way = _shortest(tree, set(goals), ways)
            if way is None:
                return None
            reached = way[-1][1:]
            del goals[reached]
            tree.update(way)
            tree.update((layer, *reached) for layer in (FRONT, BACK))
            found += _straight(grid, net, way, wide_mm)
    return found


def _shortest(tree: set[Node], goals: set[tuple[int, int]], ways: Ways) -> list[Node] | None:
    """Return the cheapest way from the tree to a goal."""
    cost = dict.fromkeys(tree, 0.0)
    before: dict[Node, Node] = {}
    queue = [(0.0, node) for node in sorted(tree)]
    while queue:
        spent, node = heapq.heappop(queue)
        if spent > cost[node]:
            continue
        if node[1:] in goals:
            way = [node]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        for there, price in ways.steps(node):
            if spent + price < cost.get(there, 1e9):
                cost[there], before[there] = spent + price, node
                heapq.heappush(queue, (spent + price, there))
    return None


def _moves(layer: int) -> tuple[tuple[int, int, float], ...]:
    """Return the steps to the eight neighbours in a layer: down, to the right, and their cost."""
    across, along = (ALONG, ACROSS) if layer == FRONT else (ACROSS, ALONG)
    slant = 2**0.5 * (across + along) / 2
    straight = [(0, by, across) for by in (-1, 1)] + [(by, 0, along) for by in (-1, 1)]
    return (*straight, *((dy, dx, slant) for dx in (-1, 1) for dy in (-1, 1)))


_STEPS = (_moves(FRONT), _moves(BACK))


def _straight(grid: Grid, net: str, way: list[Node], wide_mm: float) -> Iterator[Track]:
    """Yield a way as straight pieces and vias."""
    start = 0
    for at in range(1, len(way)):
        if way[at][0] != way[at - 1][0]:
            if start < at - 1:
                yield Track(
                    net, way[start][0], grid.point(way[start]), grid.point(way[at - 1]), wide_mm
                )
            yield Track(net, None, grid.point(way[at]), grid.point(way[at]), VIA_MM)
            start = at
        elif at + 1 == len(way) or _step(way, at) != _step(way, at + 1):
            yield Track(net, way[at][0], grid.point(way[start]), grid.point(way[at]), wide_mm)
            start = at


def _step(way: list[Node], at: int) -> tuple[int, ...]:
    return tuple(one - other for one, other in zip(way[at], way[at - 1], strict=True))


def _stub(
    grid: Grid, net: str, node: tuple[int, int], pad: Point, wide_mm: float
) -> Iterator[Track]:
    """Yield what joins a pad's middle to its node, on both sides."""
    at = grid.point((FRONT, *node))
    if max(abs(one - other) for one, other in zip(at, pad, strict=True)) > 1e-3:
        yield from (Track(net, layer, at, pad, wide_mm) for layer in (FRONT, BACK))
