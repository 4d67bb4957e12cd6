"""Recorded matches: the one reader and writer of the files in the folder ``golden`` of a game.

A file ``<name>.match`` is in the notation of `referee.notation`:

    coup 3 starter=0 least_s=3 …            the game, the number of seats, and all options
    declare 0 tax => CP-16 coup.claims{…}   a move a line, and its rulings, with `|` between them
    == view 0 …                             what is true after the last move: each seat's view,
    == layout cards=[…]                     the layout, the record and the outcome

Only the options and the moves are read. The rest is made again and compared, so a new file needs
no more than its first part. How a game keeps its state is no promise, so it is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from referee import library, notation
from referee.match import matchfile
from referee.match.running import PlayedMatch

ENDING = ".match"
_RULINGS, _END = " => ", "== "


def recorded_names(game: str) -> tuple[str, ...]:
    """Return the names of a game's recorded matches."""
    folder = library.folder(game) / "golden"
    return tuple(path.stem for path in sorted(folder.glob(f"*{ENDING}")))


def recorded_path(game: str, name: str) -> Path:
    """Return the file of a recorded match."""
    return library.folder(game) / "golden" / f"{name}{ENDING}"


def match_file(game: str, name: str) -> str:
    """Return a recorded match as the text of a match file, as `coyote replay` reads it."""
    header, *lines = recorded_path(game, name).read_text("utf-8").splitlines()
    title, seats, options = header.split(" ", 2)
    played = library.game(title)
    moves = (
        notation.read_move(played, line.partition(_RULINGS)[0])
        for line in lines
        if not line.startswith(_END)
    )
    plain = to_builtins(notation.read(options, played.rules.options))
    file = matchfile.dump(matchfile.Header(title, int(seats), plain), moves)
    return "".join(f"{line}\n" for line in file)


def match_lines(game: str, name: str) -> Iterator[dict[str, Any]]:
    """Yield the header and the moves of a recorded match as plain data."""
    return map(json.loads, match_file(game, name).splitlines())


def recorded(game: str, name: str) -> PlayedMatch:
    """Return a recorded match, played again."""
    return matchfile.replay(match_file(game, name).splitlines())


def lines_of(match: PlayedMatch) -> Iterator[str]:
    """Yield the lines of a recorded match, as they should be."""
    game, state, seats = match.game, match.state, match.seats
    yield f"{game.name} {seats} {notation.write(match.options, complete=True)}"
    for entry in match.entries[1:]:
        rulings = " | ".join(map(notation.write, entry.rulings))
        yield f"{notation.write(entry.move)}{_RULINGS}{rulings}"
    for seat in (None, *range(seats)):
        view = notation.write(game.shown.view(state, seat))
        yield f"{_END}view {'-' if seat is None else seat} {view}"
    yield from _parts("layout", game.table.layout(state))
    yield from _parts("record", game.record(match.states))
    outcome = game.rules.outcome(state)
    yield f"{_END}outcome {'-' if outcome is None else notation.write(outcome)}"


def _parts(title: str, whole: Struct) -> Iterator[str]:
    """Yield the lists of a value, an item a line."""
    for name in whole.__struct_fields__:
        for item in getattr(whole, name):
            yield f"{_END}{title} {notation.write(type(whole)(**{name: (item,)}))}"
