"""The names of a game's phases, be they values of an enum or tags of types."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import get_args, get_type_hints

from referee import library


def phases(game: str) -> Iterator[str]:
    """Yield what the phases of a game are called in its keys."""
    kind = get_type_hints(library.game(game).state)["phase"]
    for one in get_args(kind) or kind:
        yield one.value if isinstance(one, Enum) else one.__struct_config__.tag
