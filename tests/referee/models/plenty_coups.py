"""What lies on a table of Plenty Coups, seen by one who sees all, written from the rules alone.

Nothing of `referee` is imported here, so that one may judge the other. Which actions are legal is
told by `plenty_coups_actions`, a match is played by `plenty_coups_match` and counted by
`plenty_coups_ranking`. A seat is a place in the order of play, to the right (PC-1): 0 is the
elder's. With two players three tribes play, the neutral one in seat 1 (PC-53).

Where the rule file is open, and what holds here:

- PC-4 Nothing is exchanged once the pile is empty, nor where fewer than four lie.
- PC-6 The pile is made again when a card is wanted of it, of all that was discarded by then. No
  cards are turned for a turn that takes none (PC-50).
- PC-7 A gain that finds several raid markers, all out, turns the one that has been out longest, or
  the first by what the table agrees on (`first_turned`). So does a loss, where every prestige
  marker is out: that raid may mark a coup again.
- PC-13 Nobody raids a camp before which an own raid stands already.
- PC-16 The first of two weapons that repels the raid by itself leaves nothing to the second.
- PC-17 Gifts between allies are no action: a coup may still be marked after them, and PC-18.
- PC-18 A coup in defence may be played for nothing by a tribe with four prestige.
- PC-19 "Attacking" is having a raid before the camp.
- PC-30, PC-31 A second proposal to one tribe outbids none of one's own.
- PC-30, PC-39 A tribe allied to a neutral one proposes to nobody; an ally takes no neutral one.
- PC-53 The neutral tribe acts as any other, is raided, given horses and disdained, and has no rank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

COLOURS = ("black", "yellow", "green", "red", "blue", "white")
MARKERS = 4  # of each tribe (PC-2)
SUMMER, ROUNDS = 9, 12  # PC-3
HAND, MARKET = 3, 4  # PC-4
NEUTRAL_SEAT = 1  # PC-53: to the right of the first player


class Card(NamedTuple):
    """A card: its kind, its value if it has one, the tribe of a warrior."""

    kind: str
    value: int = 0
    tribe: str = ""


HORSE, STICK = Card("horse"), Card("stick")


def warrior(tribe: str, value: int) -> Card:
    return Card("warrior", value, tribe)


def weapon(value: int) -> Card:
    return Card("weapon", value)


def pack() -> list[Card]:
    """Return the 54 cards."""
    warriors = [warrior(tribe, value) for tribe in COLOURS for value in (1, 2, 3, 4)]
    weapons = [weapon(value) for value in (2, 3, 4) for _ in range(4)]
    return [*warriors, *weapons, *[HORSE] * 10, *[STICK] * 8]


def alike(cards: Sequence[Card]) -> bool:
    """Whether three of the market are identical, or of one kind and value (PC-4)."""
    looks = [(card.kind, card.value) for card in cards]
    return any(looks.count(look) >= 3 for look in looks)


@dataclass
class Raid:
    """Warriors before a camp, under a marker of whoever sent them (PC-11, 14)."""

    by: int
    on: int
    warriors: tuple[Card, ...]
    prestige_up: bool  # which side of its marker

    @property
    def printed(self) -> int:
        return sum(card.value for card in self.warriors)


@dataclass
class Tribe:
    """A tribe that plays, and what lies at its camp."""

    colour: str
    hand: list[Card] = field(default_factory=list)
    horses: int = 1  # PC-2
    raid_markers: int = MARKERS  # at home, raid side up
    prestige_markers: int = 0  # at home, prestige side up
    ally: int | None = None  # a tribe that plays
    camp: Card | None = None  # under the camp: the ally's warrior, or a neutral one (PC-34, 39)
    proposals: list[Card] = field(default_factory=list)  # beside its herd (PC-30)
    stick: bool = False  # it was disdained (PC-22)

    @property
    def neutral(self) -> Card | None:
        """Return the warrior of its neutral alliance, if it has one (PC-39)."""
        return self.camp if self.ally is None else None

    @property
    def at_home(self) -> int:
        return self.raid_markers + self.prestige_markers


class Table:
    """All that lies on the table, and every hand."""

    def __init__(self, players: int, colours: Sequence[str], pile: Sequence[Card], rng: Random):
        """Set a table up (PC-2, 4): the pile is dealt from its end, which is its top.

        With two players the second of three colours is the neutral tribe's.
        """
        assert len(colours) == (3 if players == 2 else players)
        self.players, self.rng = players, rng
        self.tribes = [Tribe(colour) for colour in colours]
        self.plain = (18 if players == 2 else 6 * players) - len(self.tribes)  # PC-2
        self.raids: list[Raid] = []  # in the order in which they were sent
        self.pile = list(pile)
        self.discards: list[Card] = []
        self.market: list[Card] = []
        self.turned: list[list[Card]] = []  # the markets that came to lie, exchanged ones too
        self.first_turned: Callable[[Raid], int] = self.raids.index
        self.round = 1
        for tribe in self.tribes:
            tribe.hand = [self.pile.pop() for _ in range(HAND)]
        self.turn_market()

    @property
    def winter(self) -> bool:
        return self.round > SUMMER

    def played_by(self, seat: int) -> int:
        """Return whose hands play a tribe: the neutral one's change each round (PC-53)."""
        if self.players > 2 or seat != NEUTRAL_SEAT:
            return seat
        return 0 if self.round % 2 else 2

    # Cards

    def draw(self) -> Card | None:
        """Take the top of the pile, made again if it is empty (PC-6); None if nothing is left."""
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        return self.pile.pop() if self.pile else None

    def turn_market(self) -> int:
        """Turn cards until the market is four (PC-6); return how often PC-4 held."""
        exchanged = -1
        while exchanged < 0 or (len(self.market) == MARKET and alike(self.market) and self.pile):
            exchanged += 1
            if exchanged:
                self.discards += self.market
                self.market = []
            while len(self.market) < MARKET and (card := self.draw()):
                self.market.append(card)
            self.turned.append(list(self.market))
        return exchanged

    def draw_to(self, who: int, count: int) -> int:
        """Draw unseen cards until a hand has so many; return how many came."""
        hand, came = self.tribes[who].hand, 0
        while len(hand) < count and (card := self.draw()):
            hand.append(card)
            came += 1
        return came

    # Prestige

    def prestige(self, who: int) -> int:
        """Return the prestige off the herd: what the markers show, out on raids too (PC-7)."""
        out = sum(raid.prestige_up for raid in self.raids if raid.by == who)
        return self.tribes[who].prestige_markers + out

    def herd_prestige(self, who: int) -> int:
        """Return 1 for each horse beyond the fifth (PC-8)."""
        return max(0, self.tribes[who].horses - 5)

    def gain(self, who: int) -> None:
        """Turn one raid marker to prestige, if there is one (PC-7)."""
        tribe = self.tribes[who]
        if tribe.raid_markers:
            tribe.raid_markers -= 1
            tribe.prestige_markers += 1
            return
        out = [raid for raid in self.raids if raid.by == who and not raid.prestige_up]
        if out:
            min(out, key=self.first_turned).prestige_up = True

    def lose(self, who: int) -> None:
        """Turn one marker back, if there is one (PC-7)."""
        tribe = self.tribes[who]
        if tribe.prestige_markers:
            tribe.prestige_markers -= 1
            tribe.raid_markers += 1
            return
        out = [raid for raid in self.raids if raid.by == who and raid.prestige_up]
        if out:
            min(out, key=self.first_turned).prestige_up = False

    # Raids

    def raid_on(self, who: int) -> Raid | None:
        """Return the raid before a camp: there is one at most (PC-13)."""
        return next((raid for raid in self.raids if raid.on == who), None)

    def attacks(self, who: int, whom: int) -> bool:
        return any(raid.by == who and raid.on == whom for raid in self.raids)

    def strength(self, who: int, warriors: Sequence[Card]) -> int:
        """Return what warriors are worth to a raider: +1 once for its own or an ally's (PC-11, 14).

        The ally is who is one now (PC-84), a neutral one as well (PC-39).
        """
        tribe = self.tribes[who]
        own = {tribe.colour}
        if tribe.ally is not None:
            own.add(self.tribes[tribe.ally].colour)
        if tribe.neutral:
            own.add(tribe.neutral.tribe)
        return sum(card.value for card in warriors) + (warriors[0].tribe in own)

    def send(self, who: int, whom: int, warriors: tuple[Card, ...]) -> None:
        """Lay a raid before a camp, its marker raid side up if one is left (PC-11)."""
        tribe = self.tribes[who]
        prestige_up = tribe.raid_markers == 0
        if prestige_up:
            tribe.prestige_markers -= 1
        else:
            tribe.raid_markers -= 1
        self.raids.append(Raid(who, whom, warriors, prestige_up))

    def end_raid(self, raid: Raid) -> None:
        """Discard the warriors; the marker goes back as it lies (PC-12, 13, 15)."""
        self.raids.remove(raid)
        self.discards += raid.warriors
        if raid.prestige_up:
            self.tribes[raid.by].prestige_markers += 1
        else:
            self.tribes[raid.by].raid_markers += 1

    def bring_home(self, raid: Raid) -> None:
        """End a raid with one horse of the herd, if it has one (PC-12, 32)."""
        self.end_raid(raid)
        if self.tribes[raid.on].horses:
            self.tribes[raid.on].horses -= 1
            self.tribes[raid.by].horses += 1

    # Alliances

    def playing(self, colour: str) -> int | None:
        """Return which seat plays a colour; None for a neutral tribe (PC-39)."""
        seats = [seat for seat, tribe in enumerate(self.tribes) if tribe.colour == colour]
        return seats[0] if seats else None

    def proposal(self, who: int, whom: int) -> Card | None:
        """Return the warrior by which one tribe proposes to another (PC-30)."""
        colour = self.tribes[whom].colour
        return next((card for card in self.tribes[who].proposals if card.tribe == colour), None)

    def withdraw(self, who: int, cards: Sequence[Card]) -> None:
        """Discard proposals."""
        for card in list(cards):
            self.tribes[who].proposals.remove(card)
            self.discards.append(card)

    def part(self, who: int) -> None:
        """End the alliance of a tribe, of either sort; what sealed it is discarded (PC-37, 40)."""
        tribe = self.tribes[who]
        both = [tribe] if tribe.ally is None else [tribe, self.tribes[tribe.ally]]
        for item in both:
            if item.camp:
                self.discards.append(item.camp)
            item.camp = item.ally = None
