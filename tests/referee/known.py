"""What tests of any game must know of one: its own `known` module has it, where it needs one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from referee import library
from referee.options import AsksChoice, AsksSeat, AsksWhole, AsksYes, asked

Settings = tuple[dict[str, Any], int]
Edition = str | None
MOST_SEATS = 6


@dataclass(frozen=True)
class Known:
    """What is known of a game; the least of it, where its tests have no `known` module.

    `settings` returns options and seats as a table might choose them. `rules` are the numbers of
    its rules on the page of each edition, read off the rule file, and `named` how many there are
    actions. `untold` are cards that no rule names. `keys` are those that it puts together, with
    their parameters where they are known. A match of `moves` is long enough for what is tried on
    it; in one whose readings are `all_new` no card was known from an earlier one.
    """

    settings: Callable[[Random], Settings]
    rules: Mapping[Edition, Iterable[int]] = field(default_factory=dict)
    named: Mapping[Edition, int] = field(default_factory=dict)
    untold: frozenset[str] = frozenset()
    keys: Callable[[], Mapping[str, frozenset[str] | None]] = dict
    moves: int = 10_000
    all_new: bool = False


def known(name: str) -> Known:
    """Return what is known of a game."""
    module = f"tests.referee.{name}.known"
    if find_spec(f"tests.referee.{name}") and find_spec(module):
        found: Known = import_module(module).KNOWN
        return found
    return Known(lambda random: settings(name, random))


def settings(name: str, random: Random) -> Settings:
    """Return options and seats of a game at random, by the types of its options."""
    game = library.game(name)
    seats = random.choice([many for many in game.seats if many <= MOST_SEATS])
    plain: dict[str, Any] = {}
    for asks in asked(game, library.editions(game)):
        match asks:
            case AsksSeat():
                plain[asks.name] = random.randrange(seats)
            case AsksYes():
                plain[asks.name] = random.random() < 0.5
            case AsksChoice():
                plain[asks.name] = random.choice(asks.values)
            case AsksWhole():
                most = min(asks.most, asks.least + 9 * asks.step)
                plain[asks.name] = random.randrange(asks.least, most + 1, asks.step)
    return plain, seats
