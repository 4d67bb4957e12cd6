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


class MarketRead(MoveBase, tag="market_read"):
    """These cards lie in the market."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Swept(MoveBase, tag="swept"):
    """The market was cleared, as three of its cards were alike."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Take(MoveBase, tag="take"):
    """A tribe took cards from the market."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Breed(MoveBase, tag="breed"):
    """A tribe discarded a horse card for a horse of the plain."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Raid(MoveBase, tag="raid"):
    """A tribe laid a warrior before a camp."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Reinforce(MoveBase, tag="reinforce"):
    """A tribe laid a second warrior beside the first: a double attack."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Defend(MoveBase, tag="defend"):
    """A tribe laid a weapon against the raid on its camp."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Support(MoveBase, tag="support"):
    """A tribe laid a second weapon beside the first: a double defence."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class TakeBack(MoveBase, tag="take_back"):
    """A tribe took back a card that waited for a second one."""

    seat: int


class Coup(MoveBase, tag="coup"):
    """A tribe laid a coup stick on what comes home from a camp, or on the raid it repelled."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Gift(MoveBase, tag="gift"):
    """A tribe discarded a card, and exchanged one unseen with another tribe."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Exchange(MoveBase, tag="exchange"):
    """A tribe exchanged a card unseen with its ally."""

    seat: int


class GiveHorses(MoveBase, tag="give_horses"):
    """A tribe discarded a card, and gave two horses to another."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Hunt(MoveBase, tag="hunt"):
    """A tribe discarded a card, and draws two from the pile."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Hunted(MoveBase, tag="hunted"):
    """A tribe discarded as many cards as it drew on its hunt."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Disdain(MoveBase, tag="disdain"):
    """A tribe laid a coup stick at another's camp."""

    seat: int
    camp: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()
    zone: Zone | None = None


class Prove(MoveBase, tag="prove"):
    """A tribe that is disdained discarded a coup stick or a card of value 4."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Bear(MoveBase, tag="bear"):
    """A tribe that is disdained proves nothing."""

    seat: int


class Propose(MoveBase, tag="propose"):
    """A tribe laid a warrior of another beside its herd: it proposes an alliance."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Accept(MoveBase, tag="accept"):
    """A tribe laid a warrior of one that proposed to it under its camp: they are allied."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Befriend(MoveBase, tag="befriend"):
    """A tribe laid a warrior of a clan that nobody plays under its camp: a neutral alliance."""

    seat: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Done(MoveBase, tag="done"):
    """A tribe ends its turn."""

    seat: int


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


class Leave(MoveBase, tag="leave"):
    """A player leaves the match."""

    seat: int


Move = (
    MarketRead
    | Swept
    | Take
    | Breed
    | Raid
    | Reinforce
    | Defend
    | Support
    | TakeBack
    | Coup
    | Gift
    | Exchange
    | GiveHorses
    | Hunt
    | Hunted
    | Disdain
    | Prove
    | Bear
    | Propose
    | Accept
    | Befriend
    | Done
    | HorsesSet
    | PrestigeSet
    | HandSet
    | Leave
)
