"""What is shuffled into a pile that ran out: the discards, and what lies about and is used up.

A match counts a card as one of the pile again wherever it lies, as people gather up what is left.
"""

from __future__ import annotations

from collections import Counter

from firmware.virtual.given import Brief
from firmware.virtual.layout import Layout, is_pile
from referee.reports import hands
from referee.reports.hands import VirtualAct
from referee.table import ANYWHERE, Lies, Zone
from vision.mat import covers
from vision.spread import Spread


def spent(brief: Brief, lay: Layout, spread: Spread) -> tuple[str, ...]:
    """Return the open cards that stay nowhere and are not waited for, by their ids."""
    cards = brief.layout.cards
    if brief.anywhere is not None or any(one.zone == ANYWHERE for one in cards):
        return ()
    stay = Counter((one.name, one.zone) for one in cards if one.lies is not Lies.GOES)
    due = [str(one.zone) for one in brief.waits if not one.gone]
    found = []
    for lying in lay.placed:
        where = spread.zone_of(lying.x_mm, lying.y_mm)
        if where is None or not lying.face_up or any(covers(zone, where) for zone in due):
            continue
        zone = Zone.parse(where)
        key = next((one for one in +stay if one[0] == lying.card and one[1].covers(zone)), None)
        if key is not None:
            stay[key] -= 1
        elif brief.layout.pile(zone) is None:
            found.append(lying.id)
    return tuple(found)


def gather_spent(act: VirtualAct, brief: Brief, lay: Layout, spread: Spread) -> None:
    """Lay what is used up with the discards, where an act takes a card of a pile that ran out."""
    if not isinstance(act, hands.Tap) and is_pile(getattr(act, "id", "")) and not lay.pile.draw:
        for card in spent(brief, lay, spread):
            lay.lay_away(card)
