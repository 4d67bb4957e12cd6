"""Cards that lie face up and must stay: which are where they belong, which are gone or astray.

No rule of any game is known here: what must stay is in `Want`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from firmware.reading.questions import Settled, in_zone, named
from referee.contract import Want, Watch
from vision.observation import SettledCard

Places = Counter[tuple[str | None, str]]  # how often a card lies in a zone


def kept(wants: Iterable[Want], sights: Sequence[SettledCard], settled: Settled) -> frozenset[str]:
    """Return the ids of the sights that are kept cards in their place: they are nothing new."""
    found: set[str] = set()
    for want in wants:
        left = Counter(want.cards if want.watch is Watch.KEEP else ())
        for sight in in_zone(sights, want.zone):
            card = named(sight, settled)
            if card is not None and left[card] > 0:
                left[card] -= 1
                found.add(sight.id)
    return frozenset(found)


def gone(want: Want, sights: Sequence[SettledCard], settled: Settled) -> tuple[str, ...]:
    """Return the cards to be kept that lie in their zone no more.

    What lies there and cannot be read for certain may be any of them.
    """
    if want.watch is not Watch.KEEP:
        return ()
    there = [named(sight, settled) for sight in in_zone(sights, want.zone)]
    missing = tuple((Counter(want.cards) - Counter(filter(None, there))).elements())
    return missing[: max(0, len(missing) - there.count(None))]


def places(sights: Iterable[SettledCard], settled: Settled) -> Places:
    """Return what lies where, of the cards that are known for certain."""
    known = ((sight.reading.zone, named(sight, settled)) for sight in sights)
    return Counter((zone, card) for zone, card in known if card is not None)


def astray(
    sights: Iterable[SettledCard], zones: Collection[str], settled: Settled, before: Places
) -> list[SettledCard]:
    """Return the cards that lie in none of `zones`, and did not lie so `before`."""
    if "mat" in zones:
        return []
    left, found = Counter(before), []
    for sight in sights:
        card, zone = named(sight, settled), sight.reading.zone
        if card is None or zone in zones:
            continue
        if left[zone, card] > 0:
            left[zone, card] -= 1
        else:
            found.append(sight)
    return found
