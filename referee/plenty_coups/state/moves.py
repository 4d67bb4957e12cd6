"""What can happen in a match of Plenty Coups, and how it is refused.

`seat` is whose hand moves; the tribe that acts is the one whose turn it is, or the one that is
asked. `camp` is the number of a tribe's camp: that of its seat, and beyond them the neutral
tribe's. Every card that a move names was laid open. Where a card may lie in several zones, `zone`
says in which it does, as far as that was seen.
"""

from __future__ import annotations

from referee.kit import MoveBase, Refusals
from referee.table import Zone

refuse = Refusals("plenty_coups")


class _OfSeat(MoveBase):
    """What the hand of a seat does."""

    seat: int


class _WithCards(_OfSeat):
    """The same with cards, by the ids of their pictures."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class _WithCardsIn(_WithCards):
    """The same in a zone."""

    zone: Zone | None = None


class _Upon(_OfSeat):
    """What the hand of a seat does with cards at a camp."""

    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class _UponIn(_Upon):
    """The same in a zone."""

    zone: Zone | None = None


class MarketRead(MoveBase, tag="market_read"):
    """These cards lie in the market."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Swept(MoveBase, tag="swept"):
    """The market was cleared, as three of its cards were alike."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Take(_WithCards, tag="take"):
    """A tribe took cards from the market."""


class Breed(_WithCardsIn, tag="breed"):
    """A tribe discarded a horse card for a horse of the plain."""


class Raid(_Upon, tag="raid"):
    """A tribe laid a warrior before a camp."""


class Reinforce(_Upon, tag="reinforce"):
    """A tribe laid a second warrior beside the first: a double attack."""


class Defend(_WithCardsIn, tag="defend"):
    """A tribe laid a weapon against the raid on its camp."""


class Support(_WithCardsIn, tag="support"):
    """A tribe laid a second weapon beside the first: a double defence."""


class TakeBack(_OfSeat, tag="take_back"):
    """A tribe took back a card that waited for a second one."""


class Coup(_Upon, tag="coup"):
    """A tribe laid a coup stick on what comes home from a camp, or on the raid it repelled."""


class Gift(_UponIn, tag="gift"):
    """A tribe discarded a card, and exchanged one unseen with another tribe."""


class Exchange(_OfSeat, tag="exchange"):
    """A tribe exchanged a card unseen with its ally."""


class GiveHorses(_UponIn, tag="give_horses"):
    """A tribe discarded a card, and gave two horses to another."""


class Hunt(_WithCardsIn, tag="hunt"):
    """A tribe discarded a card, and draws two from the pile."""


class Hunted(_WithCardsIn, tag="hunted"):
    """A tribe discarded as many cards as it drew on its hunt."""


class Disdain(_UponIn, tag="disdain"):
    """A tribe laid a coup stick at another's camp."""


class Prove(_WithCards, tag="prove"):
    """A tribe that is disdained discarded a coup stick or a card of value 4."""


class Bear(_OfSeat, tag="bear"):
    """A tribe that is disdained proves nothing."""


class Propose(_WithCards, tag="propose"):
    """A tribe laid a warrior of another beside its herd: it proposes an alliance."""


class Accept(_WithCards, tag="accept"):
    """A tribe laid a warrior of one that proposed to it under its camp: they are allied."""


class Befriend(_WithCards, tag="befriend"):
    """A tribe laid a warrior of a clan that nobody plays under its camp: a neutral alliance."""


class Done(_OfSeat, tag="done"):
    """A tribe ends its turn."""


class HorsesSet(MoveBase, tag="horses_set"):
    """The host counted the horses of a herd; the plain has the rest."""

    camp: int
    horses: int


class PrestigeSet(MoveBase, tag="prestige_set"):
    """The host counted the markers of a tribe that show prestige."""

    camp: int
    prestige: int


class HandSet(MoveBase, tag="hand_set"):
    """The host counted the hand of a tribe; the pile has the rest."""

    camp: int
    cards: int


class Leave(_OfSeat, tag="leave"):
    """A player leaves the match."""


_Cards = MarketRead | Swept | Take | Breed
_Raids = Raid | Reinforce | Defend | Support | TakeBack | Coup
_Gifts = Gift | Exchange | GiveHorses | Hunt | Hunted
_Tribes = Disdain | Prove | Bear | Propose | Accept | Befriend
_Host = HorsesSet | PrestigeSet | HandSet | Leave
Move = _Cards | _Raids | _Gifts | _Tribes | Done | _Host
