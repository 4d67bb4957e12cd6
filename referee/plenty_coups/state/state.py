"""The state of a match of Plenty Coups: all face-up cards, and how many cards are hidden."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from referee.contract import Frozen, Message, Ruling, Value
from referee.kit import Speaking, newest
from referee.plenty_coups.state.cards import CARDS_OF_CLAN, CLANS, clan_of, total
from referee.plenty_coups.state.phases import Actions, Answering, InTurn, Phase, Taking
from referee.table import Card, Zone

MARKET_SIZE = 4
HAND_SIZE = 3  # Number of cards in a hand at the end of a turn (PC-5).
MARKERS = 4  # Number of markers of a tribe, each with a raid and a prestige side.
LAST_SUMMER_ROUND, LAST_ROUND = 9, 12  # Last rounds of summer and of the match (PC-3).
HORSES_WITHOUT_PRESTIGE = 5  # A herd earns 1 prestige for each horse beyond these (PC-8).

NO_ACTIONS = Actions()


class What(StrEnum):
    """The kind of a move, as recorded in `Event`."""

    NOTHING = ""
    RAID = "raid"
    CHASED = "chased"  # A raid drove off another raid.
    REPELLED = "repelled"
    COUP = "coup"
    PARRIED = "parried"  # A coup followed a defence.
    DISDAIN = "disdain"
    GIVEN = "given"
    PROPOSED = "proposed"
    SET = "set"  # The host corrected a count.
    LEFT = "left"
    OTHER = "other"


class Setup(Frozen):
    """The number of seats, the seat of the elder, and the clans of the camps (PC-9).

    `clans[i]` is the number of the clan that camp `i` plays. Clans that nobody plays come last.
    """

    seats: int
    elder: int = 0
    clans: tuple[int, ...] = tuple(range(len(CLANS)))


class Raid(Frozen):
    """A raid: its tribe and its warriors. `turned` says that its marker shows prestige."""

    tribe: int
    cards: tuple[str, ...]
    turned: bool = False


class Proposal(Frozen):
    """A proposed alliance: a warrior of the `target` tribe lies next to the proposer's herd."""

    tribe: int
    target: int
    card: str


class Bond(Frozen):
    """The card under a tribe's camp. `partner` is its ally, or None for a neutral alliance."""

    card: str
    partner: int | None = None


class Tribe(Frozen):
    """A tribe. `hand` is the number of cards in its hand; everybody has seen those in `known`.

    `raid` is the raid before the tribe's camp. `stick` is the zone of the coup stick with which
    another tribe disdained it.
    """

    hand: int = HAND_SIZE
    known: tuple[str, ...] = ()
    horses: int = 1
    prestige: int = 0
    raid: Raid | None = None
    bond: Bond | None = None
    stick: Zone | None = None


class Deck(Frozen):
    """The cards in the pile, in hands and among the discards.

    `unseen` counts the cards that may be in the pile or in any hand. `used` counts the cards
    discarded since the last shuffle. Players must still clear the cards in `away` from their zones,
    and those in `before`, which date from the previous turn.
    """

    pile: int
    unseen: dict[str, int]
    used: dict[str, int] = msgspec.field(default_factory=dict)
    away: tuple[Card, ...] = ()
    before: tuple[Card, ...] = ()

    @property
    def drawable_count(self) -> int:
        """The number of cards that players can still draw, from the pile or the discards."""
        return self.pile + sum(self.used.values())


class Event(Frozen):
    """The last move: its kind, the tribe that made it, and its target."""

    what: What = What.NOTHING
    tribe: int = 0
    target: int | None = None


class State(Speaking):
    """The state of a match.

    `tribes[i]` is the tribe of camp `i`. `gone` lists the seats whose players left.
    """

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

    def tell(
        self,
        rule: str,
        key: str,
        tribe: int | None = None,
        proof: tuple[str, ...] = (),
        **params: Value,
    ) -> State:
        """Return the state after a ruling about a tribe. By default this is the tribe on turn."""
        about = self.turn if tribe is None else tribe
        message = Message(key, {"tribe_seat": about, **params})
        return self.add(Ruling(rule, message, (), (self.player_of(about),), proof))

    # -- whose turn it is --------------------------------------------------------------------

    @property
    def own_tribe(self) -> Tribe:
        """The tribe on turn."""
        return self.tribes[self.turn]

    @property
    def seat(self) -> int:
        """The seat whose player acts for the tribe on turn."""
        return self.player_of(self.turn)

    @property
    def acting(self) -> int:
        """The tribe that must move: the tribe on turn, or a disdained tribe that must answer."""
        return self.phase.tribe if isinstance(self.phase, Answering) else self.turn

    @property
    def actions(self) -> Actions:
        """The actions of the turn. They are `NO_ACTIONS` before the first one."""
        return self.phase.actions if isinstance(self.phase, InTurn) else NO_ACTIONS

    @property
    def exchanged(self) -> bool:
        """Whether the tribe has exchanged gifts with its ally in this turn (PC-35)."""
        phase = self.phase
        return phase.exchanged if isinstance(phase, Taking) else self.actions.exchanged

    @property
    def summer(self) -> bool:
        """Whether it is summer, when a turn has two actions (PC-3, PC-50)."""
        return self.round <= LAST_SUMMER_ROUND

    @property
    def turn_rule(self) -> str:
        """The rule that says what a turn takes from the market, and how many actions it has."""
        return "PC-5" if self.summer else "PC-50"

    @property
    def take_count(self) -> int:
        """The number of cards that a tribe takes from the market in this round (PC-5, PC-50)."""
        if self.summer:
            return 2
        return int(self.round == LAST_SUMMER_ROUND + 1)

    @property
    def market_target(self) -> int:
        """The number of cards that a full market must have now (PC-6)."""
        if len(self.market) + self.deck.pile >= MARKET_SIZE:
            return MARKET_SIZE
        return min(MARKET_SIZE, len(self.market) + self.deck.drawable_count)

    # -- who plays whom ----------------------------------------------------------------------

    @property
    def camps(self) -> range:
        """The numbers of all tribes: all seats and, with two players, the neutral tribe."""
        return range(len(self.tribes))

    @property
    def other_camps(self) -> tuple[int, ...]:
        """The tribes that are not on turn."""
        return tuple([camp for camp in self.camps if camp != self.turn])

    @property
    def players(self) -> tuple[int, ...]:
        """The seats whose players have not left."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.gone)

    @property
    def neutral(self) -> tuple[int, ...]:
        """The tribes without a player (PC-53)."""
        return (*self.gone, *range(self.setup.seats, len(self.tribes)))

    def player_of(self, tribe: int) -> int:
        """Return the seat that plays a tribe.

        The players take turns playing a tribe that has no player (PC-53).
        """
        if tribe < self.setup.seats and tribe not in self.gone:
            return tribe
        order, players = turn_order(self.setup.seats, self.setup.elder), self.players
        stay = [seat for seat in order if seat in players]
        return stay[(self.round - 1) % len(stay)]

    # -- clans (PC-9) ------------------------------------------------------------------------

    def camp_of(self, card: str) -> int:
        """Return the camp that plays the clan of a warrior, or -1 for other cards.

        The number of a clan that nobody plays is in no camp.
        """
        return _camps_of_cards(self.setup.clans).get(card, -1)

    def warriors_of(self, camp: int) -> tuple[str, ...]:
        """Return the warriors of the clan that a camp plays, or would play."""
        return CARDS_OF_CLAN[self.setup.clans[camp]]

    # -- camps: alliances, raids, proposals --------------------------------------------------

    def ally(self, tribe: int) -> int | None:
        """Return the allied tribe, or None if the tribe has no ally or only an unplayed clan."""
        bond = self.tribes[tribe].bond
        return bond.partner if bond else None

    def strength(self, tribe: int, cards: tuple[str, ...]) -> int:
        """Return the strength of a tribe's raid with cards of one clan (PC-11, PC-14, PC-84)."""
        clan, bond = clan_of(cards[0]), self.tribes[tribe].bond
        own = clan == self.setup.clans[tribe] or (bond is not None and clan == clan_of(bond.card))
        return total(cards) + own

    def is_raiding(self, tribe: int, camp: int) -> bool:
        """Whether a raid of `tribe` lies before `camp`."""
        raid = self.tribes[camp].raid
        return raid is not None and raid.tribe == tribe

    def raids(self, tribe: int | None = None) -> tuple[tuple[int, Raid], ...]:
        """Return the current raids of one tribe or of all, each with the camp that it raids."""
        stand = _raids(self.tribes)
        return stand if tribe is None else tuple([item for item in stand if item[1].tribe == tribe])

    def markers_on_raids(self, tribe: int, turned: bool) -> int:
        """Return how many markers on a tribe's raids show prestige, or raid if not `turned`."""
        return [raid.turned for _, raid in self.raids(tribe)].count(turned)

    def raid_markers_at_camp(self, tribe: int) -> int:
        """Return how many markers at a tribe's camp show the raid side."""
        return MARKERS - self.tribes[tribe].prestige - self.markers_on_raids(tribe, turned=False)

    def proposal_to(self, target: int) -> Proposal | None:
        """Return the proposal to a tribe. There is at most one, since a higher one replaces it."""
        return next((proposal for proposal in self.proposals if proposal.target == target), None)

    def is_proposing_to(self, tribe: int, target: int) -> bool:
        """Whether `tribe` proposes an alliance to `target`."""
        standing = self.proposal_to(target)
        return standing is not None and standing.tribe == tribe


@newest
def _raids(tribes: tuple[Tribe, ...]) -> tuple[tuple[int, Raid], ...]:
    return tuple([(camp, tribe.raid) for camp, tribe in enumerate(tribes) if tribe.raid])


@lru_cache(maxsize=64)
def _camps_of_cards(clans: tuple[int, ...]) -> dict[str, int]:
    return {card: camp for camp, clan in enumerate(clans) for card in CARDS_OF_CLAN[clan]}


@lru_cache
def turn_order(seats: int, elder: int) -> tuple[int, ...]:
    """Return the tribes in the order of a round, from the elder to the right (PC-1, PC-53).

    >>> turn_order(4, 1), turn_order(2, 0), turn_order(2, 1)
    ((1, 0, 3, 2), (0, 2, 1), (1, 2, 0))
    """
    if seats == 2:
        return (elder, seats, 1 - elder)
    return tuple((elder - step) % seats for step in range(seats))


def herd_prestige(horses: int) -> int:
    """Return the prestige that a herd is worth (PC-8).

    >>> [herd_prestige(horses) for horses in (0, 5, 6, 8)]
    [0, 0, 1, 3]
    """
    return max(0, horses - HORSES_WITHOUT_PRESTIGE)
