"""What the table knows of a match of Coup: all that is said or lies open, and nothing else."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from referee.contract import Frozen
from referee.coup.state.cards import ACTIONS, COINS, INFLUENCE, Action
from referee.kit import History

MIDDLE = "middle"  # the zone where a challenged player shows a card


class Phase(StrEnum):
    """Where a turn stands."""

    TURN = "turn"  # an action is to be declared
    CHALLENGE = "challenge"  # window: the action's claim may be challenged
    BLOCK = "block"  # window: the action may be blocked
    NAME = "name"  # the blocker is to name the character
    COUNTER = "counter"  # window: the block's claim may be challenged
    SHOW = "show"  # the challenged player is to show the card, or to concede
    LOSE = "lose"  # a player is to turn up a card
    RETURN = "return"  # the shown card is to leave the middle
    EXCHANGE = "exchange"  # the active player chooses among cards of the Court
    OVER = "over"


# By name: to ask an enumeration for a member takes Python 3.11 as long as to make a value.
TURN, CHALLENGE, BLOCK, NAME, COUNTER, SHOW, LOSE, RETURN, EXCHANGE, OVER = Phase

WINDOWS = (CHALLENGE, BLOCK, COUNTER)


class Then(StrEnum):
    """What follows once an influence is lost and the shown card is gone."""

    END = "end"  # the turn is over
    FAILED = "failed"  # the action's claim did not hold: its cost is returned
    BLOCK = "block"  # the action's claim held: it may be blocked now
    BLOCKED = "blocked"  # the block's claim held: the action fails
    EFFECT = "effect"  # the block's claim did not hold: the action takes effect
    LEFT = "left"  # a player leaves: the rest of their influence, then the turn that was next


class What(StrEnum):
    """Something that everybody at the table saw."""

    CLAIMED = "claimed"
    SHOWN = "shown"  # the card that was claimed, when challenged by `other`
    FAILED = "failed"  # nothing, or another card, when challenged by `other`
    TURNED = "turned"  # up, for good
    REPLACED = "replaced"  # a shown card, by one of the Court
    EXCHANGED = "exchanged"


CLAIMED, SHOWN, FAILED, TURNED, REPLACED, EXCHANGED = What


class Event(Frozen):
    """One entry of the public record."""

    what: What
    seat: int
    cards: tuple[str, ...] = ()
    round: int = 0
    other: int | None = None


class Setup(Frozen):
    """What stays the same throughout a match."""

    deck: dict[str, int]
    starter: int
    least_s: int
    most_s: int
    strict: bool
    named: bool
    sets: bool


class State(Frozen):
    """A match now.

    `faces` are the cards face up before each seat. `block` is the character that the
    blocker claims, empty where the block names none. `shown` lies in the middle, `read` is
    the zone of the last reading that may still be corrected. `target` is also who leaves.
    `window` counts every moment that a press may belong to.
    """

    setup: Setup
    phase: Phase
    round: int
    turn: int
    coins: tuple[int, ...]
    faces: tuple[tuple[str, ...], ...]
    window: int = 0
    history: History[Event] = History()
    action: str = ""
    target: int | None = None
    blocker: int | None = None
    block: str = ""
    passed: tuple[int, ...] = ()
    challenger: int | None = None
    loser: int | None = None
    then: Then = Then.END
    shown: str = ""
    read: str = ""


def influence(state: State, seat: int) -> int:
    """Return how many cards a seat still holds."""
    return INFLUENCE - len(state.faces[seat])


def is_in(state: State, seat: int) -> bool:
    """Tell whether a seat still has influence (CP-6)."""
    return len(state.faces[seat]) < INFLUENCE


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """Return the seats still in, clockwise from the one after `seat`, without `seat`."""
    faces = state.faces
    return tuple([other for other in _after(seat, len(faces)) if len(faces[other]) < INFLUENCE])


@lru_cache(maxsize=64)
def _after(seat: int, seats: int) -> tuple[int, ...]:
    """Return all other seats, clockwise."""
    return (*range(seat + 1, seats), *range(seat))


def treasury(state: State) -> int:
    """Return how many coins nobody has (CP-2)."""
    return COINS - sum(state.coins)


def owed(state: State) -> int:
    """Return the coins that go back to the active player if the action's claim fails (CP-27)."""
    settles = state.phase is LOSE or state.phase is RETURN
    challenged = state.phase is SHOW and state.blocker is None
    if state.phase is CHALLENGE or challenged:
        return declared(state).cost
    return declared(state).cost if settles and state.then in (Then.FAILED, Then.BLOCK) else 0


def declared(state: State) -> Action:
    """Return the action of this turn."""
    return ACTIONS[state.action]


def claimer(state: State) -> int:
    """Return whose claim stands: the blocker's, or else the active player's."""
    return state.turn if state.blocker is None else state.blocker


def acting(state: State) -> int:
    """Return the seat that the table waits for, or whose turn it is."""
    if state.phase in (NAME, SHOW, RETURN):
        return claimer(state)
    return state.turn if state.loser is None else state.loser


def claimed(state: State) -> tuple[str, ...]:
    """Return the claim that stands: one character, or all that would do where none is named."""
    if state.blocker is None:
        return (declared(state).claims,)
    return (state.block,) if state.block else declared(state).blocks


def may_name(state: State) -> tuple[str, ...]:
    """Return the characters that a block may name: of several none, where so agreed."""
    blocks = declared(state).blocks
    return blocks if len(blocks) == 1 or state.setup.named else ()


def entitled(state: State) -> tuple[int, ...]:
    """Return who may answer in the window, clockwise from the claimer, passed or not."""
    if state.phase is BLOCK and state.target is not None:
        return (state.target,)
    return clockwise(state, claimer(state))


def waiting(state: State) -> tuple[int, ...]:
    """Return who has not yet answered in the window."""
    return tuple([seat for seat in entitled(state) if seat not in state.passed])


def left(state: State) -> dict[str, int]:
    """Return how many of each character may be hidden: all but those face up (CP-40)."""
    hidden = dict(state.setup.deck)
    for cards in state.faces:
        for card in cards:
            hidden[card] -= 1
    return {card: number for card, number in hidden.items() if number > 0}


def zone(seat: int) -> str:
    """Return the zone where a seat's cards are turned up."""
    return f"seat:{seat}"
