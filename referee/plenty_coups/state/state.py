"""What the table knows of a match of Plenty Coups: all that lies open, and how much is hidden."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from referee.contract import Frozen
from referee.plenty_coups.state.cards import clan_of, total
from referee.plenty_coups.state.phases import Actions, Answering, InTurn, Phase, Taking
from referee.table import Card, Zone

MARKET_SIZE = 4
HAND = 3  # cards at the end of a turn (PC-5)
MARKERS = 4  # of each tribe: raid on one side, prestige on the other
SUMMER, LAST = 9, 12  # the last round of summer, and of the match (PC-3)
HERD = 5  # horses beyond these are prestige (PC-8)

NO_ACTIONS = Actions()


class What(StrEnum):
    """What the last move came to."""

    NOTHING = ""
    RAID = "raid"
    CHASED = "chased"  # a raid that drove another off
    REPELLED = "repelled"
    COUP = "coup"
    PARRIED = "parried"  # a coup in defence
    DISDAIN = "disdain"
    GIVEN = "given"
    PROPOSED = "proposed"
    SET = "set"  # by the host
    LEFT = "left"
    OTHER = "other"


class Setup(Frozen):
    """What was agreed on, and at how many seats."""

    seats: int
    elder: int = 0


class Raid(Frozen):
    """Warriors of a tribe, whose marker lies on them, perhaps with its prestige side up."""

    tribe: int
    cards: tuple[str, ...]
    turned: bool = False


class Proposal(Frozen):
    """A tribe's warrior card beside its herd, of the tribe that it proposes an alliance to."""

    tribe: int
    target: int
    card: str


class Bond(Frozen):
    """The card under a tribe's camp; `partner` is its ally, None where its clan is nobody's."""

    card: str
    partner: int | None = None


class Tribe(Frozen):
    """A tribe: how many cards its `hand` has, and those of them that everybody saw taken.

    `raid` is the one before its camp, `stick` where the stick of disdain of this tribe lies.
    """

    hand: int = HAND
    known: tuple[str, ...] = ()
    horses: int = 1
    prestige: int = 0
    raid: Raid | None = None
    bond: Bond | None = None
    stick: Zone | None = None


class Deck(Frozen):
    """The cards that do not stand anywhere: in the pile, in hands, or used.

    `unseen` may be in the pile or in any hand. `used` lie on the discards since the last shuffle;
    of those `away` are to leave their zones, and `before`, since the turn before this.
    """

    pile: int
    unseen: dict[str, int]
    used: dict[str, int] = msgspec.field(default_factory=dict)
    away: tuple[Card, ...] = ()
    before: tuple[Card, ...] = ()

    @property
    def left(self) -> int:
        """How many cards can still be drawn, the discards among them."""
        return self.pile + sum(self.used.values())


class Event(Frozen):
    """The last move: which tribe's, and upon whom."""

    what: What = What.NOTHING
    tribe: int = 0
    target: int | None = None


class State(Frozen):
    """A match now; `tribes` stand by the number of their camps, `gone` are seats of who left."""

    setup: Setup
    phase: Phase
    turn: int
    tribes: tuple[Tribe, ...]
    deck: Deck
    plain: int
    market: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    round: int = 1
    gone: tuple[int, ...] = ()
    last: Event = Event()

    # -- whose turn it is --------------------------------------------------------------------

    @property
    def own(self) -> Tribe:
        """The tribe whose turn it is."""
        return self.tribes[self.turn]

    @property
    def seat(self) -> int:
        """The seat that plays the tribe whose turn it is."""
        return self.player(self.turn)

    @property
    def acting(self) -> int:
        """The tribe that is to move: whose turn it is, or the one that is disdained."""
        return self.phase.tribe if isinstance(self.phase, Answering) else self.turn

    @property
    def actions(self) -> Actions:
        """What is left of the turn; nothing before its first action."""
        return self.phase.actions if isinstance(self.phase, InTurn) else NO_ACTIONS

    @property
    def exchanged(self) -> bool:
        """Whether gifts were exchanged with the ally in this turn (PC-35)."""
        phase = self.phase
        return phase.exchanged if isinstance(phase, Taking) else self.actions.exchanged

    @property
    def summer(self) -> bool:
        """Whether it is summer, with two actions a turn (PC-3, PC-50)."""
        return self.round <= SUMMER

    @property
    def takes(self) -> int:
        """How many cards a tribe takes from the market in this round (PC-5, PC-50)."""
        return 2 if self.round <= SUMMER else 1 if self.round == SUMMER + 1 else 0

    @property
    def due(self) -> int:
        """How many cards the market is to have, once all were turned (PC-6)."""
        if len(self.market) + self.deck.pile >= MARKET_SIZE:
            return MARKET_SIZE
        return min(MARKET_SIZE, len(self.market) + self.deck.left)

    # -- who plays whom ----------------------------------------------------------------------

    @property
    def camps(self) -> range:
        """The numbers of all tribes: of the seats, and with two players of the neutral one."""
        return range(len(self.tribes))

    @property
    def players(self) -> tuple[int, ...]:
        """The seats whose players have not left."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.gone)

    @property
    def neutral(self) -> tuple[int, ...]:
        """The tribes that have no player of their own (PC-53)."""
        return (*self.gone, *range(self.setup.seats, len(self.tribes)))

    def player(self, tribe: int) -> int:
        """Return the seat that plays a tribe: one without a player by turns (PC-53)."""
        seats, gone = self.setup.seats, self.gone
        if tribe < seats and tribe not in gone:
            return tribe
        stay = [one for one in order(seats, self.setup.elder) if one < seats and one not in gone]
        return stay[(self.round - 1) % len(stay)]

    # -- what stands at camps ----------------------------------------------------------------

    def ally(self, tribe: int) -> int | None:
        """Return the tribe that another is allied with; None where with none that is played."""
        bond = self.tribes[tribe].bond
        return bond.partner if bond else None

    def strength(self, tribe: int, cards: tuple[str, ...]) -> int:
        """Return how strong a tribe attacks with cards of one clan (PC-11, PC-14, PC-84)."""
        clan, bond = clan_of(cards[0]), self.tribes[tribe].bond
        own = clan == tribe or (bond is not None and clan_of(bond.card) == clan)
        return total(cards) + own

    def attacks(self, tribe: int, camp: int) -> bool:
        """Tell whether a raid of one tribe stands before the camp of another."""
        raid = self.tribes[camp].raid
        return raid is not None and raid.tribe == tribe

    def raids(self, tribe: int | None = None) -> list[tuple[int, Raid]]:
        """Return the raids that stand, all or those of a tribe, each with its camp."""
        stand = [(camp, one.raid) for camp, one in enumerate(self.tribes) if one.raid is not None]
        return stand if tribe is None else [one for one in stand if one[1].tribe == tribe]

    def out(self, tribe: int, turned: bool) -> int:
        """Return how many of a tribe's markers lie on raids with this side up."""
        return [raid.turned for _, raid in self.raids(tribe)].count(turned)

    def raid_markers(self, tribe: int) -> int:
        """Return how many markers with their raid side up a tribe has at its camp."""
        return MARKERS - self.tribes[tribe].prestige - self.out(tribe, turned=False)

    def at_camp(self, tribe: int) -> int:
        """Return how many markers a tribe has at its camp, whichever side is up."""
        return MARKERS - len(self.raids(tribe))

    def proposed_to(self, target: int) -> Proposal | None:
        """Return the proposal that stands to a tribe: a higher one drives it off."""
        return next((one for one in self.proposals if one.target == target), None)

    def proposes(self, tribe: int, target: int) -> bool:
        """Tell whether one tribe proposes an alliance to another."""
        standing = self.proposed_to(target)
        return standing is not None and standing.tribe == tribe


@lru_cache
def order(seats: int, elder: int) -> tuple[int, ...]:
    """Return the tribes in the order of a round: from the elder to the right (PC-1, PC-53).

    >>> order(4, 1), order(2, 0), order(2, 1)
    ((1, 0, 3, 2), (0, 2, 1), (1, 2, 0))
    """
    if seats == 2:
        return (elder, seats, 1 - elder)
    return tuple((elder - step) % seats for step in range(seats))


def herd_prestige(horses: int) -> int:
    """Return what a herd is worth (PC-8).

    >>> [herd_prestige(horses) for horses in (0, 5, 6, 8)]
    [0, 0, 1, 3]
    """
    return max(0, horses - HERD)
