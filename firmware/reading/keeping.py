"""Cards that should lie elsewhere, and cards that must stay and are to be seen no more."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.reading.judging import in_zone, sure_name
from firmware.reading.meaning import GONE_AFTER_S, Look
from firmware.reading.staying import NamesByZone, astray, elsewhere, gone
from firmware.reading.waiting import Lasting
from referee.contract import AskCards, Message
from referee.reports.status import Item, Question
from vision.mat import WHOLE
from vision.observation import SettledCard

ASTRAY_AFTER_S = 2.0
GONE = "gone:"  # items that ask whether play goes on without a card


def ask_astray(
    look: Look,
    asks: Sequence[AskCards],
    new: Sequence[SettledCard],
    before: NamesByZone,
    lasting: Lasting,
) -> Question | None:
    """Ask about cards laid down elsewhere than where one is missing, and not so `before`."""
    match, observed = look.match, look.observed
    zones = {zone for ask in asks for zone in (ask.zone, *ask.then)}
    cards = [card for card in new if observed.steady_in(card.reading.zone or WHOLE)]
    if len(cards) < len(new) and (asked := look.still("astray")):
        return asked
    waits = [
        ask
        for ask in asks
        if observed.steady_in(ask.zone) and len(in_zone(cards, ask.zone)) < ask.least
    ]
    found = astray(cards, zones, look.names, before) if waits else []
    ids = tuple(card.id for card in found)
    if not found or lasting.for_s("astray", (match.seq, *ids), look.now_s) < ASTRAY_AFTER_S:
        return None
    names = tuple(name for card in found if (name := sure_name(card, look.names)) is not None)
    why = elsewhere(waits[0].zone, names)
    items = tuple(Item(id_, id_, (), none=Message("table.ask.stays")) for id_ in ids)
    return Question(f"{match.seq}:astray", waits[0].zone, why, items)


class Gone:
    """Asks about cards that must stay and are to be seen no more."""

    def __init__(self, lasting: Lasting) -> None:
        self._lasting = lasting
        self._without: set[str] = set()  # items: gone cards that the table goes on without

    def go_on_without(self, item: str) -> None:
        """Ask no more for the card of an item."""
        self._without.add(item)

    def ask(self, look: Look) -> Question | None:
        """Return the question about such cards; those that may leave are not among them."""
        match, observed = look.match, look.observed
        left = {ask.source for _, ask in match.offers.places()}  # piles whose top may be taken
        left |= {ask.zone for _, ask in match.offers.reads() if ask.leaves}
        wants = [one for one in match.wanted if not one.cells and one.zone not in left]
        seen = [w for w in wants if observed.steady_in(w.zone) and observed.whole_in(w.zone)]
        if len(seen) < len(wants) and (asked := look.still("gone")):
            return asked
        missing = {
            f"{GONE}{want.zone}:{number}:{name}": (want, name)
            for want in seen
            for number, name in enumerate(gone(want, observed.settled, look.names))
        }
        if len(seen) == len(wants):
            self._without &= missing.keys()
        vanished = {id_: one for id_, one in missing.items() if id_ not in self._without}
        if not vanished or self._lasting.for_s("gone", (*vanished,), look.now_s) < GONE_AFTER_S:
            return None
        none = Message("table.ask.without")
        items = tuple(
            Item(id_, "", (), guess=name, reason=want.label, none=none)
            for id_, (want, name) in vanished.items()
        )
        names = tuple(name for _, name in vanished.values())
        why = Message("table.ask.vanished", {"cards": names})
        return Question(f"{match.seq}:gone", next(iter(vanished.values()))[0].zone, why, items)
