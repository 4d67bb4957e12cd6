"""What the table knows of a match of Coyote."""

from __future__ import annotations

from enum import StrEnum

from referee.contract import Frozen
from referee.coyote.cards import DRAW
from referee.coyote.editions import EDITIONS, Edition


class Phase(StrEnum):
    """Where a round stands."""

    TALKING = "talking"
    REVEAL = "reveal"  # the cards are to be laid face up
    DRAW = "draw"  # a draw card among them is to turn one up
    COUNTED = "counted"  # until the next announcement opens the next round
    OVER = "over"


class Shuffle(StrEnum):
    """Why all cards are reshuffled before the next deal (CY-8)."""

    NO = ""
    NIGHT = "night"
    FEW = "few"


class Setup(Frozen):
    """What stays the same throughout a match; `size` is the number of cards of the deck."""

    edition: str
    limit: int
    deck: dict[str, int]
    size: int

    @property
    def rules(self) -> Edition:
        """The rules of the edition that is played."""
        return EDITIONS[self.edition]


class Result(Frozen):
    """How the last challenge ended: `strikes` of them went to `loser`, none to `winner`."""

    total: int
    loser: int
    winner: int
    strikes: int = 1
    shuffle: Shuffle = Shuffle.NO


class State(Frozen):
    """A match now.

    `turn` is the seat to speak, or to open the next round. `discards` are the cards laid
    away since the last shuffle, without those of this round: they lie before the players
    until the next round begins. `cards` are those on the mat as they were read, `drawn`
    those of them that are known to have been turned up by a draw card, in order.
    """

    setup: Setup
    phase: Phase
    round: int
    turn: int
    strikes: tuple[int, ...]
    discards: dict[str, int]
    number: int = 0
    announcer: int | None = None
    challenger: int | None = None
    cards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    result: Result | None = None


def is_in(state: State, seat: int) -> bool:
    """Tell whether a seat is still in the match."""
    return state.strikes[seat] < state.setup.limit


def next_seat(state: State, seat: int) -> int:
    """Return the next seat still in, clockwise (CY-9, CY-10)."""
    strikes, limit = state.strikes, state.setup.limit
    while True:
        seat = (seat + 1) % len(strikes)
        if strikes[seat] < limit:
            return seat


def held(state: State) -> int:
    """Return how many cards the players took for this round: one each (CY-1)."""
    out = state.strikes.count(state.setup.limit)
    if state.result is not None and state.strikes[state.result.loser] == state.setup.limit:
        out -= 1  # out by this very round: they held a card in it
    return len(state.strikes) - out


def turned(state: State) -> int:
    """Return how many of the cards on the mat were turned up by draw cards."""
    return len(state.cards) - held(state) if state.cards else 0


def due(state: State) -> int:
    """Return how many cards the draw cards on the mat still have to turn up (CY-21)."""
    return state.cards.count(DRAW) - turned(state)


def pile(state: State) -> int:
    """Return how many cards the draw pile held when the players had taken theirs."""
    return state.setup.size - sum(state.discards.values()) - held(state)


def left(state: State) -> dict[str, int]:
    """Return how many of each card the deck still holds, the discards taken off (CY-11)."""
    deck, discards = state.setup.deck, state.discards
    if not discards:
        return deck
    return {
        card: number - discards.get(card, 0)
        for card, number in deck.items()
        if number > discards.get(card, 0)
    }


def may_return(state: State) -> dict[str, int]:
    """Return the discards that a draw card may turn up: none unless one draws with the pile empty.

    All other cards lie on the mat by then, so one of their draw cards more than the pile held is
    what it takes (CY-8, CY-21).
    """
    return state.discards if left(state).get(DRAW, 0) > pile(state) else {}
