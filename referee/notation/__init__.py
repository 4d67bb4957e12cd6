"""A move, a position or any other value in one line of text, and back.

Chess has such a line for a move and one for a position. Here the type of a value says how it is
written, so a game needs no code for it:

    move     := TAG field*                 declare 1 extort target=2
    position := GAME SEATS field*          coyote 3 (…) (counted (count 6 1 0 1) [? 1 2 x2] []) …
    field    := value | NAME "=" value     by place if it is required; else by name, unless default
    value    := "-" | yes | no | NUMBER | WORD | "JSON string"
              | "[" value* "]" | "{" (WORD "=" value)* "}" | "(" TAG? field* ")"
    Message  := KEY | KEY "{" (NAME "=" value)* "}"     coyote.starts{seat=1}
    Zone     := KIND | KIND ":" NUMBER                  seat:1
    Cell     := CARD "@" ROW "," COLUMN                 fur@1,0

A word is written as a JSON string if it has a space or one of ``()[]{}="|;``, if it is ``-``,
``yes`` or ``no``, or if it looks like a number in a place that may hold a number.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from referee import library
from referee.contract import Game
from referee.notation.places import SHORT, place_of
from referee.notation.reading import NotationError, Reader, unfit
from referee.notation.writing import line, written

__all__ = ["NotationError", "read", "read_move", "read_position", "write", "write_position"]

T = TypeVar("T", bound=Struct)


def write(value: Struct, complete: bool = False) -> str:
    """Return a value in one line. A `complete` line also has the fields with their default."""
    kind = type(value)
    return written(value, place_of(kind)) if kind in SHORT else line(value, complete)


def read(text: str, kind: type[T]) -> T:
    """Return the value of a type from its line. Raise `NotationError`."""
    reader = Reader(text)
    plain = reader.value(place_of(kind)) if kind in SHORT else reader.fields((kind,))
    reader.end()
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise unfit(error) from None


def read_move(game: Game[Any, Any, Any], text: str) -> Any:
    """Return a game's move from its line. Raise `NotationError`, or `IllegalMove` as for JSON."""
    reader = Reader(text)
    plain = reader.fields(tuple(game.rules.moves.values()))
    reader.end()
    return library.move(game, plain)


def write_position(game: Game[Any, Any, Any], seats: int, state: Any) -> str:
    """Return the state of a match in one line. The line has every seat's secrets."""
    return f"{game.name} {seats} {write(state)}"


def read_position(text: str) -> tuple[Game[Any, Any, Any], int, Any]:
    """Return the game, the number of seats and the state from a line.

    Raise `NotationError`, or `BadOptions` if there is no such game.
    """
    reader = Reader(text)
    game = library.game(reader.word())
    seats = reader.value(place_of(int))
    plain = reader.fields((game.rules.state,))
    reader.end()
    try:
        return game, seats, library.state(game, plain)
    except msgspec.ValidationError as error:
        raise unfit(error) from None
