"""Cards around a middle, as in a trick: a card belongs to the player whose side it is on.

If the sides leave a doubt, people name the seat of one card at a time, until only one assignment of
cards to seats is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware.pictures.placement import AskWhere, Located, Placement, Unplaced
from firmware.pictures.zones import in_zone, known_and_new
from firmware.reading.seen_cards import sure_name
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.picture import PhotoChoice
from referee.table import Laid, Zone
from vision.observation import Observation, SettledCard
from vision.reading import Verdict
from vision.spacing.sides import SideAssignments, Sides, assign_sides

FEWEST = 2  # A single card is its sender's, or people are asked whose it is.
FAR_OFF_DEG = 100.0  # An assignment with a card this far off its side is not offered.


@dataclass(frozen=True)
class _Trick:
    """The cards around a middle, seen from the seat `below`. `told` are the seats that people
    named.

    The `others` may not belong to the deck, so they do not help to find the sides.
    """

    match: Snapshot
    observed: Observation
    cards: tuple[SettledCard, ...]
    others: tuple[SettledCard, ...]
    known: Mapping[str, Zone]  # Cards that the layout already had.
    told: Mapping[str, Zone]
    below: int


def place_around_middle(
    match: Snapshot, observed: Observation, seat: int | None
) -> Placement | None:
    """Return the placement of cards around a middle, or None if they do not lie around one.

    The sender's side is at the bottom of the picture. The other seats follow clockwise.
    """
    zones = match.layout.around
    known, _ = known_and_new(match, observed.settled)
    there = [card for card in observed.settled if _may_count(card, known, zones)]
    trick = [card for card in there if card.reading.card is not None]
    others = [card for card in there if card.reading.card is None]
    fresh = [card for card in trick if card.id not in known]
    if not fresh or len(trick) < FEWEST:
        return None
    if len(trick) > len(zones):
        return Unplaced(Message("table.photo.too_many", {"count": len(zones)}))

    def seen_from(below: int) -> Placement | None:
        return _locate(_Trick(match, observed, tuple(trick), tuple(others), known, {}, below))

    if seat is not None:
        return seen_from(seat)
    if len(fresh) < FEWEST:
        return None
    ways = [_seat_way(str(number), zone) for number, zone in enumerate(zones)]
    unsure = Unplaced(Message("table.photo.which_side"))
    return AskWhere(Message("table.photo.below"), ways, lambda way: seen_from(int(way)) or unsure)


def _may_count(card: SettledCard, known: Mapping[str, Zone], zones: Sequence[Zone]) -> bool:
    """Whether a card may be one of the cards around the middle."""
    there = known.get(card.id)
    return not card.reading.face_down and (there is None or there in zones)


def _locate(trick: _Trick) -> Placement | None:
    zones = trick.match.layout.around
    sides = {zone: (number - trick.below) % len(zones) for number, zone in enumerate(zones)}
    sure = {**trick.known, **trick.told}
    known = {n: sides[sure[card.id]] for n, card in enumerate(trick.cards) if card.id in sure}
    around = _ways_around(trick.cards, len(zones), known)
    if not around.ways:  # Two known cards would have the same seat.
        return Unplaced(Message("table.photo.which_side"))
    is_told = bool(trick.told) and len(around.ways) == 1
    if (way := around.ways[0] if is_told else around.sure) is not None:
        return _located(trick, way)
    if len(trick.cards) - len(sure) == 1 and not trick.told:
        return None  # The new card is treated like a single one.
    near = [
        way
        for way, off in zip(around.ways, around.off_deg, strict=True)
        if off < FAR_OFF_DEG or not around.from_below
    ]
    ways = _accepted_ways(trick, near or list(around.ways))
    if len(ways) == 1 and trick.told:
        return _located(trick, ways[0])
    return _ask_seat(trick, ways)


def _ask_seat(trick: _Trick, ways: Sequence[Sides]) -> Placement:
    """Ask for the seat of the card that has the fewest possible seats, but at least two."""
    zones = trick.match.layout.around
    may = {
        n: sorted({way[n] for way in ways})
        for n, card in enumerate(trick.cards)
        if card.id not in trick.known and card.id not in trick.told
    }
    open_ = {n: some for n, some in may.items() if len(some) > 1} or may
    number = min(open_, key=lambda n: len(open_[n]))
    card, some = trick.cards[number], open_[number]
    seats = {f"{card.id}={side}": zones[(side + trick.below) % len(zones)] for side in some}

    def then(way: str) -> Placement:
        answered = replace(trick, told={**trick.told, card.id: seats[way]})
        return _locate(answered) or Unplaced(Message("table.photo.which_side"))

    message = Message("table.photo.whose_card", {"card": card.reading.card or ""})
    return AskWhere(message, [_seat_way(way, zone) for way, zone in seats.items()], then)


def _accepted_ways(trick: _Trick, ways: Sequence[Sides]) -> list[Sides]:
    """Return the assignments in which the game accepts all new cards, or all if it accepts none.

    People choose among them, because a card that the game accepts may still be in the wrong seat.
    """
    zones = trick.match.layout.around
    names = [sure_name(card, trick.match.renamed) for card in trick.cards]
    fresh = [n for n, card in enumerate(trick.cards) if card.id not in trick.known]
    if any(names[n] is None for n in fresh):
        return list(ways)
    taken = []
    for way in ways:
        laid = [
            Laid(names[n] or "", zones[(way[n] + trick.below) % len(zones)], id=trick.cards[n].id)
            for n in fresh
        ]
        judged = trick.match.game.table.judge(trick.match.state, tuple(laid))
        if {change for move in judged.moves for change in move.changes} >= set(laid):
            taken.append(way)
    return taken or list(ways)


def _located(trick: _Trick, way: Sides) -> Located:
    """Return the cards with their seats, and messages that name the seats of the new cards.

    The `others` are included if each clearly lies on one side.
    """
    seats = trick.match.layout.around
    cards = (*trick.cards, *trick.others)
    if trick.others:
        around = _ways_around(cards, len(seats), dict(enumerate(way)))
        way = around.sure or way
    zones = [seats[(side + trick.below) % len(seats)] for side in way]
    there = {card.id: zone for card, zone in zip(cards, zones, strict=False)}
    there |= trick.known
    observed = trick.observed
    settled = tuple(in_zone(card, there[card.id]) for card in observed.settled if card.id in there)
    messages = tuple(
        Message("table.photo.is_of", {"card": card.reading.card, "seat": zone.seat})
        for card, zone in zip(trick.cards, zones, strict=False)
        if card.id not in trick.known
        and card.reading.verdict is Verdict.CERTAIN
        and card.reading.card is not None
        and zone.seat is not None
    )
    return Located(replace(observed, settled=settled), messages, whole=True)


def _ways_around(
    cards: Sequence[SettledCard], sides: int, known: Mapping[int, int]
) -> SideAssignments:
    return assign_sides(
        np.array([card.reading.corners for card in cards]), _size(cards[0]), sides, known
    )


def _size(card: SettledCard) -> tuple[float, float]:
    """Return a card's width and height in its own picture. Only the ratio of the two matters."""
    return float(card.reading.crop.shape[1]), float(card.reading.crop.shape[0])


def _seat_way(id_: str, zone: Zone) -> PhotoChoice:
    return PhotoChoice(id_, Message("page.photo.zone", {"zone": str(zone)}))
