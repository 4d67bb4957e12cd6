"""The seen cards that match no card of the layout, and those among them that do not count yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from firmware.reading.seen_cards import SeenCard, TablePass
from referee.table import Card


class Loose(NamedTuple):
    """The seen cards that match no card of the layout.

    The ones `beside` are outside the zones of face-up piles. The `still` ones are also in zones in
    which nothing moves.
    """

    all: list[SeenCard]
    beside: list[SeenCard]
    still: list[SeenCard]


def loose_cards(table_pass: TablePass, lies: Mapping[str, Card]) -> Loose:
    piles = {pile.zone for pile in table_pass.layout.piles if pile.top}
    loose = [seen for seen in table_pass.seen if seen.id not in {*lies, *table_pass.ignored}]
    beside = [seen for seen in loose if seen.zone not in piles]
    return Loose(
        all=[*beside, *(seen for seen in loose if seen.zone in piles)],
        beside=beside,
        still=[seen for seen in beside if table_pass.zones.is_still(seen.zone)],
    )


def not_from_piles(cards: Sequence[SeenCard], table_pass: TablePass) -> list[SeenCard]:
    """Return the cards that cannot be the top of a pile that is partly out of view."""
    tops = {
        pile.top
        for pile in table_pass.layout.piles
        if not table_pass.zones.is_seen_whole(pile.zone)
    }
    return [seen for seen in cards if seen.name not in tops]


def doubts(loose: Loose, table_pass: TablePass, moving: Set[str]) -> tuple[SeenCard, ...]:
    """Return the cards that do not count yet, then those in zones that an object covers."""
    uncounted = (
        seen for seen in loose.still if seen.doubtful or is_between(seen) or seen.id in moving
    )
    unread = [seen for seen in loose.beside if seen.doubtful and not seen.under]
    silent = [seen for seen in unread if seen.card.in_sight]  # Else it may be gone by now.
    silent += (seen for seen in table_pass.seen if seen.under)  # Also if matched.
    return (*uncounted, *(seen for seen in silent if table_pass.zones.is_covered(seen.zone)))


def is_between(seen: SeenCard) -> bool:
    return seen.in_grid and seen.at is None and not seen.down
