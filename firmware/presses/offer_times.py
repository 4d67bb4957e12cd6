"""Offer times: how long each offer has stood, and when a player or the clock may take it up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.contract import Message, Offer, Offers
from referee.match.open_offers import OpenOffers, runs_by_clock


@dataclass(frozen=True)
class OfferTimes:
    """The current offers of a match, and the moment at which each offer was first made.

    Moments are in nanoseconds of the monotonic clock.
    """

    standing: OpenOffers = field(default_factory=OpenOffers)
    _told_ns: Mapping[int, int] = field(default_factory=dict)  # By seq: when each was first seen.
    opened_ns: int = 0  # When the current window opened.
    _rests_ns: int | None = None  # Since when the offers rest, because everybody is asked.

    def followed_by(self, standing: OpenOffers, now_ns: int) -> OfferTimes:
        """Return the times for the next state. An offer that already stood keeps its time.

        The time for which it rests does not count.
        """
        told_ns, rests_ns, opened_ns = self._told_ns, self._rests_ns, self.opened_ns
        if standing.resting is not None:
            rests_ns = now_ns if rests_ns is None else rests_ns
        elif rests_ns is not None:
            told_ns = {seq: ns + now_ns - rests_ns for seq, ns in told_ns.items()}
            rests_ns = None
        if standing.opened_seq != self.standing.opened_seq:
            opened_ns = now_ns
        if standing.extended_seq not in (0, self.standing.extended_seq):
            # Extra time starts at the end of the time before it.
            due = self.next_of_clock(now_ns)
            told_ns = {**told_ns, standing.extended_seq: now_ns if due is None else due[0]}
        seqs = {standing.opened_seq, *standing.since.values()}
        kept_ns = {seq: told_ns.get(seq, now_ns) for seq in seqs}
        return OfferTimes(standing, kept_ns, opened_ns, rests_ns)

    @property
    def offers(self) -> Offers:
        """The current offers, and the offers that a press takes even while everybody is asked."""
        return self.standing.playable

    def due_ns(self, offer: Offer, otherwise_ns: int) -> int:
        """Return when an offer may be taken up. An unknown offer counts from `otherwise_ns`."""
        since = self.standing.open_since(offer)
        since_ns = otherwise_ns if since is None else self._told_ns.get(since, otherwise_ns)
        return since_ns + round(offer.shown.after_s * 1e9)

    def too_early(self, offer: Offer, at_ns: int) -> Message | None:
        """Return the reason why an offer may not be taken up yet, or None if it may."""
        if self._rests_ns is not None:
            at_ns = min(at_ns, self._rests_ns)
        wait_s = (self.due_ns(offer, at_ns) - at_ns) / 1e9
        if wait_s <= 0:
            return None
        # Rounded up to a tenth of a second, because "wait for 0 s" would make no sense.
        return Message("table.press.too_early", {"s": math.ceil(round(wait_s * 10, 6)) / 10})

    def next_of_clock(self, now_ns: int) -> tuple[int, Offer] | None:
        """Return the moment at which the clock's next offer is due, with the offer, or None."""
        mine = [offer for offer in self.offers if runs_by_clock(offer)]
        timed = [(self.due_ns(offer, now_ns), offer) for offer in mine]
        return min(timed, key=lambda one: one[0], default=None)
