"""What presses mean: to a seat that is asked what cards mean its answers, else what is offered.

Of two ways a short press is the first, a long one the second. Of more a short one marks the next,
and a long one takes the one that is marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from firmware.presses.offer_times import OfferTimes
from referee.contract import By, Offer, Press
from referee.match.commands import Move
from referee.match.standing import identity
from referee.reports.commands import Choose, MarkNext
from referee.reports.status import TWO, Question

Meant = Offer | Choose | MarkNext
"""What a press does: it takes up an offer, or answers."""


@dataclass(frozen=True)
class Meanings:
    """What every seat's presses mean at one moment."""

    times: OfferTimes = field(default_factory=OfferTimes)
    asked: Question | None = None

    def of(self, seat: int) -> dict[Press, Meant]:
        """Return what each press of a seat means: an answer before the first of the offers.

        A word that only confirms comes after them: a press that is a move is never taken for it.
        """
        found: dict[Press, Meant] = {}
        asked = self.asked if self.asked is not None and self.asked.seat == seat else None
        if asked is not None and len(asked.ways) > 1:
            found.update(_answers(asked))
        for offer in self.times.offers.of(seat):
            if offer.press is not None and offer.by is By.SEAT and not offer.ask:
                found.setdefault(offer.press, offer)
        if asked is not None and len(asked.ways) == 1:
            return {**dict(_answers(asked)), **found}
        return found

    def command(self, meant: Meant) -> Move | Choose | MarkNext:
        """Return the command that a press says."""
        if isinstance(meant, Offer):
            return Move(meant.fill(), self.times.standing.seq)
        return meant


def same_as(meant: Meant) -> bytes:
    """Return what a press meant when it was begun and still means: the same bytes then."""
    return identity(meant) if isinstance(meant, Offer) else msgspec.json.encode(meant)


def _answers(asked: Question) -> Iterator[tuple[Press, Meant]]:
    for number, one in enumerate(asked.ways):
        if press := asked.press_of(number):
            yield press, Choose(asked.id, one.id)
    if len(asked.ways) > TWO:
        yield Press.SHORT, MarkNext(asked.id, asked.at)
