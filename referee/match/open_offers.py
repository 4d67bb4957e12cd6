"""The open offers of a match, and how long each of them has been open.

They decide whether a move chosen on an older state is still valid. While everybody is asked about a
proposal, they rest: no window ends, and then each one goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from referee.contract import By, Offer, Offers
from referee.proposals import Proposal, seat_moves


@dataclass(frozen=True)
class OpenOffers:
    """The offers of the state `seq`. For each offer, it knows the seq since which it has been open.

    The window has been open since `opened_seq`, which also identifies it: after an undo,
    `Offers.window` may have an earlier value again, but a seq never repeats. `extended_seq` is the
    seq at which its clock last got more time (0: never). `since` has the seq since which each offer
    has been open, by its key. While the `offers` are the answers to a
    proposal, the game's own offers are `resting`.
    """

    offers: Offers = field(default_factory=lambda: Offers((), ()))
    seq: int = 0
    opened_seq: int = 0
    extended_seq: int = 0
    resting: OpenOffers | None = None
    since: Mapping[bytes, int] = field(default_factory=dict)

    @classmethod
    def fresh(cls, offers: Offers, seq: int) -> OpenOffers:
        """Return the offers of a new window. A beginning, an undo or a redo opens a new window."""
        return cls(offers, seq, seq, since={offer_key(offer): seq for offer in offers})

    def after_move(self, offers: Offers, seq: int) -> OpenOffers:
        """Return the offers after a move. In the same window, open offers keep their seq."""
        if not offers.window or offers.window != self.offers.window:
            return OpenOffers.fresh(offers, seq)
        keys = [offer_key(offer) for offer in offers]
        since = {key: self.since.get(key, seq) for key in keys}
        return replace(self, offers=offers, seq=seq, resting=None, since=since)

    def asking(self, proposal: Proposal, seq: int) -> OpenOffers:
        """Return the answers to a proposal. Meanwhile, these offers rest."""
        rest = self.resting or self
        answers = proposal.offers(rest.offers)
        since = {**rest.since, **{offer_key(answer): proposal.seq for answer in answers}}
        return replace(rest, offers=answers, seq=seq, resting=rest, since=since)

    @property
    def playable(self) -> Offers:
        """The offers that a seat can take. Its own moves stay, even while everybody is asked.

        Pages show them no longer, but somebody may have tapped already, and buttons keep them.
        """
        if self.resting is None:
            return self.offers
        moves = seat_moves(self.resting.offers)
        return msgspec.structs.replace(self.offers, items=(*moves, *self.offers))

    def shown_seq(self, offer: Offer) -> int:
        """Return the newest seq at which pages show an offer."""
        rest = self.resting
        return self.seq if rest is None or offer in self.offers.items else rest.seq

    @property
    def has_clock(self) -> bool:
        """Whether a clock is running that will make a move."""
        return any(runs_by_clock(offer) for offer in self.offers)

    def extended(self, seq: int) -> OpenOffers:
        """Return the offers after the clock got more time.

        The clock's offers count as new. So if the clock is just making a move, that move is stale.
        """
        clocked = {offer_key(offer): seq for offer in self.offers if runs_by_clock(offer)}
        return replace(self, seq=seq, extended_seq=seq, since={**self.since, **clocked})

    def open_since(self, offer: Offer) -> int | None:
        """Return the seq since which an offer has been open, or None if it is not open."""
        return self.since.get(offer_key(offer))

    def was_open(self, move: Any, seen: int) -> bool:
        """Whether the offer of a move has been open without a break since seq `seen`."""
        offers = self.playable.matching(move) if self.opened_seq <= seen else ()
        return any(
            self.since[offer_key(open_)] <= seen <= self.shown_seq(open_) for open_ in offers
        )


def runs_by_clock(offer: Offer) -> bool:
    """Whether the clock makes the offered move without asking anybody."""
    return offer.by is By.CLOCK and not offer.ask


def offer_key(offer: Offer) -> bytes:
    """Return the key of an offer.

    Within a window the key stays the same, even if the questions of the offer change.
    """
    return msgspec.json.encode([offer.move, offer.seat, offer.by, offer.given])
