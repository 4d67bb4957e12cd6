"""A bed of everyday mistakes: what people lay, and what the table must say of it.

What is expected was written from the rule files alone; each game's is a file of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does: lays, takes or moves a card, or makes a move at a button or a page.

    `do` is ``lay``, ``take``, ``move``, ``turn``, ``look``, ``make`` (a move), ``undo``, ``pause``
    or ``resume``; `to` is the zone that a card is moved to, `at` its cell in a grid, as the layout
    counts, `of` the deck of a foreign card, and `move` a line of the notation (`referee.notation`).
    """

    do: str
    card: str = ""
    zone: str = ""
    to: str = ""
    at: tuple[int, int] | None = None
    down: bool = False
    of: str = ""
    move: str = ""


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake: how the match came there, what is done, what must be said, and how it is cured.

    Written from the rule files: `situation`, `course` (the moves), `done` and `cured` in words, and
    what must follow. `expect` has some of ``refused``, ``asked``, ``missing``, ``progress``,
    ``taken`` (the moves `booked`) and ``nothing``; `rule` are ids of which the sentence must carry
    one, `to` whom it concerns (None: not said, empty: the table). Translated for the program:
    `moves` in the notation, `acts` and `cure`; one `long` to come to is played in the whole bed
    alone.
    """

    id: str
    seats: int
    expect: tuple[str, ...]
    acts: tuple[Act, ...]
    kind: str = ""
    slips: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    situation: str = ""
    course: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    to: tuple[int, ...] | None = None
    booked: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    says: str = ""
    never: tuple[str, ...] = ()
    cured: tuple[str, ...] = ()
    after: str = ""
    moves: tuple[str, ...] = ()
    cure: tuple[Act, ...] = ()
    long: bool = False


def games() -> tuple[str, ...]:
    """Return the games that have a bed of mistakes; those ``.words`` are not translated yet."""
    return tuple(sorted(path.stem for path in HERE.glob("*.toml") if "." not in path.stem))


def slips(game: str) -> Iterator[Slip]:
    """Yield the mistakes of a game that were written from the rule files alone."""
    yield from _read(f"{game}.toml")


def seen_slips(game: str) -> Iterator[Slip]:
    """Yield those that were written with the program in view. No bench counts them."""
    yield from _read(f"{game}.seen.toml")


def _read(name: str) -> tuple[Slip, ...]:
    file = HERE / name
    document = tomllib.loads(file.read_text("utf-8")) if file.exists() else {"slip": ()}
    return msgspec.convert(document["slip"], tuple[Slip, ...], strict=False)
