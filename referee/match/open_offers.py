"""Since when the offers of a match stand, so what may still be made of an older state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from referee.contract import By, Offer, Offers


@dataclass(frozen=True)
class OpenOffers:
    """The offers of a match's state `seq`, each with the seq from which it has stood.

    The window has been open since `opened_seq`, which no other window has: `Offers.window` may
    come again after an undo, a seq never does. At `extended_seq` its clock last got more time (0:
    not at all).
    """

    offers: Offers = field(default_factory=lambda: Offers((), ()))
    seq: int = 0
    opened_seq: int = 0
    extended_seq: int = 0
    _since: Mapping[bytes, int] = field(default_factory=dict)

    @classmethod
    def fresh(cls, offers: Offers, seq: int) -> OpenOffers:
        """Return the standing of offers that follow on nothing: a beginning, an undo, a redo."""
        return cls(offers, seq, seq, _since={offer_key(offer): seq for offer in offers})

    def after_move(self, offers: Offers, seq: int) -> OpenOffers:
        """Return the standing after a move: in the same window, offers that stay keep their seq."""
        if not offers.window or offers.window != self.offers.window:
            return OpenOffers.fresh(offers, seq)
        keys = [offer_key(offer) for offer in offers]
        since = {key: self._since.get(key, seq) for key in keys}
        return OpenOffers(offers, seq, self.opened_seq, self.extended_seq, since)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs: it makes a move of its own where nobody does."""
        return any(runs_by_clock(offer) for offer in self.offers)

    def extended(self, seq: int) -> OpenOffers:
        """Return the standing after the clock got more time: all else stands as it stood.

        What the clock does is offered anew, so that a move that it was about to make is stale.
        """
        clocked = {offer_key(offer): seq for offer in self.offers if runs_by_clock(offer)}
        return replace(self, seq=seq, extended_seq=seq, _since={**self._since, **clocked})

    def open_since(self, offer: Offer) -> int | None:
        """Return the seq from which an offer has stood, or None where it does not."""
        return self._since.get(offer_key(offer))

    def was_open(self, move: Any, seen: int) -> bool:
        """Tell whether a move takes up an offer that stood at seq `seen` and has ever since."""
        return self.opened_seq <= seen <= self.seq and any(
            self._since[offer_key(offer)] <= seen for offer in self.offers.taken_up(move)
        )


def runs_by_clock(offer: Offer) -> bool:
    """Tell whether an offer is a move that the clock makes by itself."""
    return offer.by is By.CLOCK and not offer.ask


def offer_key(offer: Offer) -> bytes:
    """Return what makes an offer the same one within its window, whatever else is asked of it."""
    return msgspec.json.encode([offer.move, offer.seat, offer.by, offer.given])
