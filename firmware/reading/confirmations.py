"""Confirmations: a person named the card of a doubtful reading, and the picture shows it well.

A reading is confirmed once the referee has taken the move in which a person named its card. Whether
its picture is added to the deck is decided later, in `firmware.teaching.adapting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from firmware.reading.judged_pass import JudgedPass
from firmware.reading.seen_cards import SeenCard
from referee.table import Change, Laid
from vision.geometry import overlap
from vision.reading import CardReading, Verdict

APART = 0.02  # Maximum share of the card's area that a neighbour may cover.


@dataclass(frozen=True)
class Confirmation:
    """A doubtful reading of a card, and the name that a person gave the card."""

    id: str
    card: str
    reading: CardReading


def confirmations_in(
    current: JudgedPass, changes: Iterable[Change], answers: Mapping[str, str | None]
) -> Iterator[Confirmation]:
    """Yield the confirmations among some laid cards. `answers` maps card ids to people's answers.

    Readings are left out if they are certain, face down, of several cards, or of a part of a card.
    Cards are also left out if the camera does not see them whole, still and well lit.
    """
    for change in changes:
        seen = current.card_of(change)
        if not isinstance(change, Laid) or seen is None or answers.get(seen.id) != change.card:
            continue
        reading = seen.card.reading
        doubtful = reading.verdict is Verdict.DOUBTFUL and not reading.face_down
        if doubtful and not reading.reason and _is_seen_well(current, seen):
            yield Confirmation(seen.id, change.card, reading)


def _is_seen_well(current: JudgedPass, seen: SeenCard) -> bool:
    observed, zone = current.observed, seen.zone
    if zone is None or not (seen.card.in_sight and observed.quality.good):
        return False
    others = [one.reading for one in observed.settled if one.id != seen.id]
    alone = not any(
        overlap(seen.card.reading.corners, other.corners) > APART
        for other in (*others, *observed.pending)
    )
    return alone and current.table_pass.zones.is_seen_whole(zone)
