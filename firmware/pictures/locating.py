"""Finds where a picture's cards lie: by a mat, rows, earlier pictures or sides, or by asking."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.pictures.grid_rows import grids_of, place_in_grid
from firmware.pictures.placement import AskWhere, Located, Placement, Unplaced
from firmware.pictures.several_pictures import joined_with_earlier
from firmware.pictures.sides import place_around_middle
from firmware.pictures.zones import open_zones, sender_zone, with_zone
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.picture import PhotoChoice
from referee.table import Zone
from vision.follow.rows import ObservedRows
from vision.mat import Mat
from vision.observation import Observation


def locate_cards(
    match: Snapshot,
    mats: Sequence[Mat],
    observed: Observation,
    rows: ObservedRows | None,
    earlier: Observation | None,
    seat: int | None,
) -> Placement:
    """Return the placement of the cards in a picture that a seat (or the host, None) sent.

    `earlier` is a previous picture that showed some of the pending cards.
    """
    if observed.planes:
        return Located(observed)
    if not observed.settled:
        return Unplaced(Message("table.photo.no_card"))
    if grids_of(match, mats):
        return _locate_in_cells(match, mats, observed, rows, seat)
    if earlier is not None and (both := joined_with_earlier(match, earlier, observed)) is not None:
        return both
    if match.layout.around and (joined := place_around_middle(match, observed, seat)) is not None:
        return joined
    zones = open_zones(match, mats, observed)
    zone = sender_zone(match, zones, seat)
    laid = with_zone(observed, match, zone)
    if zones and any(card.reading.zone is None for card in laid.settled):
        return _ask_zone(match, observed, [str(zone) for zone in zones])
    return Located(laid)


def _locate_in_cells(
    match: Snapshot,
    mats: Sequence[Mat],
    observed: Observation,
    rows: ObservedRows | None,
    seat: int | None,
) -> Placement:
    """Return the placement of cards in cells. A single card may also lie outside all grids."""
    placed = (
        Unplaced(Message("table.photo.no_rows"))
        if rows is None
        else place_in_grid(match, rows, mats, seat)
    )
    if len(observed.settled) > 1 or isinstance(placed, Located):
        return placed
    zones = [str(zone) for zone in open_zones(match, mats, observed, grids_of(match, mats))]
    if not zones:
        return placed
    beside = _ask_zone(match, observed, zones)
    if isinstance(placed, Unplaced):
        return beside
    ways = (*placed.ways, *beside.ways)
    cells = placed
    return AskWhere(beside.message, ways, lambda way: (beside if way in zones else cells).say(way))


def _ask_zone(match: Snapshot, observed: Observation, zones: Sequence[str]) -> AskWhere:
    """Ask in which zone the new cards of a picture lie."""

    def located_in(name: str) -> Placement:
        return Located(with_zone(observed, match, Zone.parse(name)))

    return AskWhere(Message("table.photo.whose"), [PhotoChoice(name) for name in zones], located_in)
