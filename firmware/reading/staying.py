"""Cards that lie face up and must stay: which are where they belong, which are gone or astray.

No rule of any game is known here: what must stay is in `Want`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from firmware.reading.judging import Answers, in_zone, likely_name, sure_name
from referee.contract import Message, Want, Watch
from vision.mat import covers
from vision.observation import SettledCard

NamesByZone = Counter[tuple[str | None, str]]  # how often a card of a name lies in a zone


def in_place(
    wants: Iterable[Want], cards: Sequence[SettledCard], answers: Answers
) -> frozenset[str]:
    """Return the ids of the cards that must stay and lie in their place: they are nothing new.

    One that cannot be read for certain is taken for the one that it is likeliest, if that is
    missing there.
    """
    found: set[str] = set()
    for want in wants:
        left = Counter(want.cards if want.watch is Watch.KEEP else ())
        there = in_zone(cards, want.zone)
        sure = [(card, sure_name(card, answers)) for card in there]
        doubtful = [(card, likely_name(card, answers)) for card in there]
        for card, name in (*sure, *doubtful):
            if name is not None and card.id not in found and left[name] > 0:
                left[name] -= 1
                found.add(card.id)
    return frozenset(found)


def gone(want: Want, cards: Sequence[SettledCard], answers: Answers) -> tuple[str, ...]:
    """Return the names of the cards that must stay and lie in their zone no more.

    What lies there and cannot be read for certain may be any of them.
    """
    if want.watch is not Watch.KEEP:
        return ()
    there = [sure_name(card, answers) for card in in_zone(cards, want.zone)]
    wanted = Counter(want.cards) + Counter(cell.card for cell in want.cells)
    missing = tuple((wanted - Counter(filter(None, there))).elements())
    return missing[: max(0, len(missing) - there.count(None))]


def names_by_zone(cards: Iterable[SettledCard], answers: Answers) -> NamesByZone:
    """Return which names lie in which zone, of the cards that are known for certain."""
    known = ((card.reading.zone, sure_name(card, answers)) for card in cards)
    return Counter((zone, name) for zone, name in known if name is not None)


def astray(
    cards: Iterable[SettledCard], zones: Collection[str], answers: Answers, before: NamesByZone
) -> list[SettledCard]:
    """Return the cards that lie in none of `zones`, and did not lie so `before`."""
    left, found = Counter(before), []
    for card in cards:
        name, zone = sure_name(card, answers), card.reading.zone
        if name is None or any(covers(one, zone) for one in zones):
            continue
        if left[zone, name] > 0:
            left[zone, name] -= 1
        else:
            found.append(card)
    return found


def elsewhere(zone: str, names: tuple[str, ...]) -> Message:
    """Say where the cards are wanted that lie elsewhere."""
    kind, _, number = zone.partition(":")
    if kind == "seat" and number.isdecimal():
        return Message("table.ask.elsewhere.seat", {"cards": names, "seat": int(number)})
    key = "table.ask.elsewhere.middle" if zone == "middle" else "table.ask.elsewhere"
    return Message(key, {"cards": names})
