"""Tells whether a card that somebody has just laid is not read yet."""

from __future__ import annotations

from collections import Counter

from firmware.reading.judged_pass import JudgedPass
from referee.table import CardStatus, Zone
from vision.mat import covers


def is_unread(current: JudgedPass, zone: Zone, *, lags: bool = False) -> bool:
    """Whether a new card may lie in a zone that is not read yet, or is in doubt.

    If it `lags`, the table has changed since this pass. If a card of the layout is not seen yet,
    then this card is being read, and nothing is new.
    """
    there = current.table_pass
    if not current.observed.mat or _unseen_cards(current, zone):
        return False
    name = there.grids[zone].zone if zone in there.grids else str(zone)
    places = (*current.observed.moving, *(one.zone for one in current.observed.pending))
    doubtful = any(doubt.zone == zone for doubt in current.found.doubts)
    return lags or doubtful or any(covers(name, place) for place in places)


def _unseen_cards(current: JudgedPass, zone: Zone) -> bool:
    """Whether a card that must stay in a zone is not seen there yet."""
    due = Counter(
        card.name
        for card in current.table_pass.layout.cards_in(zone)
        if card.status is CardStatus.STAYS
    )
    seen = Counter(card.name for card in current.found.lies.values() if card.zone == zone)
    return bool(due - seen)
