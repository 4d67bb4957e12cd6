"""Offer times: since when each offer stands, so when it may be taken and when the clock moves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.contract import Message, Offer, Offers
from referee.match.standing import Standing, runs


@dataclass(frozen=True)
class OfferTimes:
    """The offers of a match as they stand, and the moment from which each has stood.

    Moments are nanoseconds of the monotonic clock.
    """

    standing: Standing = field(default_factory=Standing)
    _told_ns: Mapping[int, int] = field(default_factory=dict)  # by seq: when it came

    def followed_by(self, standing: Standing, now_ns: int) -> OfferTimes:
        """Return the times of the next state's offers; those that stood already keep theirs."""
        told_ns = self._told_ns
        if standing.extended_seq not in (0, self.standing.extended_seq):
            # More time begins where the time before it ends.
            due = self.next_of_clock(now_ns)
            told_ns = {**told_ns, standing.extended_seq: now_ns if due is None else due[0]}
        seqs = {standing.opened_seq, *(standing.since(offer) or 0 for offer in standing.offers)}
        return OfferTimes(standing, {seq: told_ns.get(seq, now_ns) for seq in seqs})

    @property
    def offers(self) -> Offers:
        """What may be done now."""
        return self.standing.offers

    @property
    def opened_ns(self) -> int:
        """The moment from which the window has been open."""
        return self._told_ns.get(self.standing.opened_seq, 0)

    def due_ns(self, offer: Offer, otherwise_ns: int) -> int:
        """Return from when `offer` may be taken; an unknown one stands from `otherwise_ns`."""
        since = self.standing.since(offer)
        since_ns = otherwise_ns if since is None else self._told_ns.get(since, otherwise_ns)
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
        mine = [offer for offer in self.offers if runs(offer)]
        timed = [(self.due_ns(offer, now_ns), offer) for offer in mine]
        return min(timed, key=lambda one: one[0], default=None)
