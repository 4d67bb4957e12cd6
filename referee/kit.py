"""What every game needs and none should write again; pure, as the games are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, get_args

import msgspec

from referee.contract import (
    BadOptions,
    Frozen,
    Highlight,
    IllegalMove,
    Message,
    Offer,
    Ruling,
    Value,
    by_tag,
)

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")

Rulings = tuple[Ruling, ...]
Played = tuple[S, Rulings]  # what a move comes to: the state after it, and what is ruled
Refused = IllegalMove | None  # what a condition says: why not, or nothing
Rule = Callable[[S, Any], Played[S]]  # what one type of move changes

GRACE_S = 0.8  # a press that was meant for the moment before must not act in this one


class MoveBase(Frozen, tag_field="move", forbid_unknown_fields=True):
    """Base of every move: its tag stands in the field ``move``, and no other field is taken."""


class Refusals:
    """How one game refuses: by a rule, with the key of what to say and what it is about.

    >>> refuse = Refusals("coyote")
    >>> refuse("CY-3", "not_your_turn", seat=1, turn_seat=2)
    Traceback (most recent call last):
    referee.values.IllegalMove: CY-3: coyote.refused.not_your_turn (seat=1, turn_seat=2)
    """

    def __init__(self, game: str) -> None:
        self._game = game

    def __call__(self, rule: str, key: str, **params: Value) -> NoReturn:
        """Raise `IllegalMove`."""
        raise self.refusal(rule, key, **params)

    def refusal(self, rule: str, key: str, **params: Value) -> IllegalMove:
        """Return a refusal, for a condition that others ask as well as the rule that raises it."""
        return IllegalMove(rule, Message(f"{self._game}.refused.{key}", params))

    def options(self, rule: str, key: str, **params: Value) -> NoReturn:
        """Raise `BadOptions`."""
        raise BadOptions(rule, Message(f"{self._game}.options.{key}", params))


def raise_if(refused: Refused) -> None:
    """Raise what a condition says, where it refuses."""
    if refused is not None:
        raise refused


def dispatch(moves: Any, rules: Mapping[type, Rule[S]]) -> Rule[S]:
    """Return ``apply``: it calls the rule that stands in `rules` for the move's type.

    `moves` is the game's union of moves; raises `TypeError` where `rules` are for others.
    """
    if set(get_args(moves)) != set(rules):
        raise TypeError(f"rules for {set(rules)}, moves are {set(get_args(moves))}")

    def apply(state: S, move: Any) -> Played[S]:
        """Return the state after `move` and what the referee says; raises `IllegalMove`."""
        return rules[type(move)](state, move)

    return apply


def move_filler(moves: Any) -> Callable[..., Any]:
    """Return what makes of an offer, and answers to what it asks, one of a game's `moves`."""
    types = by_tag(moves)

    def filled(offer: Offer, **answers: Any) -> Any:
        plain = offer.fill(**answers)
        return types[plain.pop("move")](**plain)

    return filled


def lazy(load: Callable[[], Callable[P, T]]) -> Callable[P, T]:
    """Return a function that is loaded when it is first called.

    >>> total = later(lambda: sum)
    >>> total([1, 2])
    3
    """
    loaded = cache(load)

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return loaded()(*args, **kwargs)

    return call


def left_behind(cards: Iterable[str], seat: int) -> Rulings:
    """Name at once the cards that lie open before a player who leaves (SL-17)."""
    lie = tuple(cards)
    if not lie:
        return ()
    return (Ruling("SL-17", Message("table.left_behind", {"seat": seat, "cards": lie})),)


def compare_cards(cards: Iterable[str], known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the cards beside those that are known, and the known ones that are missing.

    Each copy counts; both keep their order.
    """
    new, gone = list(cards), []
    for card in known:
        if card in new:
            new.remove(card)
        else:
            gone.append(card)
    return new, gone


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with `value` in place `at`.

    >>> replaced((2, 2, 2), 1, 5)
    (2, 5, 2)
    """
    return (*values[:at], value, *values[at + 1 :])


class History(Generic[T]):
    """What has happened, in order; immutable, and compared by its entries.

    One more entry copies nothing: the longer history shares all of the shorter one, so that
    a match may keep the state after each of its moves.

    >>> short = History(["a", "b"])
    >>> long = short.plus("c")
    >>> list(long), long.last, long.before is short
    (['a', 'b', 'c'], 'c', True)
    """

    __slots__ = ("_before", "_last", "_length")

    _before: History[T]
    _last: T
    _length: int

    def __new__(cls, entries: Iterable[T] = ()) -> History[T]:
        history = super().__new__(cls)
        history._length = 0
        for entry in entries:
            history = history.plus(entry)
        return history

    def plus(self, entry: T) -> History[T]:
        """Return the history with one more entry."""
        longer = object.__new__(History)
        longer._before, longer._last, longer._length = self, entry, self._length + 1
        return longer

    @property
    def last(self) -> T:
        """The newest entry; raises `IndexError` where there is none."""
        if not self._length:
            raise IndexError("nothing has happened yet")
        return self._last

    @property
    def before(self) -> History[T]:
        """The history without its newest entry; raises `IndexError` where there is none."""
        if not self._length:
            raise IndexError("nothing has happened yet")
        return self._before

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[T]:
        history = self
        while history._length:
            yield history._last
            history = history._before

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(reversed(self))[::-1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        if self._length != other._length:
            return False
        one, two = self, other
        while one is not two and one._length:
            if one._last != two._last:
                return False
            one, two = one._before, two._before
        return True

    def __hash__(self) -> int:
        return hash((self._length, self._last)) if self._length else 0

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


def encode_history(value: Any) -> list[Any]:
    """Return a `History` as the list of its entries: a hook for msgspec."""
    if not isinstance(value, History):
        raise NotImplementedError(f"no plain data for {type(value)}")
    return list(value)


def decode_history(kind: Any, plain: Any) -> Any:
    """Return the `History` of the `kind` that a list of entries describes: a hook for msgspec."""
    (entry,) = get_args(kind)
    return History(msgspec.convert(one, entry) for one in plain)


def vary_rulings(found: Iterable[Highlight | None]) -> tuple[Highlight, ...]:
    """Return highlights in the order given, but first those of which each is of another ruling."""
    first: dict[int, Highlight] = {}
    again: list[Highlight] = []
    for one in found:
        if one is None or one in again or one in first.values():
            continue
        if one.state in first:
            again.append(one)
        else:
            first[one.state] = one
    return (*first.values(), *again)
