"""What tells where cards lie: a mat, rows, other pictures, the sides of a middle, a person."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.pictures.grid_rows import grids_of, in_cells
from firmware.pictures.placement import Asked, Lying, Nowhere, Placed
from firmware.pictures.several_pictures import beside_earlier
from firmware.pictures.sides import around_middle
from firmware.pictures.zones import laid_in, zone_of_sender, zones_open
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.picture import PhotoWay
from referee.table import Zone
from vision.follow.still import InRows
from vision.mat import Mat
from vision.observation import Observation


def place(
    match: Snapshot,
    mats: Sequence[Mat],
    observed: Observation,
    rows: InRows | None,
    earlier: Observation | None,
    seat: int | None,
) -> Placed:
    """Return where the cards of a picture lie that a seat, or (None) the host, sent.

    `earlier` is a picture before this one that showed some of the cards that are asked for.
    """
    if observed.planes:
        return Lying(observed)
    if not observed.settled:
        return Nowhere(Message("table.photo.no_card"))
    if grids_of(match, mats):
        return _by_cells(match, mats, observed, rows, seat)
    if earlier is not None and (found := beside_earlier(match, earlier, observed)) is not None:
        return found
    if match.layout.around and (found := around_middle(match, observed, seat)) is not None:
        return found
    zones = zones_open(match, mats, observed)
    zone = zone_of_sender(match, zones, seat)
    laid = laid_in(observed, match, zone)
    if zones and any(card.reading.zone is None for card in laid.settled):
        return _whose(match, observed, [str(one) for one in zones])
    return Lying(laid)


def _by_cells(
    match: Snapshot,
    mats: Sequence[Mat],
    observed: Observation,
    rows: InRows | None,
    seat: int | None,
) -> Placed:
    """Return where cards lie while cells count; a single card may lie beside all grids, too."""
    placed = (
        Nowhere(Message("table.photo.no_rows"))
        if rows is None
        else in_cells(match, rows, mats, seat)
    )
    if len(observed.settled) > 1 or isinstance(placed, Lying):
        return placed
    zones = [str(zone) for zone in zones_open(match, mats, observed, grids_of(match, mats))]
    if not zones:
        return placed
    beside = _whose(match, observed, zones)
    if isinstance(placed, Nowhere):
        return beside
    ways = (*placed.ways, *beside.ways)
    cells = placed
    return Asked(beside.message, ways, lambda way: (beside if way in zones else cells).say(way))


def _whose(match: Snapshot, observed: Observation, zones: Sequence[str]) -> Asked:
    """Ask in which zone the new cards of a picture lie."""

    def lie(name: str) -> Placed:
        return Lying(laid_in(observed, match, Zone.parse(name)))

    return Asked(Message("table.photo.whose"), [PhotoWay(name) for name in zones], lie)
