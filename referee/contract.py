"""The contract between a game and everything else.

A game is a few pure functions over frozen, JSON-able values, gathered in one `Game`.
Front ends (pages, lights, camera, clock, command line) are written against the values
in this module and hold no rule of any game.

Parameters of a `Message` follow one naming convention, so that words can be put round
them without knowing the game: a name that is or ends in ``seat`` holds a seat number,
``seats`` several, ``card`` a card name, ``cards`` several, ``word`` another message key,
``words`` several; every other value is shown as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar, dataclass_transform

import msgspec

Value = int | float | str | bool | tuple[int | str, ...]


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of every value here: frozen, compared by meaning, JSON-able.

    Values built once and never changed cannot form a cycle, so the collector skips them.
    """


class Message(Frozen):
    """Something to say, as a key of the catalogue and its parameters."""

    key: str
    params: dict[str, Value] = {}


class Term(Frozen):
    """One card in a sum: what it counted before a step and what it counts after it."""

    card: str
    was: int
    now: int


class Step(Frozen):
    """One line of arithmetic: the effect applied, the terms after it, the total so far."""

    message: Message
    terms: tuple[Term, ...]
    total: int


class Ruling(Frozen):
    """What the referee says of a move, by which rule, and why.

    `steps` is the arithmetic in the order applied, `seats` whom the ruling concerns,
    `proof` the ids of the pictures that it rests on. A ruling with `only` is for that
    seat's eyes alone.
    """

    rule: str
    message: Message
    steps: tuple[Step, ...] = ()
    seats: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()
    only: int | None = None


class Score(Frozen, omit_defaults=False):
    """What cards count: the total, the steps that lead to it, whether they force a reshuffle."""

    total: int
    steps: tuple[Step, ...] = ()
    reshuffle: bool = False


class Outcome(Frozen):
    """How a match ended."""

    reason: Message
    winners: tuple[int, ...]


# -- refusals ---------------------------------------------------------------------------


class RefereeError(Exception):
    """Root of all that the referee refuses."""

    def __init__(self, rule: str, message: Message) -> None:
        self.rule = rule
        self.message = message
        said = ", ".join(f"{name}={value}" for name, value in message.params.items())
        super().__init__(f"{rule}: {message.key}" + (f" ({said})" if said else ""))


class IllegalMove(RefereeError, ValueError):
    """A move that the rules refuse; the state is unchanged."""


class BadOptions(RefereeError, ValueError):
    """Options with which no match can begin."""


# -- offers -----------------------------------------------------------------------------


class Cue(StrEnum):
    """What a seat's light tells its player."""

    IDLE = "idle"
    TURN = "turn"  # it is on you to act
    MAY_CHALLENGE = "may_challenge"
    MAY_BLOCK = "may_block"
    MAY_ANSWER = "may_answer"  # challenge or block
    WAIT = "wait"  # the table waits for cards, not for a seat
    LOST = "lost"  # you lost the last round
    WON = "won"
    OUT = "out"


class Press(StrEnum):
    """A gesture at a seat's button. The grammar is the same in every game."""

    SHORT = "short"
    LONG = "long"  # held half a second
    DOUBLE = "double"  # two short presses


class By(StrEnum):
    """Who brings a move: a player, the camera, the clock, or the host of the table."""

    SEAT = "seat"
    CAMERA = "camera"
    CLOCK = "clock"
    HOST = "host"


class Choice(Frozen):
    """One value that may be chosen, and the words for it."""

    value: str
    label: Message


class AskNumber(Frozen, tag="number", tag_field="kind"):
    """A whole number from `least` to `most` (None: no upper end) goes in `field`."""

    field: str
    least: int
    most: int | None = None


class AskChoice(Frozen, tag="choice", tag_field="kind"):
    """One of `choices` goes in `field`."""

    field: str
    choices: tuple[Choice, ...]


class AskSeat(Frozen, tag="seat", tag_field="kind"):
    """One of `seats` goes in `field`."""

    field: str
    seats: tuple[int, ...]


class AskCards(Frozen, tag="cards", tag_field="kind"):
    """From `least` to `most` cards go in `field`; no card more often than `possible` says.

    `zone` names the part of the mat where the camera looks for them ("mat": anywhere).
    `known` must be among them. Each card of `brings` that is among them allows so many
    more: a draw card may have another beside it already.
    """

    field: str
    zone: str
    least: int
    most: int
    possible: dict[str, int]
    known: tuple[str, ...] = ()
    brings: dict[str, int] = {}

    def fits(self, cards: Sequence[str]) -> bool:
        """Tell whether `cards` answer what is asked."""
        most = self.most + sum(self.brings.get(card, 0) for card in cards)
        return (
            self.least <= len(cards) <= most
            and all(cards.count(card) <= self.possible.get(card, 0) for card in cards)
            and all(cards.count(card) >= self.known.count(card) for card in self.known)
        )


Ask = AskNumber | AskChoice | AskSeat | AskCards


class Behind(Frozen):
    """A press that lost a race, and by how many milliseconds."""

    seat: int
    ms: float


class Offer(Frozen):
    """One thing that may be done now.

    `move` is the tag of the move, `given` the fields it already has, `ask` those still to
    be filled in. `after_s` is the least time that must pass from when the offer is first
    made; with `by` the clock, the move is made when that time has passed. Presses of
    offers with `race` are ordered by the time of their edges, an exact tie goes to the
    offer listed first, and the move's field ``behind`` takes the presses that lost.
    """

    move: str
    label: Message
    seat: int | None = None
    given: dict[str, Any] = {}
    ask: tuple[Ask, ...] = ()
    by: By = By.SEAT
    press: Press | None = None
    after_s: float = 0.0
    race: bool = False

    def fill(self, **values: Any) -> dict[str, Any]:
        """Return the move, as plain data, with the asked fields set to `values`."""
        filled: dict[str, Any] = {"move": self.move, **self.given, **values}
        if self.seat is not None:
            filled["seat"] = self.seat
        return filled


class Offers(Frozen):
    """All that may be done now, best-first where order matters, and each seat's cue.

    Iterable, sized, true when there is an offer; ``of(seat)`` narrows it to a seat.
    `window` counts the windows opened so far, so that a clock knows when one is new.
    """

    items: tuple[Offer, ...]
    cues: tuple[Cue, ...]
    window: int = 0

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __contains__(self, move: object) -> bool:
        plain = msgspec.to_builtins(move)
        return any(matches(offer, plain) for offer in self.items)

    def of(self, seat: int) -> tuple[Offer, ...]:
        """Return what `seat` may do, in order."""
        return tuple(offer for offer in self.items if offer.seat == seat)


def matches(offer: Offer, plain: Mapping[str, Any]) -> bool:
    """Tell whether a move, as plain data, is what `offer` offers."""
    if plain.get("move") != offer.move or plain.get("seat") != offer.seat:
        return False
    if any(plain.get(name) != value for name, value in offer.given.items()):
        return False
    return all(_answers(ask, plain.get(ask.field)) for ask in offer.ask)


def _answers(ask: Ask, value: Any) -> bool:
    match ask:
        case AskNumber():
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and ask.least <= value and (ask.most is None or value <= ask.most)
        case AskChoice():
            return any(choice.value == value for choice in ask.choices)
        case AskSeat():
            return value in ask.seats
        case AskCards():
            return isinstance(value, list | tuple) and ask.fits(value)


# -- the camera -------------------------------------------------------------------------


class Watch(StrEnum):
    """What the camera does with a zone."""

    READ = "read"  # cards are to be read there
    KEEP = "keep"  # these cards lie there and must stay
    CLEAR = "clear"  # the zone must be emptied


class Want(Frozen):
    """What the camera should look for in `zone`, for an offer made by the camera.

    READ: from `least` to `most` cards, none more often than `possible`, `cards` among them,
    and for each card of `brings` so many more. KEEP: `cards`.
    """

    zone: str
    watch: Watch
    label: Message
    least: int = 0
    most: int = 0
    possible: dict[str, int] = {}
    cards: tuple[str, ...] = ()
    brings: dict[str, int] = {}


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


class Focus(Frozen):
    """The one thing that matters now: a label, a value to show large, whose it is."""

    label: Message
    value: str = ""
    seat: int | None = None


class Deal(Frozen):
    """What the table should deal now, for `round`: so many `cards` to each seat.

    `shuffle` asks for all cards, those laid away included, to be shuffled first.
    """

    round: int
    cards: tuple[int, ...]
    shuffle: bool = False


class View(Frozen):
    """All that one seat's phone may show; `seat` None is a stranger."""

    game: str
    round: int
    phase: Message
    focus: Focus
    seats: tuple[SeatView, ...]
    seat: int | None = None
    facts: tuple[Message, ...] = ()
    deal: Deal | None = None
    outcome: Outcome | None = None


# -- a game -----------------------------------------------------------------------------

O = TypeVar("O")  # noqa: E741  the options of a game
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Game(Generic[O, S, M]):
    """A game: its types and its pure functions.

    `apply` raises `IllegalMove` and leaves the state as it was; `begin` raises
    `BadOptions`. `move` is a tagged union whose tag field is ``move``. `score`, where a game
    has it, counts cards outside a match: by the options, the cards that lie there and those
    turned up for them; names may be aliases.
    """

    name: str
    seats: range
    options: type[O]
    state: type[S]
    move: Any
    begin: Callable[[O, int], S]
    apply: Callable[[S, M], tuple[S, tuple[Ruling, ...]]]
    offers: Callable[[S], Offers]
    wanted: Callable[[S], tuple[Want, ...]]
    view: Callable[[S, int | None], View]
    outcome: Callable[[S], Outcome | None]
    score: Callable[[O, Sequence[str], Sequence[str]], Score] | None = None
