"""The contract between a game and everything else.

A game is a few pure functions over frozen, JSON-able values, gathered in one `Game`.
Front ends (pages, lights, camera, clock, command line) are written against the values
in this module and hold no rule of any game. What the referee says stands in
`referee.values`, what may be done in `referee.offers`, what a match came to in
`referee.records`; all are reached from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from referee.determinization import Chance, Determinization, KnownHands, MoveAnalysis
from referee.judging import Judgement
from referee.offers import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    Behind,
    By,
    Cell,
    Choice,
    Cue,
    Offer,
    Offers,
    Places,
    Press,
    matches,
)
from referee.records import Against, Column, Figure, Highlight, Record, Series
from referee.table import Changes, Layout, Outline
from referee.values import (
    BadOptions,
    Frozen,
    IllegalMove,
    Message,
    Outcome,
    RefereeError,
    Ruling,
    Score,
    Step,
    Term,
    Value,
)

__all__ = [
    "Against",
    "AnalyseMoves",
    "Appraisal",
    "Ask",
    "AskCards",
    "AskChoice",
    "AskNumber",
    "AskPlace",
    "AskSeat",
    "BadOptions",
    "Behind",
    "By",
    "Cards",
    "Cell",
    "Choice",
    "Column",
    "Cue",
    "Deal",
    "Figure",
    "Focus",
    "Frozen",
    "Game",
    "Highlight",
    "IllegalMove",
    "Message",
    "Offer",
    "Offers",
    "Outcome",
    "Party",
    "Places",
    "Press",
    "ReconstructHand",
    "Record",
    "RefereeError",
    "Ruling",
    "SampleHidden",
    "Score",
    "SeatView",
    "Series",
    "Step",
    "Term",
    "Token",
    "Value",
    "View",
    "by_tag",
    "matches",
]

# -- what a seat may see ----------------------------------------------------------------


class Token(Frozen):
    """Counters of one kind before a player: strikes, coins, influence."""

    kind: str
    count: int
    of: int | None = None  # where there is a limit


class SeatView(Frozen):
    """One seat as everybody at the table sees it, plus its own secrets for its own eyes."""

    seat: int
    cue: Cue
    tokens: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()  # face up before the player
    notes: tuple[Message, ...] = ()
    out: bool = False


class Party(Frozen):
    """One that plays without a seat, such as a neutral tribe or a bank: it does nothing itself."""

    name: Message
    tokens: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()  # face up before it
    notes: tuple[Message, ...] = ()


class Focus(Frozen):
    """The one thing that matters now: a label, a value to show large, whose it is.

    `hand` is the number of the hand that the seat plays, where it is not its own: as a deal
    counts them, those of `others` after the seats.
    """

    label: Message
    value: str = ""
    seat: int | None = None
    hand: int | None = None


class Deal(Frozen):
    """What the table should deal now, for `round`: so many `cards` to each seat.

    After the seats, `cards` may count those for each of a view's `others`, who play without one.

    `shuffle` asks for all cards, those laid away included, to be shuffled first, but what the
    layout is `without`. `table` more cards are dealt face down into the zone ``talon``, or the
    middle of a mat that has none. `then` is what everybody may see once they are dealt, before the
    first word, where that is something else.
    """

    round: int
    cards: tuple[int, ...]
    shuffle: bool = False
    table: int = 0
    then: View | None = None


class View(Frozen):
    """All that one seat's phone may show; `seat` None is a stranger.

    `others` play without a seat, and are drawn beside the seats.
    """

    game: str
    round: int
    phase: Message
    focus: Focus
    seats: tuple[SeatView, ...]
    seat: int | None = None
    facts: tuple[Message, ...] = ()
    deal: Deal | None = None
    outcome: Outcome | None = None
    others: tuple[Party, ...] = ()


class Appraisal(Frozen):
    """What cards in a grid are worth outside a match: what they form, the sum, what is amiss."""

    score: Score
    outlines: tuple[Outline, ...] = ()
    faults: tuple[Message, ...] = ()


# -- a game -----------------------------------------------------------------------------

O = TypeVar("O")  # noqa: E741  the options of a game
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Cards(Generic[O]):
    """A game's cards: what they are called, and how many there are of each.

    `name` returns the one name of a card that people may call otherwise; raises `ValueError`
    for what is no card. `counts` returns the number of each card in the deck that the options
    agree on, by those names; raises `BadOptions`.
    """

    name: Callable[[str], str]
    counts: Callable[[O], dict[str, int]]


def own_hand(_state: object, seat: int | None) -> tuple[int, ...]:
    """Return the hands that a seat may look at in most games: its own."""
    return () if seat is None else (seat,)


SampleHidden: TypeAlias = Callable[
    [S, int, KnownHands, Chance], Determinization
]  # see `referee.determinization`
ReconstructHand: TypeAlias = Callable[[Sequence[S], Sequence[M], int, int], KnownHands]
AnalyseMoves: TypeAlias = Callable[[Sequence[S], Sequence[M]], Iterator[MoveAnalysis]]


@dataclass(frozen=True)
class Game(Generic[O, S, M]):
    """A game: its types and its pure functions.

    `apply` raises `IllegalMove` and leaves the state as it was; `begin` raises
    `BadOptions`. `layout` returns what lies where, `judge` what changes of that come to. `move` is
    a tagged union whose tag field is ``move``. `score`, where a game has it, counts cards outside a
    match: by the options, the cards that lie there and those turned up for them; names may be
    aliases. `appraise`, where a game has it, does the same for cards that lie in a grid; raises
    `IllegalMove` where they cannot lie so at all. `follows` returns the options that the next match
    of the same seats takes from how this one ended. `sees` returns the hands whose cards a seat may
    look at, as a deal counts them: its own, unless the game says otherwise; of None those that lie
    open to everybody. `record` returns what a match came to, by its
    states from the first on. `remarks` returns what there is to tell of the last rulings: it may
    take long to work out, and nobody asks for it before it is to be shown. Games are listed by
    `place`, the least first, and by name. `guess`, where a game has it, returns a world that fits a
    state and the cards that a seat knows of some hands (`referee.determinization`); it is worth looking
    `horizon` acts ahead in it, and in a game that `bluffs` to look at oneself as others do.
    At its `pace` so many acts are looked at to one of another game. Where it is `open_handed`, who
    moves the cards of the table's own player with their own hands may see them. For looking back at
    a match, by its states and moves: `recalled` returns which cards a seat is known by the end to
    have held before a move, by the move's number from 0; `weighed` yields what moves were worth,
    where that is exact.
    """

    name: str
    seats: range
    cards: Cards[O]
    options: type[O]
    state: type[S]
    move: Any
    begin: Callable[[O, int], S]
    apply: Callable[[S, M], tuple[S, tuple[Ruling, ...]]]
    offers: Callable[[S], Offers]
    view: Callable[[S, int | None], View]
    outcome: Callable[[S], Outcome | None]
    score: Callable[[O, Sequence[str], Sequence[str]], Score] | None = None
    appraise: Callable[[O, Sequence[Cell]], Appraisal] | None = None
    layout: Callable[[S], Layout] = lambda _state: Layout()
    judge: Callable[[S, Changes], Judgement] = lambda _state, _changes: Judgement()
    carry_over: Callable[[S], dict[str, Any]] = lambda _state: {}
    visible_hands: Callable[[S, int | None], tuple[int, ...]] = own_hand
    record: Callable[[Sequence[S]], Record] = lambda _states: Record()
    remarks: Callable[[S], tuple[Message, ...]] = lambda _state: ()
    list_position: int = 100
    sample_hidden: SampleHidden[S] | None = None
    horizon: int = 12
    bluffs: bool = False
    pace: float = 1.0
    open_handed: bool = False
    reconstruct_hand: ReconstructHand[S, M] | None = None
    analyse_moves: AnalyseMoves[S, M] | None = None

    @cached_property
    def moves(self) -> Mapping[str, type[M]]:
        """The types of its moves, by their tags."""
        return by_tag(self.move)


def by_tag(moves: Any) -> Mapping[str, Any]:
    """Return the types of a union of moves, or the only one, by their tags."""
    return {one.__struct_config__.tag: one for one in get_args(moves) or (moves,)}
