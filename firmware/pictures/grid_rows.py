"""Cards in rows and columns on a picture without a mat, placed in the cells of a game's grid.

Cards that the match already has tell which cells these are. If the grid is empty, the game decides.
If the game accepts several placements, a person chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from firmware.pictures.placement import AskWhere, Located, Placement, Unplaced
from firmware.reading.seen_cards import sure_name, zones_by_cell
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.picture import PhotoChoice
from referee.table import Laid, Position, Zone
from vision.follow.rows import ObservedRows
from vision.geometry import Matrix
from vision.mat import Grid, Mat
from vision.observation import Observation, SettledCard
from vision.plane import Plane

SEEN_TWICE = 2  # Number of cards that two pictures must share to be joined.
MOST_AT_FIRST = 6  # Maximum number of cards to be tried in an empty grid.

Grids = Mapping[Zone, tuple[Mat, Grid]]


def grids_of(match: Snapshot, mats: Sequence[Mat]) -> Grids:
    """Return the grids in which cards count by cell now, by zone, with their mats."""
    named = {Zone.parse(name): (mat, grid) for mat in mats for name, grid in mat.grids.items()}
    zones = zones_by_cell(match)
    return {zone: pair for zone, pair in named.items() if zone in zones}


def place_in_grid(
    match: Snapshot, rows: ObservedRows, mats: Sequence[Mat], seat: int | None
) -> Placement:
    """Return the placement of cards in rows: in a grid of the sender's seat or a common grid."""
    grids = grids_of(match, mats)
    if not rows.sure_up:
        return Unplaced(Message("table.photo.upright"))
    votes = {zone: _shift_votes(match, rows, zone) for zone in grids}
    own = [zone for zone in grids if seat is not None and zone.seat in (None, seat)]
    most = max((max(vote.values(), default=0) for vote in votes.values()), default=0)
    best = [zone for zone, vote in votes.items() if max(vote.values(), default=0) == most]
    zones = [zone for zone in own if zone in best]

    def place_in(zone: Zone) -> Placement:
        return _place_in_zone(match, rows, zone, grids[zone], votes[zone], mats)

    if len(zones) == 1:
        return place_in(zones[0])
    names = {str(zone): zone for zone in (zones or own or grids)}
    ways = [PhotoChoice(name) for name in names]
    return AskWhere(Message("table.photo.whose"), ways, lambda name: place_in(names[name]))


def _shift_votes(match: Snapshot, rows: ObservedRows, zone: Zone) -> Counter[Position]:
    """Count the votes for each shift from the picture's rows and columns to those of the grid.

    Each card that the match knows in this grid has a vote.
    """
    votes: Counter[Position] = Counter()
    for card in match.layout.cards_in(zone):
        for name, at in _sure_cards(match, rows):
            if card.at is not None and card.name == name:
                votes[card.at[0] - at[0], card.at[1] - at[1]] += 1
    return votes


def _sure_cards(match: Snapshot, rows: ObservedRows) -> Iterator[tuple[str, Position]]:
    for card in rows.observed.settled:
        name, at = sure_name(card, match.renamed), rows.cells[card.id]
        if name is not None and at is not None:
            yield name, at


def _place_in_zone(
    match: Snapshot,
    rows: ObservedRows,
    zone: Zone,
    on: tuple[Mat, Grid],
    votes: Counter[Position],
    mats: Sequence[Mat],
) -> Placement:
    """Return a picture's cards placed in a grid by the shift that most known cards suggest."""
    lay = [card for card in match.layout.cards_in(zone) if card.at is not None]
    floats = zone in match.layout.floats

    def laid(shift: Position, needs: Sequence[Position]) -> Located:
        return Located(_observed_on_mat(rows, on, shift, needs, floats, mats))

    if lay:
        most = max(votes.values(), default=0)
        best = [shift for shift, many in votes.items() if many == most]
        if not most or len(best) > 1:
            return Unplaced(Message("table.photo.more_known", {"zone": str(zone)}))
        return laid(best[0], [card.at for card in lay if card.at is not None])
    shifts = list(_first_shifts(match, rows, zone, on[1]))
    if not shifts:
        return Unplaced(Message("table.photo.no_rows"))

    def place_in(way: str) -> Placement:
        return laid(shifts[int(way)], ())

    if len(shifts) == 1:
        return place_in("0")
    ways = [
        PhotoChoice(str(n), Message("table.photo.row", {"number": row + 1, "rows": on[1].rows}))
        for n, (row, _) in enumerate(shifts)
    ]
    return AskWhere(Message("table.photo.which_row"), ways, place_in)


def _first_shifts(
    match: Snapshot, rows: ObservedRows, zone: Zone, grid: Grid
) -> Iterator[Position]:
    """Yield the shifts for which the game accepts the cards in an empty grid."""
    cards = list(_sure_cards(match, rows))
    if not 0 < len(cards) <= MOST_AT_FIRST:
        return
    deep = max(at[0] for _, at in cards)
    broad = max(at[1] for _, at in cards)
    columns = 1 if zone in match.layout.floats else grid.columns - broad
    for row in range(grid.rows - deep):
        for column in range(columns):
            laid = tuple(
                Laid(name, zone, (at[0] + row, at[1] + column), f"cell-{n}")
                for n, (name, at) in enumerate(cards)
            )
            judged = match.game.table.judge(match.state, laid)
            if judged.moves or judged.choice:
                yield row, column


def _observed_on_mat(
    rows: ObservedRows,
    on: tuple[Mat, Grid],
    shift: Position,
    needs: Sequence[Position],
    floats: bool,
    mats: Sequence[Mat],
) -> Observation:
    """Return a picture's cards as if they lay on a mat. The picture should show the cells `needs`.

    In a floating grid, all cards are shifted so that they are on the mat.
    """
    mat, grid = on
    if floats:
        columns = [at[1] + shift[1] for at in rows.cells.values() if at is not None]
        over = min(0, *columns, *(at[1] for at in needs))
        shift, needs = (shift[0], shift[1] - over), [(at[0], at[1] - over) for at in needs]
    observed = on_mat(rows, mat, grid, shift)
    plane = observed.planes[mat.name]
    wide, high = grid.cell_mm
    corners = [
        (x + right * wide / 2, y + down * high / 2)
        for row, column in needs
        for x, y in (grid.middle_mm(row, column),)
        for right in (-1, 1)
        for down in (-1, 1)
    ]
    whole = bool(corners) and bool(plane.in_picture(np.array(corners, np.float32)).all())
    hidden = {zone for zone in mat.zones if zone != grid.zone}
    hidden |= set() if whole else {grid.zone}
    away = {zone for other in mats for zone in other.zones} - mat.zones.keys()
    return replace(observed, hands=frozenset(hidden), unseen=frozenset(away))


def on_mat(rows: ObservedRows, mat: Mat, grid: Grid, shift: Position) -> Observation:
    """Return a picture's cards as if they lay on a mat, shifted by rows and columns.

    A card counts as lying between two cells if its cell is uncertain or outside the grid.
    """
    settled = tuple(
        replace(
            card,
            reading=replace(
                card.reading,
                place_mm=_place(grid, rows.cells[card.id], shift),
                zone=grid.zone,
                mat=mat.name,
            ),
        )
        for card in rows.observed.settled
    )
    (left, top), (wide, high) = grid.left_top_mm, grid.cell_mm
    to_cells = np.array(
        [
            [1 / wide, 0, -left / wide - 0.5 - shift[1]],
            [0, 1 / high, -top / high - 0.5 - shift[0]],
            [0, 0, 1],
        ]
    )
    seen = rows.plane
    plane = Plane(cast(Matrix, seen.to_image @ to_cells), seen.width, seen.height)
    return replace(
        rows.observed,
        settled=settled,
        cards=tuple(card.reading for card in settled),
        mat=True,
        planes={mat.name: plane},
    )


def _place(grid: Grid, cell: Position | None, shift: Position) -> tuple[float, float]:
    if cell is not None:
        row, column = cell[0] + shift[0], cell[1] + shift[1]
        if 0 <= row < grid.rows and 0 <= column < grid.columns:
            return grid.middle_mm(row, column)
    (left, top), (wide, high) = grid.left_top_mm, grid.cell_mm
    return left + wide, top + high  # The corner between four cells.


def join_rows(rows: ObservedRows, other: ObservedRows) -> ObservedRows | None:
    """Return two pictures of the same rows as one, joined by the cards that both show.

    Return None if these cards allow several joins, as in a repeating pattern.
    """
    shift = _shift_between(rows, other)
    return None if shift is None else _merged(rows, other, shift)


def _shift_between(rows: ObservedRows, other: ObservedRows) -> Position | None:
    """Return the rows and columns by which `other` is shifted. None if it is unclear."""
    votes = Counter(
        (at[0] - there[0], at[1] - there[1])
        for name, at in _certain(rows)
        for same, there in _certain(other)
        if name == same
    )
    (best, most), *others = votes.most_common() or [((0, 0), 0)]
    may_be = (shift for shift, seen in others if seen == most or _agree(rows, other, shift))
    if most < SEEN_TWICE or any(votes[shift] >= SEEN_TWICE for shift in may_be):
        return None
    return best


def _merged(rows: ObservedRows, other: ObservedRows, shift: Position) -> ObservedRows:
    """Return the cards of both pictures, with those of `other` shifted.

    If the pictures show different cards in a cell, both cards are kept, so that people are asked
    about them.
    """
    cells, settled = dict(rows.cells), list(rows.observed.settled)
    for card in other.observed.settled:
        at = other.cells[card.id]
        cell = None if at is None else (at[0] + shift[0], at[1] + shift[1])
        before = [there for there in settled if cell is not None and cells[there.id] == cell]
        names = {_certain_name(there) for there in before}
        if before and _certain_name(card) in {None, *names}:
            continue
        settled = [there for there in settled if there not in before or _certain_name(there)]
        settled.append(card)
        cells[card.id] = cell
    observed = replace(
        other.observed, settled=tuple(settled), cards=tuple(card.reading for card in settled)
    )
    kept = {card.id: cells[card.id] for card in settled}
    return ObservedRows(observed, from_first(kept), other.plane, rows.sure_up and other.sure_up)


def _agree(rows: ObservedRows, other: ObservedRows, shift: Position) -> bool:
    """Whether the pictures show no two different cards in a cell after one picture is shifted."""
    names = {at: name for name, at in _certain(rows)}
    moved = (((row + shift[0], column + shift[1]), name) for name, (row, column) in _certain(other))
    return all(names.get(at, name) == name for at, name in moved)


def from_first(cells: Mapping[str, Position | None]) -> dict[str, Position | None]:
    """Return cells with rows counted from the top one, and columns from the leftmost one."""
    known = [at for at in cells.values() if at is not None]
    top = min((row for row, _ in known), default=0)
    left = min((column for _, column in known), default=0)
    return {id_: None if at is None else (at[0] - top, at[1] - left) for id_, at in cells.items()}


def _certain(rows: ObservedRows) -> list[tuple[str, Position]]:
    named = ((_certain_name(card), rows.cells[card.id]) for card in rows.observed.settled)
    return [(name, at) for name, at in named if name is not None and at is not None]


def _certain_name(card: SettledCard) -> str | None:
    return sure_name(card, {})
