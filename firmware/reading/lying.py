"""Where cards lie that no mat tells of: by what the match asks for, and by who sent the picture.

No rule of any game is known here: in which zones cards are asked for is in the offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from firmware.reading.judging import sure_name
from referee.contract import Watch
from referee.match.desk import Snapshot
from vision.mat import SEATS, WHOLE
from vision.observation import Observation, SettledCard


def zones_asked(match: Snapshot) -> tuple[str, ...]:
    """Return the zones in which cards are asked for, each seat's by itself."""
    asked = [ask.zone for _, ask in match.offers.reads()]
    asked += [ask.zone for _, ask in match.offers.places()]
    seats = [f"seat:{seat}" for seat in range(match.seats)]
    return tuple(dict.fromkeys(z for zone in asked for z in (seats if zone == SEATS else [zone])))


def zone_of_sender(zones: Sequence[str], seat: int | None) -> str | None:
    """Return the zone that the cards of a picture without a mat are taken to lie in.

    It is the whole mat or the only one of `zones`, else the zone before the sender's seat. None
    where a person must say which.
    """
    if WHOLE in zones:
        return WHOLE
    if len(zones) == 1:
        return zones[0]
    own = f"seat:{seat}"
    return own if own in zones else None


def laid_in(observed: Observation, match: Snapshot, zone: str | None) -> Observation:
    """Return an observation whose cards lie in one zone.

    Where that are more than are asked for there, those are left out that must stay elsewhere: they
    lie beside it in the picture.
    """
    most = [ask.most for _, ask in match.offers.reads() if ask.zone == zone]
    beyond = len(observed.settled) - max(most) if most and zone != WHOLE else 0
    keeps = [want for want in match.wanted if want.watch is Watch.KEEP and want.zone != zone]
    where = [(name, want.zone) for want in keeps for name in want.cards]
    settled: list[SettledCard] = []
    for card in observed.settled:
        name = sure_name(card, match.renamed)
        kept = next((one for one in where if one[0] == name), None) if beyond > 0 else None
        if kept is not None:
            where.remove(kept)
            beyond -= 1
        lies = zone if kept is None else kept[1]
        settled.append(replace(card, reading=replace(card.reading, zone=lies)))
    return replace(observed, settled=tuple(settled))
