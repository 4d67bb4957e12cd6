"""What every game needs and none should write again; pure, as the games are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar, get_args

from referee.contract import BadOptions, Frozen, IllegalMove, Message, Ruling, Value

S = TypeVar("S")
T = TypeVar("T")

Rulings = tuple[Ruling, ...]
Played = tuple[S, Rulings]  # what a move comes to: the state after it, and what is ruled
Rule = Callable[[S, Any], Played[S]]  # what one type of move changes


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
        raise IllegalMove(rule, Message(f"{self._game}.refused.{key}", params))

    def options(self, rule: str, key: str, **params: Value) -> NoReturn:
        """Raise `BadOptions`."""
        raise BadOptions(rule, Message(f"{self._game}.options.{key}", params))


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


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with `value` in place `at`.

    >>> replaced((2, 2, 2), 1, 5)
    (2, 5, 2)
    """
    return (*values[:at], value, *values[at + 1 :])
