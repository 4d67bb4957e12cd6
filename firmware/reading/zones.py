"""A zone in which cards may mean several things: what is offered there, and what is barred.

No rule of any game is known here: what cards may mean is in the offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.reading.judging import Answers, in_zone, sure_name
from firmware.reading.staying import in_place
from referee.contract import AskCards, Message, Offer, Offers, Want
from vision.observation import SettledCard

Read = tuple[Offer, AskCards]
Try = Callable[[dict[str, Any]], object]  # what would follow from a move, or why it is refused


@dataclass(frozen=True)
class Zone:
    """What is asked for in one zone: each of the offers there, and those that are barred."""

    name: str
    reads: tuple[Read, ...]
    barred: tuple[Read, ...] = ()

    @classmethod
    def all_of(cls, offers: Offers) -> tuple[Zone, ...]:
        """Return each zone of the camera's offers, in their order."""
        reads = offers.reads()
        barred = Offers(offers.barred, ()).reads()
        names = dict.fromkeys(ask.zone for _, ask in (*reads, *barred))
        return tuple(
            cls(
                name,
                tuple(one for one in reads if one[1].zone == name),
                tuple(one for one in barred if one[1].zone == name),
            )
            for name in names
        )

    @property
    def laid(self) -> AskCards | None:
        """The question which new cards lie here, of all that are offered or barred.

        None where no seat chooses what to do by laying them.
        """
        asks = [ask for _, ask in (*self.reads, *self.barred) if not ask.leaves and ask.most]
        if not asks or not (self.barred or any(offer.seat is not None for offer, _ in self.reads)):
            return None
        possible: Counter[str] = Counter()
        for ask in asks:
            possible |= Counter(ask.limit()) - Counter(ask.known)
        least = min(max(0, ask.least - len(ask.known)) for ask in asks)
        most = max(ask.most - len(ask.known) for ask in asks)
        return AskCards(asks[0].field, self.name, least, most, dict(possible))

    def why_not(self, names: Sequence[str], try_: Try) -> Message | None:
        """Return what the game says of new cards that do nothing here, what is barred first."""
        fits = [one for one in self.barred if one[1].fits(names)]
        reads = [(offer, ask) for offer, ask in self.reads if not ask.leaves and ask.most]
        for offer, ask in (*fits, *reads, *self.barred):
            said = try_(offer.fill(**{ask.field: [*ask.known, *names]}))
            if isinstance(said, Message):
                return said
        return None


def due_in(
    ask: AskCards,
    wants: Iterable[Want],
    cards: Sequence[SettledCard],
    answers: Answers,
    old: frozenset[str],
) -> list[SettledCard]:
    """Return the cards of a zone that may answer `ask`.

    Those are new, and those of its `known`, whichever of them must stay; what is `old` (ids) has
    made its move.
    """
    staying = in_place(wants, cards, answers)
    left, found = Counter(ask.known), []
    for card in in_zone(cards, ask.zone):
        name = sure_name(card, answers)
        if card.id in staying or card.id in old:
            if name is None or left[name] <= 0:
                continue
            left[name] -= 1
        found.append(card)
    return found
