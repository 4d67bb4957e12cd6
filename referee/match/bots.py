"""Bots in a match: whether a game has any, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from referee.contract import BadOptions, Game, Message
from referee.library import FORM
from referee.names import player_key

# The names are short, fit any language, and are unlikely to be those of other players.
NAMES = (
    "Juniper",
    "Flint",
    "Saffron",
    "Cedar",
    "Indigo",
    "Aster",
    "Onyx",
    "Linden",
    "Sorrel",
    "Basil",
    "Umber",
    "Maple",
    "Quartz",
)


def check_bots(game: Game[Any, Any, Any], any_there: bool) -> None:
    """Raise `BadOptions` if a match has bots but its game does not support them."""
    if any_there and game.bot is None:
        raise BadOptions(FORM, Message("desk.no_bots", {"game_word": f"game.{game.name}"}))


def with_bot_names(names: Sequence[str], levels: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names by seat, with a name for each bot that has none.

    >>> with_bot_names(("Ada", "", "Flint"), ("", "fair", "", "keen"))
    ('Ada', 'Juniper', 'Flint', 'Saffron')
    """
    found: list[str] = []
    for name, level in zip_longest(names, levels, fillvalue=""):
        found.append(free_name((*names, *found)) if level and not name else name)
    return tuple(found)


def free_name(taken: Iterable[str]) -> str:
    """Return a bot name that is not taken."""
    borne = set(map(player_key, taken))
    return next(name for name in NAMES if player_key(name) not in borne)
