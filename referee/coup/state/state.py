"""The options of a match of Coup, and its state: claims, coins and open cards only."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import field
from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup.state import phases
from referee.coup.state.cards import COINS, INFLUENCE
from referee.kit import Speaking
from referee.options import Seat, whole
from referee.table import Zone

MOST_S = 600
TIMES_S = (10, 20, 40, 0)  # Choices in the form, in seconds. New players find 20 s short.
MIDDLE = Zone("middle")  # A challenged player shows a card in this zone.


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match; ``options.toml`` has the defaults.

    The active player may close a window after `least_s` seconds. The window closes by itself after
    `most_s` seconds (0: never). `deck` has the number of copies of each character.
    """

    starter: Seat = 0
    least_s: Annotated[int, whole(0, MOST_S)] = 3
    most_s: Annotated[int, whole(0, MOST_S, usual=TIMES_S)] = 20
    strict_contessa: bool = False
    named_block: bool = True
    two_players: Literal["sheet", "one_coin", "sets"] = "sheet"
    deck: dict[str, int] = field(default_factory=dict)


class EventKind(StrEnum):
    """The kind of an event that everyone at the table saw."""

    CLAIMED = "claimed"
    SHOWN = "shown"  # The player showed the claimed card when `other` challenged.
    FAILED = "failed"  # The player showed another card or none when `other` challenged.
    TURNED = "turned"  # The player turned up a card for good.
    REPLACED = "replaced"  # The player replaced a shown card with a card of the Court.
    EXCHANGED = "exchanged"


class Event(Frozen):
    """One entry of the public record."""

    what: EventKind
    seat: int
    cards: tuple[str, ...] = ()
    round: int = 0
    other: int | None = None


class State(Speaking):
    """A match at one moment.

    The deck in the `options` is complete. `faces` are the cards face up before each seat. `window`
    counts the moments to which a press could refer.
    """

    options: Options
    phase: phases.Phase
    round: int
    turn: int
    coins: tuple[int, ...]
    faces: tuple[tuple[str, ...], ...]
    window: int = 0
    history: tuple[Event, ...] = ()

    def to(self, phase: phases.Phase) -> State:
        """Return the state in a phase. Earlier presses count no more."""
        return replace(self, phase=phase, window=self.window + 1)

    def claim(self, seat: int, cards: tuple[str, ...], phase: phases.Phase) -> State:
        """Return the state in the phase in which others may challenge a seat's claim."""
        history = (*self.history, Event(EventKind.CLAIMED, seat, cards, self.round))
        return replace(self, history=history, phase=phase, window=self.window + 1)

    def pay(self, seat: int, coins: int) -> State:
        """Return the state after the Treasury has paid a seat. It takes coins if they are < 0."""
        purses = [*self.coins]
        purses[seat] += coins
        return replace(self, coins=tuple(purses))

    def saw(
        self, what: EventKind, seat: int, cards: tuple[str, ...] = (), other: int | None = None
    ) -> State:
        """Return the state after an event that everybody saw."""
        event = Event(what, seat, cards, self.round, other)
        return replace(self, history=(*self.history, event))


def influence(state: State, seat: int) -> int:
    """Return how many cards a seat still holds."""
    return INFLUENCE - len(state.faces[seat])


def is_in(state: State, seat: int) -> bool:
    """Whether a seat still has influence (CP-6)."""
    return len(state.faces[seat]) < INFLUENCE


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have lost all influence (CP-6)."""
    return tuple([seat for seat, cards in enumerate(state.faces) if len(cards) == INFLUENCE])


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """Return the other seats that are still in, clockwise from `seat`."""
    return _clockwise(seat, state.faces)


@lru_cache(maxsize=1024)
def _clockwise(seat: int, faces: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    others = (*range(seat + 1, len(faces)), *range(seat))
    return tuple(other for other in others if len(faces[other]) < INFLUENCE)


def treasury(state: State) -> int:
    """Return the number of coins in the Treasury (CP-2)."""
    return COINS - sum(state.coins)


def refundable_coins(state: State) -> int:
    """Return the coins to refund to the active player if the claim of the action fails (CP-27)."""
    phase = state.phase
    play = phase.play
    if play is None or play.block is not None or not play.action.cost:
        return 0
    hit = isinstance(phase, phases.Lose) and isinstance(phase.cause, phases.Hit)
    return 0 if hit or isinstance(phase, phases.Blockable) else play.action.cost


def claimer(state: State) -> int:
    """Return the seat whose claim stands: the blocker, or else the active player."""
    play = state.phase.play
    return state.turn if play is None else play.claimer(state.turn)


def nameable(state: State, play: phases.Play) -> tuple[str, ...]:
    """Return the characters that a block may name at once; none if blocks stay unnamed."""
    blocks = play.action.blocks
    return blocks if len(blocks) == 1 or state.options.named_block else ()


def entitled_seats(state: State, window: phases.Window) -> tuple[int, ...]:
    """Return the seats that may answer in the window, clockwise from the claimer.

    This includes seats that have passed.
    """
    if type(window) is phases.Blockable and window.play.target is not None:
        return (window.play.target,)
    return clockwise(state, window.play.claimer(state.turn))


def unanswered_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have not answered in the window yet."""
    window = state.phase
    if not isinstance(window, phases.Window):
        return ()
    return tuple([seat for seat in entitled_seats(state, window) if seat not in window.passed])


def hidden_cards(state: State) -> dict[str, int]:
    """Return how many copies of each character may be hidden: all that are not face up (CP-40)."""
    hidden = dict(state.options.deck)
    for cards in state.faces:
        for card in cards:
            hidden[card] -= 1
    return {card: number for card, number in hidden.items() if number > 0}


def challenge_of_shown(state: State) -> phases.Contest | None:
    """Return the challenge for which a card was shown, until its loser has turned up a card."""
    kind = type(state.phase)
    if (
        kind is not phases.Return and kind is not phases.Lose
    ):  # Mostly so, and faster than the match below.
        return None
    match state.phase:
        case phases.Return(contest) | phases.Lose(cause=phases.Contest() as contest):
            last = state.history[-1]
            return contest if last.cards and last.what is not EventKind.TURNED else None
    return None


def uses_own_sets(state: State) -> bool:
    """Whether each of the two players has their own set of five cards."""
    return state.options.two_players == "sets" and len(state.faces) == 2


@lru_cache(maxsize=8)
def seat_zone(seat: int) -> Zone:
    """Return the zone for a seat's cards."""
    return Zone("seat", seat)
