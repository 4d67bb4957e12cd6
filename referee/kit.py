"""Helpers for every game: the bases of moves, refusals, caches, and the winners of a match."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache, partial, wraps
from pkgutil import resolve_name
from typing import Any, NoReturn, Self, TypeVar

from msgspec.structs import replace

from referee.contract import (
    BadOptions,
    Frozen,
    IllegalMove,
    Message,
    Outcome,
    Ranking,
    Ruling,
    Value,
)
from referee.offers import moves_of as moves_of

S = TypeVar("S")
T = TypeVar("T")

Rulings = tuple[Ruling, ...]
Played = tuple[S, Rulings]  # The state after a move, and the move's rulings.
Refused = IllegalMove | None  # The result of a condition: a refusal, or None.


class Speaking(Frozen, kw_only=True):
    """Base of a state that carries the `rulings` on a move while it is applied.

    So a rule is a function from a state to a state. `Flow.apply` takes them out.
    """

    rulings: Rulings = ()

    def add(self, *rulings: Ruling) -> Self:
        """Return the state after these rulings."""
        return replace(self, rulings=self.rulings + rulings)

    def say(
        self,
        rule: str,
        key: str,
        seats: tuple[int, ...] | None = None,
        proof: tuple[str, ...] = (),
        /,
        **params: Any,
    ) -> Self:
        """Return the state after a ruling. By default, it concerns the `seat` in its message."""
        if seats is None:
            seats = (params["seat"],) if "seat" in params else ()
        results = (Ruling(rule, Message(key, params), (), seats, proof),)
        return replace(self, rulings=self.rulings + results if self.rulings else results)


GRACE_S = 0.8  # Seconds in which a press may still be meant for the previous question.


class MoveBase(Frozen, tag_field="move", forbid_unknown_fields=True):
    """Base of every move. The field ``move`` is its tag; unknown fields are refused."""

    @property
    def mover(self) -> int | None:
        """The seat or the player that makes the move, or None if nobody does, as in a reading."""
        seat: int | None = getattr(self, "seat", None)
        player: int | None = getattr(self, "player", None) if seat is None else seat
        return player


class SeatMove(MoveBase):
    """Base of the moves that a seat makes, also with its own button or phone."""

    seat: int


class SeatReading(SeatMove):
    """Base of the moves that a seat makes with face-up cards. `proof` are their pictures' ids."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class PlayerMove(MoveBase):
    """Base of the moves that a `player` makes with a card. The camera sees them, no seat says so.

    An offer of such a move has no seat. The player is one of its given fields.
    """

    player: int


class PlayerReading(PlayerMove):
    """Base of the moves that a player makes with face-up cards."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Reading(MoveBase):
    """Base of the moves that name face-up cards. `proof` are the ids of their pictures."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Refusals:
    """Raises a game's refusals, from a rule, a message key and parameters.

    >>> refuse = Refusals("coyote")
    >>> refuse("CY-3", "not_your_turn", seat=1, turn_seat=2)
    Traceback (most recent call last):
    referee.values.IllegalMove: CY-3: coyote.refused.not_your_turn (seat=1, turn_seat=2)
    """

    def __init__(self, game: str) -> None:
        self._game = game

    def __call__(self, rule: str, key: str, **params: Value) -> NoReturn:
        raise self.refusal(rule, key, **params)

    def refusal(self, rule: str, key: str, **params: Value) -> IllegalMove:
        """Return a refusal without raising it. Use this to test a condition."""
        return IllegalMove(rule, Message(f"{self._game}.refused.{key}", params))

    def bad_options(self, rule: str, key: str, **params: Value) -> NoReturn:
        """Raise `BadOptions`."""
        raise BadOptions(rule, Message(f"{self._game}.options.{key}", params))


def raise_if(refused: Refused) -> None:
    """Raise the refusal, if there is one."""
    if refused is not None:
        raise refused


def lazy(name: str) -> Callable[..., Any]:
    """Return a function by its ``module:name``. It is loaded on its first call.

    >>> lazy("math:hypot")(3, 4)
    5.0
    """
    load = cache(partial(resolve_name, name))

    def call(*args: Any, **kwargs: Any) -> Any:
        return load()(*args, **kwargs)

    return call


def newest(answer: Callable[[S], T]) -> Callable[[S], T]:
    """Return the function with its two newest answers kept, in case it gets such a value again.

    Desk, pages, judge and bots ask the same of one state after another, and of the one before it.

    >>> double = newest(lambda numbers: [*numbers, *numbers])
    >>> numbers = (1, 2)
    >>> double(numbers) is double(numbers), double((3,))
    (True, [3, 3])
    """
    kept: tuple[tuple[Any, Any], ...] = ((object(), None),) * 2

    @wraps(answer)
    def call(value: S) -> T:
        nonlocal kept
        result: T
        for of, result in kept:  # One value, so that another thread never sees half of it.
            if of is value:
                return result
        result = answer(value)
        kept = (value, result), kept[0]
        return result

    return call


def newest_by_seat(answer: Callable[[S, int | None], T]) -> Callable[[S, int | None], T]:
    """Return the function with its answers to all seats about the newest state kept.

    >>> seen = newest_by_seat(lambda cards, seat: [seat, *cards])
    >>> cards = ("fur",)
    >>> seen(cards, 1) is seen(cards, 1), seen(cards, None), seen(("tent",), 1)
    (True, [None, 'fur'], [1, 'tent'])
    """
    answers: Callable[[S], dict[int | None, T]] = newest(lambda _state: {})

    @wraps(answer)
    def call(state: S, seat: int | None) -> T:
        results = answers(state)
        if seat not in results:
            results[seat] = answer(state, seat)
        return results[seat]

    return call


def left_behind(cards: Iterable[str], seat: int) -> Rulings:
    """Return the ruling that names the face-up cards of a player who leaves (SL-17), if any."""
    lie = tuple(cards)
    if not lie:
        return ()
    return (Ruling("SL-17", Message("table.left_behind", {"seat": seat, "cards": lie})),)


def compare_cards(cards: Iterable[str], known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the cards that are not `known`, and the known cards that are missing.

    Every copy counts. Both lists keep their order.
    """
    new, gone = list(cards), []
    for card in known:
        if card in new:
            new.remove(card)
        else:
            gone.append(card)
    return new, gone


def known_card(card: str, known: Container[str]) -> str:
    """Return the name of a `known` card in small letters and with underscores.

    Raise `ValueError` if it is unknown.
    """
    name = card.strip().lower().replace(" ", "_").replace("-", "_")
    if name not in known:
        raise ValueError(f"there is no card named {card!r}")
    return name


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with `value` at index `at`.

    >>> replaced((2, 2, 2), 1, 5)
    (2, 5, 2)
    """
    return (*values[:at], value, *values[at + 1 :])


def ranked(worth: Mapping[int, Any]) -> Ranking:
    """Return the seats of each place, the best first. Seats of equal worth share a place.

    >>> ranked({0: 5, 1: 7, 2: 5})
    ((1,), (0, 2))
    """
    values = sorted({*worth.values()}, reverse=True)
    return tuple(tuple(seat for seat, own in worth.items() if own == value) for value in values)


def outcome_of(places: Ranking, key: str, **params: Value) -> Outcome:
    """Return the outcome in which the seats of the first place win.

    If there are several of them, its reason has the key `key` with ``_shared``.
    """
    best = places[0]
    reason = Message(f"{key}_shared" if len(best) > 1 else key, {"seats": best, **params})
    return Outcome(reason, best, places)
