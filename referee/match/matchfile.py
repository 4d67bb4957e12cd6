"""Match files in JSON Lines, as a player downloads them.

The first line has the game, the options and the seats. Every other line has a move that still
counts. A journal's own match files have all entries (`journal/matchfiles.py`) and are read, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from referee.actor import TABLE
from referee.contract import IllegalMove, Message, RefereeError
from referee.library import FORM
from referee.match.journal.bodies import Begun, Body, Handed, Moved, Stopped
from referee.match.journal.entries import Line, Row, read_line
from referee.match.people.players import PlaceGoesTo
from referee.match.people.stretches import stretches
from referee.match.resuming import kept_match
from referee.match.running import PlayedMatch


class MatchFileError(RefereeError, ValueError):
    """A match file that cannot be replayed. It says which line (from 1), which rule, and why.

    `illegal` means that the rules forbid the move in that line. Otherwise the file is malformed.
    """

    def __init__(self, line: int, rule: str, message: Message, illegal: bool = False) -> None:
        super().__init__(rule, message)
        self.line = line
        self.illegal = illegal


class HandedSeat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat that changed hands after a number of moves. The fields are those of `HandOver`."""

    seat: int
    after: int
    name: str = ""
    level: str = ""
    place: PlaceGoesTo = ""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line of a match file. `seats` is the number of seats, or the players' names.

    If seats changed hands, the names are those of the first players, and `handed` has the others.
    `stopped` says that everybody agreed to stop after the last move, and let the standings count.
    """

    game: str
    seats: int | tuple[str, ...]
    options: dict[str, Any] = {}
    handed: tuple[HandedSeat, ...] = ()
    stopped: bool = False

    @property
    def number(self) -> int:
        """The number of seats."""
        return self.seats if isinstance(self.seats, int) else len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the first players, if the file has them."""
        return () if isinstance(self.seats, int) else self.seats

    def handed_after(self, moves: int) -> tuple[Handed, ...]:
        """Return the entries of the seats that changed hands after a number of moves."""
        now = [item for item in self.handed if item.after == moves and 0 <= item.seat < self.number]
        return tuple(Handed(item.seat, item.name, item.level, item.place) for item in now)


def replay(lines: Iterable[str | bytes]) -> PlayedMatch:
    """Replay a match file, also a journal's own, and check every move. Raise `MatchFileError`.

    The entries of the match have the numbers of their lines.
    """
    numbered = _numbered(lines)
    start, first = next(numbered, (1, ""))
    if not first:
        raise MatchFileError(1, FORM, Message("desk.no_header"))
    if read_line(_ended(first)):
        return replay(_exported(chain([(start, first)], numbered)))
    header = _header(start, first)
    begun = Begun(header.game, header.options, header.number, header.names)
    try:
        running = PlayedMatch(Line(start, start, begun, TABLE, 0.0))
    except RefereeError as error:
        raise MatchFileError(start, error.rule, error.message) from error

    def add(number: int, *bodies: Body) -> None:
        for body in bodies:
            running.add(Line(number, start, body, TABLE, 0.0))

    number = start
    for moves, (number, text) in enumerate(numbered):
        add(number, *header.handed_after(moves))
        try:
            add(number, Moved(_json(number, text)))
        except IllegalMove as error:
            illegal = error.rule != FORM
            raise MatchFileError(number, error.rule, error.message, illegal) from error
    add(number + 1, *header.handed_after(len(running.moves)))
    if header.stopped and running.outcome is None:
        add(number + 1, Stopped())
    return running


def dump(header: Header, moves: Iterable[Any]) -> Iterator[str]:
    """Yield the lines of a match file, without line ends. Moves may be values or plain data."""
    return (json.dumps(msgspec.to_builtins(value)) for value in (header, *moves))


def dump_match(running: PlayedMatch) -> Iterator[str]:
    """Yield the lines of a played match."""
    return dump(header_of(running), running.moves)


def header_of(running: PlayedMatch) -> Header:
    """Return the first line of a played match."""
    players = running.players
    first = tuple(stays[0].name for stays in players.tenures)
    every = chain.from_iterable(players.tenures)
    handed = tuple(
        HandedSeat(stretch.seat, stretch.first - 1, tenure.name, tenure.level, tenure.place)
        for stretch, tenure in zip(stretches(players, running.entries), every, strict=True)
        if tenure is not players.tenures[stretch.seat][0]
    )
    seats = first if any(first) else players.seats
    options = msgspec.to_builtins(running.options)
    return Header(running.game.name, seats, options, handed, running.is_stopped)


def _exported(numbered: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield the lines of a match file, from the entries in a journal's own file of the match."""
    rows = list[Row]()
    for number, text in numbered:
        row = read_line(_ended(text))
        if row is None or not row.is_chained_to(rows[-1].digest if rows else ""):
            raise MatchFileError(number, FORM, Message("desk.bad_json", {"reason": text[:40]}))
        rows.append(row)
    try:
        return dump_match(kept_match([row.line() for row in rows]))
    except IllegalMove as error:
        raise MatchFileError(1, error.rule, error.message) from error


def _ended(text: str) -> bytes:
    return text.encode() + b"\n"


def _numbered(lines: Iterable[str | bytes]) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines with their numbers, from 1."""
    for number, raw in enumerate(lines, start=1):
        try:
            text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        except UnicodeDecodeError:
            raise MatchFileError(number, FORM, Message("desk.not_utf8")) from None
        text = text.removeprefix("\ufeff").strip()
        if text:
            yield number, text


def _header(number: int, text: str) -> Header:
    plain = _json(number, text)
    if not isinstance(plain, dict) or "game" not in plain:
        raise MatchFileError(number, FORM, Message("desk.no_header"))
    try:
        return msgspec.convert(plain, Header)
    except msgspec.ValidationError as error:
        message = Message("desk.bad_header", {"reason": str(error)})
        raise MatchFileError(number, FORM, message) from None


def _json(number: int, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        message = Message("desk.bad_json", {"reason": str(error)})
        raise MatchFileError(number, FORM, message) from None
