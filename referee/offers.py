"""Offers: the moves that are possible now, and the cue of each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar, get_args

import msgspec

from referee.asks import Ask, AskCards, AskPlace, every_answer, is_answer
from referee.values import Frozen, Message

A = TypeVar("A")


class Cue(StrEnum):
    """The meaning of a seat's lamp."""

    IDLE = "idle"
    TURN = "turn"  # It is the player's turn.
    MAY_CHALLENGE = "may_challenge"
    MAY_BLOCK = "may_block"
    MAY_ANSWER = "may_answer"  # The player may challenge or block.
    WAIT = "wait"  # The table waits for cards, not for a player.
    LOST = "lost"  # The player lost the last round.
    WON = "won"
    OUT = "out"
    PAUSED = "paused"  # The match is paused. Only the desk sets this cue.
    MISPLACED = "amiss"  # One of the player's cards is misplaced. Only the table sets this cue.


class Press(StrEnum):
    """A gesture at a seat's button. It means the same in every game."""

    SHORT = "short"
    LONG = "long"  # The button is held for half a second.
    DOUBLE = "double"  # The button is pressed twice in a short time.


class By(StrEnum):
    """The maker of a move: a player, the camera, the clock, or the host of the table."""

    SEAT = "seat"
    CAMERA = "camera"
    CLOCK = "clock"
    HOST = "host"


class Typed(StrEnum):
    """Facts that people type in for the whole table. Any seat may do it, if others approve."""

    READING = "reading"  # The cards on the table, if no camera reads them.
    CORRECTION = "correction"  # The right version of the newest reading.


# The fields that say how a move became known and where its card lies. No rule depends on them.
EVIDENCE = frozenset({"behind", "beside", "proof", "zone"})


class Behind(Frozen):
    """A press that lost a race, and the time in milliseconds by which it was later."""

    seat: int
    ms: float


class Presentation(Frozen):
    """How an offer is shown at buttons and on pages, and when it may be taken. No rule reads it.

    - `label` names the move, and `effect` says in a few words what it does.
    - `press` is the gesture at the seat's button that takes the offer.
    - `after_s` is the time in seconds for which an offer must be open before anybody can take it.
      If the offer is to the clock, the clock then makes the move.
    - `race` offers are ordered by the time of their button edges. On an exact tie, the offer listed
      first wins. The move's field ``behind`` takes the presses that lost.
    - `aside` marks a minor offer, which pages fold away.
    - `among` is the common name of similar offers, such as those at different seats. Pages show one
      button for all of them, and then ask which.
    - `unless_held` are cards that make the offer untrue or pointless to a holder of any of them,
      and `if_held` are cards of which only a holder can take the offer. A page that knows the
      seat's hand leaves out what the hand makes untrue.
    """

    label: Message
    effect: Message | None = None
    press: Press | None = None
    after_s: float = 0.0
    race: bool = False
    aside: bool = False
    among: Message | None = None
    unless_held: tuple[str, ...] = ()
    if_held: tuple[str, ...] = ()

    def is_true_of(self, hand: Collection[str]) -> bool:
        """Whether a holder of these cards can take the offer and means it."""
        lacks = self.if_held and not any(card in hand for card in self.if_held)
        return not lacks and not any(card in hand for card in self.unless_held)


class Offer(Frozen):
    """A move that is possible now, with the fields that people must still fill in.

    - `move` is the tag of the move. `given` are the fixed fields, `ask` the open questions, and
      `optional` the questions that may be left out. `shown` is how people see the offer.
    - `secret` means that only its seat may know which of several such offers was taken.
    - `typed` says what people type in with the move. Without it, nobody but `by` makes the move:
      the seat, or the host alone.
    - `needs_all` means that the move is made only once every seat has agreed to it. Until then it
      is a proposal (`referee.proposals`).

    A move by the camera takes the ids of its pictures in ``proof``.
    """

    move: str
    shown: Presentation
    seat: int | None = None
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    ask: tuple[Ask, ...] = ()
    optional: tuple[Ask, ...] = ()
    by: By = By.SEAT
    secret: bool = False
    needs_all: bool = False
    typed: Typed | None = None

    @property
    def is_public(self) -> bool:
        """Whether the move can be made in front of everyone: a press that reveals no secret."""
        return self.shown.press is not None and not self.secret

    def fill(self, **values: Any) -> dict[str, Any]:
        """Return the move as plain data, with the asked fields set to `values`."""
        filled: dict[str, Any] = {"move": self.move, **self.given, **values}
        if self.seat is not None:
            filled["seat"] = self.seat
        return filled


NO_CARDS: dict[str, int] = {}


class OfferMaker:
    """Makes the offers of a game. Their words follow from the tag of the move.

    >>> offer = OfferMaker("coyote")
    >>> offer("sit_out", 2, press=Press.LONG).shown.label.key
    'coyote.offer.sit_out'
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self.shown = lru_cache(maxsize=1024)(self._shown)
        self.leave = lru_cache(self._leave)

    def __call__(
        self,
        move: str,
        seat: int | None = None,
        /,
        *ask: Ask,
        key: str = "",
        given: dict[str, Any] | None = None,
        by: By = By.SEAT,
        secret: bool = False,
        needs_all: bool = False,
        typed: Typed | None = None,
        **how: Any,
    ) -> Offer:
        """Return the offer of a move, `shown` by its `key` or its tag."""
        shown = self.shown(key or move, **how)
        return Offer(move, shown, seat, given or {}, ask, (), by, secret, needs_all, typed)

    def by_hand(
        self,
        kind: Callable[..., A],
        move: str,
        rule: str,
        message: Message,
        zone: Any,
        seat: int | None = None,
        cards: dict[str, int] | AskCards | AskPlace = NO_CARDS,
        known: tuple[str, ...] = (),
        /,
        have: int = 0,
        count: int = 1,
        key: str = "",
        says: Mapping[str, Any] = NO_CARDS,
        **fixed: Any,
    ) -> A:
        """Return an action of this `kind` (see `referee.pending`), which becomes the move.

        The move names the new ones of the `cards` together with the `known` ones. Without `cards`,
        it names none. Its offer is shown by the `key` or the tag, with the values that it `says`.
        """
        if isinstance(cards, dict):
            named = len(known) + count - have if cards else 0
            cards = AskCards("cards", str(zone), named, named, cards, known)
        fixed |= {"rule": rule, "move": move, "ask": cards}
        return kind(
            message, zone, seat, have, count, shown=self.shown(key or move, **says), **fixed
        )

    def _leave(self, seat: int) -> Offer:
        """Return the host's offer to let a player leave."""
        return self("leave", seat, by=By.HOST, seat=seat)

    def _shown(self, key: str, effect: str = "", among: str = "", **how: Any) -> Presentation:
        """Return an offer's `Presentation`. Values without a field in it go into the label.

        `key` is that of the label, and the others those of further words, all without the game.
        """
        fields = {name: how.pop(name) for name in how.keys() & _SHOWN}
        label = Message(f"{self._game}.offer.{key}", how)
        result = Message(f"{self._game}.effect.{effect}") if effect else None
        similar = Message(f"{self._game}.among.{among}") if among else None
        return Presentation(label, effect=result, among=similar, **fields)


_SHOWN = frozenset(Presentation.__struct_fields__)


class Offers(Frozen):
    """All offers and the cue of each seat. If the order of the offers matters, the best is first.

    It is iterable and has a length. ``for_seat(seat)`` returns the offers of one seat.

    `window` counts the windows so far. Within one window, several seats may answer, and an answer
    stays valid after another seat's answer. If `window` is 0, every move opens a new window.

    ``move in offers`` is true for exactly the moves that the game's ``apply`` accepts, if their
    cards have canonical names. The fields in `EVIDENCE` do not matter. Plain data are compared as
    they are, so convert them to a move first; that refuses malformed ones.
    """

    items: tuple[Offer, ...]
    cues: tuple[Cue, ...]
    window: int = 0

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, move: object) -> bool:
        return any(True for _ in self.matching(move))

    def matching(self, move: Any) -> Iterator[Offer]:
        """Yield the offers that allow a move."""
        answer, unsaid = _fields_of(move)
        return (offer for offer in self.items if _matches(offer, answer, unsaid))

    def for_seat(self, seat: int) -> tuple[Offer, ...]:
        """Return the offers of a seat, in order. Offers to the host are not included."""
        return tuple(offer for offer in self.items if offer.seat == seat and offer.by is By.SEAT)


def moves_of(
    kinds: Mapping[str, type], offer: Offer, cards: Sequence[str] | None = None
) -> Iterator[Any]:
    """Yield the moves of an offer whose new cards are among `cards`, or any that it asks for.

    `kinds` are the types of the moves by tag. Optional questions stay unanswered.
    """
    fields, kind = [ask.field for ask in offer.ask], kinds[offer.move]
    filled = offer.fill()
    for answers in product(*[every_answer(ask, cards) for ask in offer.ask]):
        yield msgspec.convert({**filled, **dict(zip(fields, answers, strict=True))}, kind)


@lru_cache
def by_tag(moves: Any) -> Mapping[str, Any]:
    """Return the types of the moves by tag. `moves` is a union of types or a single type."""
    return {arg.__struct_config__.tag: arg for arg in get_args(moves) or (moves,)}


def matches(offer: Offer, move: Any) -> bool:
    """Whether an offer allows a move, which may be a value or plain data."""
    return _matches(offer, *_fields_of(move))


def _fields_of(move: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Return the fields of a move with its tag, and the names of those with default values."""
    if not isinstance(move, msgspec.Struct):
        return move, frozenset(name for name, value in move.items() if value is None)
    fields: dict[str, Any] = msgspec.to_builtins(msgspec.structs.asdict(move))
    unsaid = frozenset(
        name for name, default in _defaults(type(move)) if getattr(move, name) == default
    )
    return {**fields, "move": move.__struct_config__.tag}, unsaid


@lru_cache
def _defaults(move: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the optional fields of a type of move, with their defaults."""
    fields = msgspec.structs.fields(move)
    return tuple((field.name, field.default) for field in fields if not field.required)


def _matches(offer: Offer, said: Mapping[str, Any], unsaid: frozenset[str]) -> bool:
    if said.get("move") != offer.move or said.get("seat") != offer.seat:
        return False
    if not all(_equal(said.get(name), value) for name, value in offer.given.items()):
        return False
    if not all(is_answer(ask, said.get(ask.field)) for ask in offer.ask):
        return False
    expected = {"move", "seat", *offer.given, *(ask.field for ask in offer.ask)}
    more = said.keys() - expected - EVIDENCE - unsaid
    optional = {ask.field: ask for ask in offer.optional}
    return all(name in optional and is_answer(optional[name], said[name]) for name in more)


def _equal(one: Any, other: Any) -> bool:
    """Whether two values are equal. A list of cards (from JSON) equals a tuple of the same."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return tuple(one) == tuple(other)
    return bool(one == other)
