"""Offer times: since when each offer stands, so when it may be taken and when the clock moves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from referee.contract import By, Message, Offer, Offers


@dataclass(frozen=True)
class OfferTimes:
    """The offers of a match's state `seq`, each with the moment from which it has stood.

    Moments are nanoseconds of the monotonic clock.
    """

    offers: Offers = field(default_factory=lambda: Offers((), ()))
    seq: int = 0
    _since_ns: Mapping[bytes, int] = field(default_factory=dict)

    def followed_by(self, offers: Offers, now_ns: int, seq: int = 0) -> OfferTimes:
        """Return the times of the next state's offers; those that stood already keep theirs."""
        keys = [_key(offers.window, offer) for offer in offers]
        return OfferTimes(offers, seq, {key: self._since_ns.get(key, now_ns) for key in keys})

    def due_ns(self, offer: Offer, otherwise_ns: int) -> int:
        """Return from when `offer` may be taken; an unknown one stands from `otherwise_ns`."""
        since_ns = self._since_ns.get(_key(self.offers.window, offer), otherwise_ns)
        return since_ns + round(offer.after_s * 1e9)

    def too_early(self, offer: Offer, at_ns: int) -> Message | None:
        """Return why `offer` may not be taken at a moment, or None where it may."""
        wait_s = (self.due_ns(offer, at_ns) - at_ns) / 1e9
        if wait_s <= 0:
            return None
        # Up to the next tenth: "wait for 0 s" would make no sense.
        return Message("table.press.too_early", {"s": math.ceil(round(wait_s * 10, 6)) / 10})

    def next_of_clock(self, now_ns: int) -> tuple[int, Offer] | None:
        """Return the clock's offer that is due first, after the moment at which it is."""
        mine = [offer for offer in self.offers if offer.by is By.CLOCK and not offer.ask]
        timed = [(self.due_ns(offer, now_ns), offer) for offer in mine]
        return min(timed, key=lambda one: one[0], default=None)


def _key(window: int, offer: Offer) -> bytes:
    return msgspec.json.encode([window, offer.move, offer.seat, offer.by, offer.given])
