"""What people said of cards that were in doubt, where the picture shows the card well.

A reading is confirmed by a person's word on which card it is, once the referee took the move that
rests on it. Whether its picture is added to the deck is decided elsewhere, and later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from firmware.reading.judged_pass import Now
from firmware.reading.seen_cards import Seen
from referee.table import Change, Laid
from vision.geometry import overlap
from vision.reading import CardReading, Verdict

APART = 0.02  # of a card's area, up to which it shares its place with what lies beside it


@dataclass(frozen=True)
class Confirmed:
    """A doubtful reading of the card with an id, and which card a person said that it is."""

    id: str
    card: str
    reading: CardReading


def confirmed_in(
    now: Now, changes: Iterable[Change], answers: Mapping[str, str | None]
) -> Iterator[Confirmed]:
    """Yield what people confirmed of the cards laid in some changes; `answers` are by id.

    Left out is what is certain, face down, or shows more or less than a card: what lies in a heap
    or under something, and all that the camera does not see whole, still and well lit.
    """
    for change in changes:
        seen = now.seen(change)
        if not isinstance(change, Laid) or seen is None or answers.get(seen.id) != change.card:
            continue
        reading = seen.card.reading
        doubtful = reading.verdict is Verdict.DOUBTFUL and not reading.face_down
        if doubtful and not reading.reason and _is_seen_well(now, seen):
            yield Confirmed(seen.id, change.card, reading)


def _is_seen_well(now: Now, seen: Seen) -> bool:
    observed, zone = now.observed, seen.zone
    if zone is None or not (seen.card.in_sight and observed.quality.good):
        return False
    others = [one.reading for one in observed.settled if one.id != seen.id]
    alone = not any(
        overlap(seen.card.reading.corners, other.corners) > APART
        for other in (*others, *observed.pending)
    )
    return alone and now.look.quiet.whole(zone)
