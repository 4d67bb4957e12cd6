"""The moves of Plenty Coups, and its refusals of illegal ones.

`seat` is the player who moves. That player acts for the tribe on turn, or for the tribe that must
answer. `camp` is the number of a tribe's camp: its seat number or, for the neutral tribe, the next
number. All cards in a move lie face up. If a card may lie in several zones, `zone` is the one in
which it was seen, or None.
"""

from __future__ import annotations

from referee.contract import OfferMaker
from referee.kit import MoveBase, Reading, Refusals, SeatMove, SeatReading
from referee.table import Zone

refuse, offer = Refusals("plenty_coups"), OfferMaker("plenty_coups")


class _CardsInZoneMove(SeatReading):
    """Base of the moves whose cards lie in a zone."""

    zone: Zone | None = None


class _CampMove(SeatMove):
    """Base of the moves whose cards lie at a camp."""

    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class _CampZoneMove(_CampMove):
    """Base of the moves whose cards lie at a camp, in a zone."""

    zone: Zone | None = None


class MarketRead(Reading, tag="market_read"):
    """The table read the cards of the market."""


class Swept(MoveBase, tag="swept"):
    """Players cleared the market because three of its cards were alike."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Take(SeatReading, tag="take"):
    """A tribe took cards from the market."""


class Breed(_CardsInZoneMove, tag="breed"):
    """A tribe discarded a horse card for a horse of the plain."""


class Raid(_CampMove, tag="raid"):
    """A tribe laid a warrior before a camp."""


class Reinforce(_CampMove, tag="reinforce"):
    """A tribe laid a second warrior beside the first, for a double attack."""


class Defend(_CardsInZoneMove, tag="defend"):
    """A tribe laid a weapon against the raid on its camp."""


class Support(_CardsInZoneMove, tag="support"):
    """A tribe laid a second weapon beside the first, for a double defence."""


class TakeBack(SeatMove, tag="take_back"):
    """A tribe took back a card that waited for a second one."""


class Coup(_CampMove, tag="coup"):
    """A tribe laid a coup stick on a raid that comes home, or on the raid it repelled."""


class Gift(_CampZoneMove, tag="gift"):
    """A tribe discarded a card and exchanged a hidden card with another tribe."""


class Exchange(SeatMove, tag="exchange"):
    """A tribe exchanged a hidden card with its ally."""


class GiveHorses(_CampZoneMove, tag="give_horses"):
    """A tribe discarded a card and gave two horses to another tribe."""


class Hunt(_CardsInZoneMove, tag="hunt"):
    """A tribe discarded a card, and now draws two from the pile."""


class Hunted(_CardsInZoneMove, tag="hunted"):
    """A tribe discarded as many cards as it drew on its hunt."""


class Disdain(_CampZoneMove, tag="disdain"):
    """A tribe laid a coup stick at another tribe's camp."""


class Prove(SeatReading, tag="prove"):
    """A disdained tribe discarded a coup stick or a card of value 4."""


class Bear(SeatMove, tag="bear"):
    """A disdained tribe declined to prove its worth."""


class Propose(SeatReading, tag="propose"):
    """A tribe proposed an alliance: it laid another tribe's warrior next to its own herd."""


class Accept(SeatReading, tag="accept"):
    """A tribe accepted an alliance: it laid the proposer's warrior under its camp."""


class Befriend(SeatReading, tag="befriend"):
    """A tribe laid a warrior of an unplayed clan under its camp, for a neutral alliance."""


class Done(SeatMove, tag="done"):
    """A tribe ended its turn."""


class HorsesSet(MoveBase, tag="horses_set"):
    """The host counted the horses in a herd. All other horses are in the plain."""

    camp: int
    horses: int


class PrestigeSet(MoveBase, tag="prestige_set"):
    """The host counted the prestige markers of a tribe."""

    camp: int
    prestige: int


class HandSet(MoveBase, tag="hand_set"):
    """The host counted the cards in a hand. The other cards are in the pile."""

    camp: int
    cards: int


class Leave(SeatMove, tag="leave"):
    """A player leaves the match."""


_Cards = MarketRead | Swept | Take | Breed
_Raids = Raid | Reinforce | Defend | Support | TakeBack | Coup
_Gifts = Gift | Exchange | GiveHorses | Hunt | Hunted
_Tribes = Disdain | Prove | Bear | Propose | Accept | Befriend
_Host = HorsesSet | PrestigeSet | HandSet | Leave
Move = _Cards | _Raids | _Gifts | _Tribes | Done | _Host
