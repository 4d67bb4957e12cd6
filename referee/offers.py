"""What may be done now: offers, the questions still open in them, and each seat's cue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from referee.table import cell_name
from referee.values import Frozen, Message


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
    PAUSED = "paused"  # the match rests: no game says this, only the desk
    MISPLACED = "amiss"  # something of yours lies amiss: no game says this, only the table


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
    """One value that may be chosen, the words for it, and in a few what it does."""

    value: str
    label: Message
    effect: Message | None = None


class AskNumber(Frozen, tag="number", tag_field="kind"):
    """A whole number from `least` to `most` (None: no upper end) goes in `field`.

    It is `least` or so many times `step` more: an amount in notes of 100 has a step of 100.
    """

    field: str
    least: int
    most: int | None = None
    step: int = 1


class AskChoice(Frozen, tag="choice", tag_field="kind"):
    """One of `choices` goes in `field`."""

    field: str
    choices: tuple[Choice, ...]


class AskSeat(Frozen, tag="seat", tag_field="kind"):
    """One of `seats` goes in `field`."""

    field: str
    seats: tuple[int, ...]


class AskCards(Frozen, tag="cards", tag_field="kind"):
    """At least `least` cards go in `field`; no card more often than `possible` says.

    They lie in `zone` ("mat": anywhere; "seats": before any of the seats).
    `known` must be among them. At most there are `most`, and so many more as each card of
    `brings` among them allows, known or new: a draw card may have another beside it already.
    Where more cards lie there than are possible in all, the pile ran out, and those too many
    come from the shuffled `discards`.
    """

    field: str
    zone: str
    least: int
    most: int
    possible: dict[str, int]
    known: tuple[str, ...] = ()
    brings: dict[str, int] = msgspec.field(default_factory=dict)
    discards: dict[str, int] = msgspec.field(default_factory=dict)

    def fits(self, cards: Sequence[str]) -> bool:
        """Tell whether `cards`, by their canonical names, answer what is asked."""
        if not self.least <= len(cards) <= self.room(cards):
            return False
        limit = self.limit(len(cards))
        number = Counter(cards)
        if any(number[card] > limit.get(card, 0) for card in number):
            return False
        if any(number[one] < self.known.count(one) for one in self.known):
            return False
        beyond = sum(max(0, number[card] - self.possible.get(card, 0)) for card in number)
        return beyond <= self._beyond(len(cards))

    def room(self, cards: Iterable[str]) -> int:
        """Return how many cards there may be where `cards` are among them."""
        return self.most + sum(self.brings.get(card, 0) for card in cards)

    def limit(self, count: int | None = None) -> dict[str, int]:
        """Return how many there may be of each card among `count` cards, or among any number."""
        if count is not None and not self._beyond(count):
            return self.possible
        return dict(Counter(self.possible) + Counter(self.discards))

    def _beyond(self, count: int) -> int:
        """Return how many of `count` cards come from the discards."""
        return max(0, count - sum(self.possible.values())) if self.discards else 0


class Cell(Frozen):
    """A card in a grid. Rows count downwards and columns to the right, from any origin."""

    card: str
    row: int
    column: int


Places = dict[str, tuple[tuple[int, int], ...]]  # cells by row and column, for each card


class AskPlace(Frozen, tag="place", tag_field="kind"):
    """One new card, and where in a grid it lies, goes in `field` as a `Cell`.

    `known` lie in the zone then and must stay; `places` says for each card that is
    possible in which cells, by row and column, it may lie.
    Where a card pushes others aside, `known` is how those lie afterwards.
    With `leaves` the answer is a card of `places` that lies there no more; all are `known`.
    """

    field: str
    zone: str
    known: tuple[Cell, ...]
    places: Places
    leaves: bool = False

    def names(self) -> dict[str, tuple[str, ...]]:
        """Return what the cells are called where each card may lie, in the order of `places`.

        Columns are counted from the leftmost card that lies there.
        """
        lying = {(cell.row, cell.column) for cell in self.known}
        cells = lying.union(*self.places.values())
        left = min((column for _, column in lying or cells), default=0)
        top = min((row for row, _ in cells if row < 0), default=0)
        called = {(row, column): cell_name((row - top, column), left) for row, column in cells}
        return {card: tuple(called[at] for at in there) for card, there in self.places.items()}


# Fields that say how a move came about, and where its card lies: no rule asks.
EVIDENCE = frozenset({"behind", "beside", "proof", "zone"})

Ask = AskNumber | AskChoice | AskSeat | AskCards | AskPlace


class Behind(Frozen):
    """A press that lost a race, and by how many milliseconds."""

    seat: int
    ms: float


class Offer(Frozen):
    """One thing that may be done now; `effect` says in a few words what it does, where one asks.

    `move` is the tag of the move, `given` the fields it already has (numbers, words), `ask`
    those still to be filled in, `optional` those that may be left out. `after_s` is the least
    time that must pass from when the offer is first made; with `by` the clock, the move is made
    when that time has passed.
    One that is `aside` is beside the point: a page keeps it folded. `among` is what several alike
    are called together, upon whichever seat for instance: a page shows one in their place, and
    then which.
    Presses of offers with `race` are ordered by the time of their edges, an exact tie goes to
    the offer listed first, and the move's field ``behind`` takes the presses that lost. A move
    that the camera brings takes the ids of its pictures in ``proof``. Which of several `secret`
    offers was taken up is for the eyes of its seat alone.
    """

    move: str
    label: Message
    seat: int | None = None
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    ask: tuple[Ask, ...] = ()
    optional: tuple[Ask, ...] = ()
    by: By = By.SEAT
    press: Press | None = None
    after_s: float = 0.0
    race: bool = False
    aside: bool = False
    effect: Message | None = None
    secret: bool = False
    among: Message | None = None

    def fill(self, **values: Any) -> dict[str, Any]:
        """Return the move, as plain data, with the asked fields set to `values`."""
        filled: dict[str, Any] = {"move": self.move, **self.given, **values}
        if self.seat is not None:
            filled["seat"] = self.seat
        return filled


class Offers(Frozen):
    """All that may be done now, best-first where order matters, and each seat's cue.

    Iterable, sized, true when there is an offer; ``of(seat)`` narrows it to a seat.
    `window` counts the windows opened so far: while it stays, several may answer, and an answer
    chosen before another's still stands. With 0 every move begins anew.

    ``move in offers`` is true of exactly the moves that the game's ``apply`` takes, as long as
    their cards go by their canonical names. How a move came about (`EVIDENCE`) is left out of
    account. A move as plain data is compared as it stands: make it one of the game's own
    first, which refuses what has not the form of a move.
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
        return any(True for _ in self.taken_up(move))

    def taken_up(self, move: Any) -> Iterator[Offer]:
        """Yield the offers that a move takes up."""
        said, unsaid = _said(move)
        return (offer for offer in self.items if _matches(offer, said, unsaid))

    def of(self, seat: int) -> tuple[Offer, ...]:
        """Return what `seat` may do, in order; not what the host may do about it."""
        return tuple(offer for offer in self.items if offer.seat == seat and offer.by is By.SEAT)


def matches(offer: Offer, move: Any) -> bool:
    """Tell whether `offer` offers a move: one of the game's own, or the same as plain data."""
    return _matches(offer, *_said(move))


def _said(move: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Return a move's fields, its tag among them, and which of them are left at their default."""
    if not isinstance(move, msgspec.Struct):
        return move, frozenset(name for name, value in move.items() if value is None)
    fields: dict[str, Any] = msgspec.to_builtins(msgspec.structs.asdict(move))
    unsaid = frozenset(
        name for name, default in _defaults(type(move)) if getattr(move, name) == default
    )
    return {**fields, "move": move.__struct_config__.tag}, unsaid


@lru_cache
def _defaults(move: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a move that may be left out, with what they are then."""
    fields = msgspec.structs.fields(move)
    return tuple((field.name, field.default) for field in fields if not field.required)


def _matches(offer: Offer, said: Mapping[str, Any], unsaid: frozenset[str]) -> bool:
    if said.get("move") != offer.move or said.get("seat") != offer.seat:
        return False
    if not all(_same(said.get(name), value) for name, value in offer.given.items()):
        return False
    if not all(_answers(ask, said.get(ask.field)) for ask in offer.ask):
        return False
    due = {"move", "seat", *offer.given, *(ask.field for ask in offer.ask)}
    more = said.keys() - due - EVIDENCE - unsaid
    optional = {ask.field: ask for ask in offer.optional}
    return all(name in optional and _answers(optional[name], said[name]) for name in more)


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are one, be they from JSON or not: cards are a list there."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return tuple(one) == tuple(other)
    return bool(one == other)


def _answers(ask: Ask, value: Any) -> bool:
    match ask:
        case AskNumber():
            within = (
                _whole(value) and ask.least <= value and (ask.most is None or value <= ask.most)
            )
            return within and (value - ask.least) % ask.step == 0
        case AskChoice():
            return any(choice.value == value for choice in ask.choices)
        case AskSeat():
            return _whole(value) and value in ask.seats
        case AskCards():
            cards = () if value is None else value
            return isinstance(cards, list | tuple) and ask.fits(cards)
        case AskPlace():
            if not isinstance(value, Mapping):
                return False
            places = ask.places.get(value.get("card", ""), ())
            return (value.get("row"), value.get("column")) in places


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
