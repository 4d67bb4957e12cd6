"""What people said of cards that were in doubt, where the picture shows the card well.

A reading is confirmed by a person's word on which card it is, once the referee took the move that
rests on it. Whether its picture is added to the deck is decided elsewhere, and later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from firmware.reading.judged_pass import JudgedPass
from firmware.reading.seen_cards import SeenCard
from referee.table import Change, Laid
from vision.geometry import overlap
from vision.reading import CardReading, Verdict

APART = 0.02  # of a card's area, up to which it shares its place with what lies beside it


@dataclass(frozen=True)
class Confirmation:
    """A doubtful reading of the card with an id, and which card a person said that it is."""

    id: str
    card: str
    reading: CardReading


def confirmations_in(
    current: JudgedPass, changes: Iterable[Change], answers: Mapping[str, str | None]
) -> Iterator[Confirmation]:
    """Yield what people confirmed of the cards laid in some changes; `answers` are by id.

    Left out is what is certain, face down, or shows more or less than a card: what lies in a heap
    or under something, and all that the camera does not see whole, still and well lit.
    """
    for change in changes:
        seen = current.seen(change)
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
