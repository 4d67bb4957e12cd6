"""What the table knows of a match of Plenty Coups: all that lies open, and how much is hidden."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache

import msgspec

from referee.contract import Frozen
from referee.plenty_coups.state.cards import STICK, clan_of, total
from referee.table import Card, Zone

MARKET_SIZE = 4
HAND = 3  # cards at the end of a turn (PC-5)
MARKERS = 4  # of each tribe: raid on one side, prestige on the other
SUMMER, LAST = 9, 12  # the last round of summer, and of the match (PC-3)
HERD = 5  # horses beyond these are prestige (PC-8)
ALLY_PRESTIGE = 2  # off the herd, with which allies add theirs (PC-36)
PLAYER_ALLIES = 4  # players from whom on two of them may ally (PC-41)

MARKET, DISCARD = "market", "discard"


class Phase(StrEnum):
    """Where a match stands."""

    MARKET = "market"  # cards are turned until the market has four
    SWEEP = "sweep"  # three of them are alike: all go
    TAKE = "take"  # whose turn it is takes cards from the market
    ACT = "act"  # and acts
    RAIDING = "raiding"  # a warrior waits for a second one
    DEFENDING = "defending"  # a weapon waits for a second one
    HUNT = "hunt"  # what was drawn on a hunt is discarded
    ANSWER = "answer"  # a tribe that is disdained proves its worth or not
    OVER = "over"


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
    """Warriors before a camp, whose marker lies on them, perhaps with its prestige side up."""

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


class Event(Frozen):
    """The last move: which tribe's, and upon whom."""

    what: What = What.NOTHING
    tribe: int = 0
    target: int | None = None


class State(Frozen):
    """A match now; what is kept for each tribe stands by the number of its camp.

    `unseen` are the cards that may be in the pile or in any hand, `hands` how many each hand has,
    and `known` those in it that everybody saw taken. `used` lie on the discards since the last
    shuffle. `left` actions are owed this turn, `done` were made. From the camps of `returned`
    raids came home that may mark a coup now; the raid on `fresh` may be doubled; `waits` is the
    card that waits for a second one. `sticks` say where the stick of disdain lies of each tribe.
    `away` are used cards that are to leave their zones, `before` those of the turn before this.
    """

    setup: Setup
    phase: Phase
    turn: int
    pile: int
    unseen: dict[str, int]
    hands: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    plain: int
    horses: tuple[int, ...]
    prestige: tuple[int, ...]
    raids: tuple[Raid | None, ...]
    bonds: tuple[Bond | None, ...]
    sticks: tuple[Zone | None, ...]
    market: tuple[str, ...] = ()
    used: dict[str, int] = msgspec.field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()
    round: int = 1
    left: int = 0
    done: int = 0
    returned: tuple[int, ...] = ()
    fresh: int | None = None
    parried: bool = False  # a raid was repelled so that a coup may be marked now
    exchanged: bool = False
    waits: str = ""
    waits_at: int = 0  # the camp before which it does
    drawn: int = 0
    asked: int = 0  # the tribe that is disdained
    gone: tuple[int, ...] = ()  # the seats whose players have left
    away: tuple[Card, ...] = ()
    before: tuple[Card, ...] = ()
    last: Event = Event()


@lru_cache
def order(seats: int, elder: int) -> tuple[int, ...]:
    """Return the tribes in the order of a round: from the elder to the right (PC-1, PC-53).

    >>> order(4, 1), order(2, 0), order(2, 1)
    ((1, 0, 3, 2), (0, 2, 1), (1, 2, 0))
    """
    if seats == 2:
        return (elder, seats, 1 - elder)
    return tuple((elder - step) % seats for step in range(seats))


def tribes(state: State) -> range:
    """Return all tribes: those of the seats, and with two players the neutral one."""
    return range(len(state.hands))


def players(state: State) -> tuple[int, ...]:
    """Return the seats whose players have not left."""
    return tuple(seat for seat in range(state.setup.seats) if seat not in state.gone)


def player(state: State, tribe: int) -> int:
    """Return the seat that plays a tribe: one without a player by turns, round by round (PC-53)."""
    seats, gone = state.setup.seats, state.gone
    if tribe < seats and tribe not in gone:
        return tribe
    stay = [one for one in order(seats, state.setup.elder) if one < seats and one not in gone]
    return stay[(state.round - 1) % len(stay)]


def neutral(state: State) -> tuple[int, ...]:
    """Return the tribes that have no player of their own (PC-53)."""
    return (*state.gone, *range(state.setup.seats, len(state.hands)))


def acting(state: State) -> int:
    """Return the tribe that is to move: whose turn it is, or the one that is disdained."""
    return state.asked if state.phase is Phase.ANSWER else state.turn


def summer(state: State) -> bool:
    """Tell whether it is summer, with two actions a turn (PC-3, PC-50)."""
    return state.round <= SUMMER


def takes(round_: int) -> int:
    """Return how many cards a tribe takes from the market in a round (PC-5, PC-50)."""
    return 2 if round_ <= SUMMER else 1 if round_ == SUMMER + 1 else 0


def ally(state: State, tribe: int) -> int | None:
    """Return the tribe that another is allied with; None where with none that is played."""
    bond = state.bonds[tribe]
    return bond.partner if bond else None


def strength(state: State, tribe: int, cards: tuple[str, ...]) -> int:
    """Return how strong a tribe attacks with cards of one clan (PC-11, PC-14, PC-84)."""
    clan, bond = clan_of(cards[0]), state.bonds[tribe]
    own = clan == tribe or (bond is not None and clan_of(bond.card) == clan)
    return total(cards) + own


def attacks(state: State, tribe: int, camp: int) -> bool:
    """Tell whether a raid of one tribe stands before the camp of another."""
    raid = state.raids[camp]
    return raid is not None and raid.tribe == tribe


def out(state: State, tribe: int, turned: bool) -> int:
    """Return how many of a tribe's markers lie on raids with this side up."""
    many = 0
    for one in state.raids:
        if one is not None and one.tribe == tribe and one.turned == turned:
            many += 1
    return many


def raid_markers(state: State, tribe: int) -> int:
    """Return how many markers with their raid side up a tribe has at its camp."""
    return MARKERS - state.prestige[tribe] - out(state, tribe, False)


def at_camp(state: State, tribe: int) -> int:
    """Return how many markers a tribe has at its camp, whichever side is up."""
    many = MARKERS
    for one in state.raids:
        if one is not None and one.tribe == tribe:
            many -= 1
    return many


def proposed_to(state: State, target: int) -> Proposal | None:
    """Return the proposal that stands to a tribe: at most one, as a higher one drives it off."""
    return next((one for one in state.proposals if one.target == target), None)


def proposes(state: State, tribe: int, target: int) -> bool:
    """Tell whether one tribe proposes an alliance to another."""
    return bool(state.proposals) and any(
        one.tribe == tribe and one.target == target for one in state.proposals
    )


def herd_prestige(horses: int) -> int:
    """Return what a herd is worth (PC-8).

    >>> [herd_prestige(horses) for horses in (0, 5, 6, 8)]
    [0, 0, 1, 3]
    """
    return max(0, horses - HERD)


def on_table(state: State) -> Counter[str]:
    """Return the cards that lie at the camps: raids, alliances, proposals, sticks of disdain."""
    found: Counter[str] = Counter()
    for raid in state.raids:
        found.update(raid.cards if raid else ())
    found.update(bond.card for bond in state.bonds if bond)
    found.update(one.card for one in state.proposals)
    found[STICK] += sum(zone is not None for zone in state.sticks)
    return found
