"""A table's public values: a summary of a stranger's view, in the table's language.

The home gets them, and so does the hub of the table's club.
"""

from __future__ import annotations

import msgspec


class SeatValue(msgspec.Struct, frozen=True):
    """A seat's player, texts with its counts, and whether the player must act."""

    seat: int
    name: str
    counts: tuple[str, ...]
    on: bool
    out: bool


class Health(msgspec.Struct, frozen=True):
    """Whether something works, and a text about it."""

    well: bool
    text: str


class Values(msgspec.Struct, frozen=True):
    """A table's values. `game` is empty before the first match.

    `turn` names the players to move, and `winner` the winners of a finished match. `ruling` is the
    newest one, with its `rules`. `camera` is None without a camera.
    """

    game: str
    round: str
    phase: str
    turn: str
    seats: tuple[SeatValue, ...]
    ruling: str
    rules: tuple[str, ...]
    winner: str
    paused: bool
    table: Health
    camera: Health | None
