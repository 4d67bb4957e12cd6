"""What may be done now: offers, the questions still open in them, and each seat's cue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

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
    more: a draw card may have another beside it already. `prompt` asks people to lay them.
    """

    field: str
    zone: str
    least: int
    most: int
    possible: dict[str, int]
    known: tuple[str, ...] = ()
    brings: dict[str, int] = msgspec.field(default_factory=dict)
    prompt: Message | None = None

    def fits(self, cards: Sequence[str]) -> bool:
        """Tell whether `cards` answer what is asked."""
        most = self.most + sum(self.brings.get(card, 0) for card in cards)
        return (
            self.least <= len(cards) <= most
            and all(cards.count(card) <= self.possible.get(card, 0) for card in cards)
            and all(cards.count(card) >= self.known.count(card) for card in self.known)
        )


class Cell(Frozen):
    """A card in a grid. Rows count downwards and columns to the right, from any origin."""

    card: str
    row: int
    column: int


class AskPlace(Frozen, tag="place", tag_field="kind"):
    """One new card, and where in a grid it lies, goes in `field` as a `Cell`.

    `known` lie in the zone already and must stay; `places` says for each card that is
    possible in which cells, by row and column, it may lie.
    """

    field: str
    zone: str
    known: tuple[Cell, ...]
    places: dict[str, tuple[tuple[int, int], ...]]


Ask = AskNumber | AskChoice | AskSeat | AskCards | AskPlace


class Behind(Frozen):
    """A press that lost a race, and by how many milliseconds."""

    seat: int
    ms: float


class Offer(Frozen):
    """One thing that may be done now.

    `move` is the tag of the move, `given` the fields it already has (numbers, words), `ask`
    those still to be filled in. `after_s` is the least time that must pass from when the
    offer is first made; with `by` the clock, the move is made when that time has passed.
    Presses of offers with `race` are ordered by the time of their edges, an exact tie goes to
    the offer listed first, and the move's field ``behind`` takes the presses that lost. A move
    that the camera brings takes the ids of its pictures in ``proof``.
    """

    move: str
    label: Message
    seat: int | None = None
    given: dict[str, Any] = msgspec.field(default_factory=dict)
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
        plain = _plain(move)
        return any(matches(offer, plain) for offer in self.items)

    def of(self, seat: int) -> tuple[Offer, ...]:
        """Return what `seat` may do, in order."""
        return tuple(offer for offer in self.items if offer.seat == seat)

    def reads(self) -> tuple[tuple[Offer, AskCards], ...]:
        """Return the offers that the camera takes up by reading cards, each with what it asks.

        Where `most` is 0 an empty zone is the answer.
        """
        return tuple(
            (offer, ask)
            for offer in self.items
            if offer.by is By.CAMERA
            for ask in offer.ask
            if isinstance(ask, AskCards)
        )


def _plain(move: Any) -> dict[str, Any]:
    """Return a move as plain data, with the fields that stand at their default too."""
    if not isinstance(move, msgspec.Struct):
        return dict(move)
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.asdict(move))
    return {**plain, "move": move.__struct_config__.tag}


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
        case AskPlace():
            if not isinstance(value, Mapping):
                return False
            places = ask.places.get(value.get("card", ""), ())
            return (value.get("row"), value.get("column")) in places
