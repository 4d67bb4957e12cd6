"""What tests of any game must know of one: its own `known` module has it, where it needs one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from referee import library
from tests.bench.rules.moves import at_random

Settings = tuple[dict[str, Any], int]
Edition = str | None


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
        result: Known = import_module(module).KNOWN
        return result
    return Known(partial(at_random, library.game(name)))
