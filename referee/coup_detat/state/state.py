"""What the table knows of a match of Coup d'État: no hand, and what was lodged in secret."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, HAND, pack, without
from referee.coup_detat.state.contracts import CONTRACTS, Contract
from referee.coup_detat.state.money import Accounts, Due
from referee.coup_detat.state.rows import Rows, Turn
from referee.coup_detat.state.trick import Trick
from referee.kit import History
from referee.table import Zone

MIDDLE = Zone("middle")  # where contract cards are laid, and the Coup card is shown
SEATS = Zone("seats")  # before any of the seats
GRID = Zone("layout")  # where the rows of Dominoes lie


class Phase(StrEnum):
    """Where a match stands."""

    DRAW = "draw"  # each draws a card for the first Presidency
    COUP = "coup"  # a new deal: the holder of the Coup card attempts, or declines
    CLAIM = "claim"  # the Coup card lies in the middle: whose is it?
    NAME = "name"  # a contract is to be named
    PLAY = "play"  # a card is due
    SUIT = "suit"  # the Coup card was led: its player names the suit
    TABLE = "table"  # the winner of an attempt's first trick turns up the table card
    CLEAR = "clear"  # what lies open is to go
    ROWS = "rows"  # Dominoes: a card or a pass is due
    LEFT = "left"  # an attempt at Dominoes is over: was somebody left with a card that fitted?
    REVOKE = "revoke"  # a revoke shows: correct it, or let it stand?
    ASKED = "asked"  # an opponent is asked for a loan
    SHORT = "short"  # a payment waits for a loan
    OVER = "over"


class Setup(Frozen):
    """What stays the same throughout a match."""

    seats: int
    contracts: tuple[str, ...]
    per_tour: int
    names_suit: bool
    secret: bool
    revoke_price: int
    loans: bool
    analysis: bool


class Fail(Frozen):
    """A card or a pass that shows to be a revoke once the player plays one of `shows`.

    `at` is the number of the trick, or of the turn in Dominoes; `declared` says that it is the
    declaration at the opening lead (CE-22). It stands since card or turn number `stood` of the
    deal showed it; its price fell due when there were `priced` debts, None where there is none.
    """

    seat: int
    at: int
    shows: tuple[str, ...]
    declared: bool = False
    stood: int | None = None
    priced: int | None = None

    def is_shown_by(self, seat: int, card: str) -> bool:
        """Tell whether a seat's card shows it, and it does not stand already."""
        return seat == self.seat and self.stood is None and card in self.shows


class Play(Frozen):
    """A deal of tricks. `tricks` are gathered; of `trick` some cards, or all, lie there.

    `unseen` are the cards that may still be played, but the Coup card, which `coup` may play.
    `table` is the table card of an attempt once it was turned up; `booked` was paid when the
    first trick fell. Those `beside` still lie there from tricks before.
    """

    trick: Trick
    unseen: tuple[str, ...]
    tricks: tuple[Trick, ...] = ()
    coup: int | None = None
    table: str = ""
    declared: bool = False
    booked: tuple[Due, ...] = ()
    beside: tuple[str, ...] = ()

    def winners(self) -> tuple[int, ...]:
        """Return who took each trick: they lead the next one."""
        if not self.tricks:
            return ()
        return (*[trick.leader for trick in self.tricks[1:]], self.trick.leader)

    def all(self) -> tuple[Trick, ...]:
        """Return every trick, the one that lies there last."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

    def lying(self) -> tuple[str, ...]:
        """Return the cards that lie open: those from before, the trick, the table card with it."""
        table = (self.table,) if self.table and not self.tricks else ()
        return (*self.beside, *self.trick.cards, *table)


class Flow(Frozen):
    """Money that went from one to another (None: the bank) in a deal."""

    payer: int | None
    payee: int | None
    amount: int


class Result(Frozen):
    """A deal that is over; `won` is who succeeded, openly or in secret, `lodged` who tried that."""

    contract: str
    president: int
    attempter: int | None
    won: int | None
    flows: tuple[Flow, ...]
    lodged: tuple[int, ...] = ()


class Asked(Frozen):
    """A loan that is asked for; towards a payment that waits the lender may lend less."""

    borrower: int
    lender: int
    amount: int


class State(Frozen):
    """A match now.

    `opener` started the tour, `played` are its contracts so far, `deals` counts how often cards
    were dealt. `answers` says of each seat whether it lodged a secret coup, None before it answered
    or where it is not asked. `fails` may still show; `shown` have, and are to be decided. What lies
    open in the zone `lies` is to go, before `then`; after a revoke or a loan the match goes on at
    `resume`, with `OVER` at the deal's end. `heard` are asked no more for the payment that waits.
    `last` is the play of the deal that ended, `dominoes` lie in their rows since then.
    `marker` is the contract card that was laid in the middle last. `colour` is that of the suit
    which a led Coup card is about to name, where it was named at a button.
    """

    setup: Setup
    phase: Phase
    accounts: Accounts
    round: int = 1
    deals: int = 1
    window: int = 0
    tour: int = 1
    president: int = 0
    opener: int = 0
    played: tuple[str, ...] = ()
    drawing: tuple[int, ...] = ()
    drawn: tuple[str, ...] = ()
    attempter: int | None = None
    decliner: int | None = None
    contract: str = ""
    answers: tuple[bool | None, ...] = ()
    play: Play | None = None
    rows: Rows | None = None
    fails: tuple[Fail, ...] = ()
    shown: tuple[Fail, ...] = ()
    then: Phase = Phase.PLAY
    lies: Zone | None = None
    resume: Phase = Phase.PLAY
    asked: Asked | None = None
    heard: tuple[int, ...] = ()
    won: int | None = None
    flows: tuple[Flow, ...] = ()
    results: History[Result] = History()
    last: Play | None = None
    dominoes: tuple[Turn, ...] = ()
    marker: str = ""
    colour: str = ""


def seats_of(state: State) -> range:
    """Return all seats."""
    return range(state.setup.seats)


def left_of(state: State, seat: int) -> int:
    """Return the seat to the left, which plays next."""
    return (seat + 1) % state.setup.seats


def others(state: State, seat: int) -> Iterator[int]:
    """Return the other seats, from the left of `seat` on."""
    number = state.setup.seats
    return ((seat + step) % number for step in range(1, number))


@lru_cache
def zone(seat: int) -> Zone:
    """Return the zone before a seat."""
    return Zone("seat", seat)


def contract_of(state: State) -> Contract:
    """Return the contract that is played."""
    return CONTRACTS[state.contract]


def contracts_left(state: State) -> tuple[str, ...]:
    """Return the contracts that the tour has not seen yet (CE-13)."""
    return tuple(name for name in state.setup.contracts if name not in state.played)


def namer(state: State) -> int:
    """Return who names the contract (CE-11, CE-12), and leads."""
    return state.president if state.attempter is None else state.attempter


def play_of(state: State) -> Play:
    """Return the tricks of a deal that has some."""
    assert state.play is not None
    return state.play


def rows_of(state: State) -> Rows:
    """Return the rows of a deal of Dominoes."""
    assert state.rows is not None
    return state.rows


def answering(state: State) -> tuple[int, ...]:
    """Return who has not yet answered whether they lodge a secret coup (CE-61)."""
    if not state.answers:
        return ()
    return tuple(
        seat
        for seat, answer in enumerate(state.answers)
        if answer is None and seat != state.president
    )


def lodgers(state: State) -> tuple[int, ...]:
    """Return who lodged a secret coup."""
    return tuple(seat for seat, answer in enumerate(state.answers) if answer)


def new_play(state: State) -> Play:
    """Return the play before the opening lead (CE-21)."""
    unseen = pack(state.setup.seats)
    return Play(Trick(namer(state)), unseen, coup=state.attempter)


def may_play(state: State) -> tuple[str, ...]:
    """Return the cards that the player who is due may lay down, as far as the table can tell."""
    if has_only_coup(state):
        return (COUP,)
    play, bars = play_of(state), barred(state)
    cards = play.unseen
    if bars:
        cards = tuple(card for card in cards if card[-1] not in bars)
    return (*cards, COUP) if play.coup == play.trick.due(state.setup.seats) else cards


def has_only_coup(state: State) -> bool:
    """Tell whether the player who is due played seven others, so that the Coup card is left."""
    play = play_of(state)
    return (
        play.coup is not None
        and len(play.tricks) == HAND - 1
        and play.coup == play.trick.due(state.setup.seats)
    )


def opens(state: State) -> bool:
    """Tell whether the deal's opening lead is due, and nothing declared of its hand (CE-22)."""
    play = play_of(state)
    return not (play.trick.cards or play.tricks or play.declared)


def barred(state: State) -> str:
    """Return the suits of which no card may be laid now: at the opening lead (CE-22)."""
    return contract_of(state).bars if opens(state) else ""


def unlaid(state: State) -> tuple[str, ...]:
    """Return the cards of a deal of Dominoes that are in hands still."""
    return without(pack(state.setup.seats), [turn.card for turn in rows_of(state).lying])


def taken(play: Play, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the cards that each seat took; the table card goes with the first trick (CE-25)."""
    piles: list[list[str]] = [[] for _ in range(seats)]
    winners = play.winners()
    for winner, trick in zip(winners, play.tricks, strict=True):
        piles[winner] += trick.cards
    if play.table and winners:
        at = len(play.tricks[0].cards)
        for winner in winners[:1]:
            piles[winner].insert(at, play.table)
    return tuple([tuple(pile) for pile in piles])
