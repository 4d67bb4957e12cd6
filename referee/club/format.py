"""Tournament formats in TOML files. A format says how rounds are drawn and how they count.

The project's formats are in `formats/`. A club may have its own folder; a file with the same name
replaces the project's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.disk import textfiles
from referee.values import MOST_SEATS, Frozen, Message, RefereeError, Value

FOLDER = Path(__file__).parent / "formats"
FEWEST = 2
_REASON_LENGTH = 200  # Maximum length of a shown error message in characters.

Size = Annotated[int, Meta(ge=FEWEST, le=MOST_SEATS)]
Points = Annotated[float, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1000)]
TieBreak = Literal[
    "buchholz",
    "buchholz_cut1",
    "sonneborn_berger",
    "opponents_mean",
    "direct",
    "wins",
    "firsts",
    "lot",
]


class FormatError(RefereeError, ValueError):
    """A format that cannot be used, or a round that cannot be drawn."""

    def __init__(self, message: Message) -> None:
        super().__init__("club", message)


class Seats(Frozen, omit_defaults=False, forbid_unknown_fields=True):
    """The minimum, maximum and best number of players at a table."""

    least: Size
    most: Size
    best: Size


class Format(Frozen, omit_defaults=False, forbid_unknown_fields=True):
    """How rounds are drawn and how they count.

    `points` has the points of each place, by the number of players at the table. `bye` are the
    points for sitting out a round. `rounds` is the number of rounds (in a league: weeks), or 0 for
    as many as needed. `best` is how many of a player's matches count, or 0 for all. `tie_breaks`
    apply in the given order. `name` is the club's own name for the format. The names of the
    project's formats are ``club.format.<file>`` in the catalogue.
    """

    kind: Literal["round_robin", "swiss", "league", "free"]
    seats: Seats
    points: Annotated[dict[int, tuple[Points, ...]], Meta(max_length=MOST_SEATS)]
    bye: Points = 0
    rounds: Count = 0
    best: Count = 0
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=9)] = ()
    name: Annotated[str, Meta(max_length=100)] = ""

    def points_for(self, seats: int, first: int, sharing: int = 1) -> Fraction:
        """Return the points of place `first` (0: the best) at a table of `seats` players.

        Players who share places get the mean of their points.
        """
        shared = self.points[seats][first : first + sharing]
        return sum(map(exact, shared), Fraction()) / sharing


@lru_cache
def exact(points: float) -> Fraction:
    """Return a number exactly as people write it: 0.1 is one tenth.

    >>> exact(0.1) + exact(0.2)
    Fraction(3, 10)
    """
    return Fraction(repr(points))


def load(path: Path) -> Format:
    """Return the format in a file. Raise `FormatError` with the reason."""
    try:
        format_ = msgspec.convert(textfiles.read_toml(path), Format, str_keys=True)
    except (OSError, ValueError) as error:  # The errors of msgspec and tomllib are ValueErrors.
        params: dict[str, Value] = {"file": path.name}
        params["reason"] = textfiles.reason(error)[:_REASON_LENGTH]
        raise FormatError(Message("club.bad_format", params)) from error
    _check(format_, path.name)
    return format_


def _check(format_: Format, file: str) -> None:
    seats = format_.seats
    if not seats.least <= seats.best <= seats.most:
        sizes = (seats.least, seats.best, seats.most)
        raise FormatError(Message("club.bad_seats", {"file": file, "given": sizes}))
    for size in range(FEWEST, seats.most + 1):
        given = format_.points.get(size, ())
        if len(given) != size or list(given) != sorted(given, reverse=True):
            raise FormatError(Message("club.bad_points", {"file": file, "size": size}))


def formats(own: Path | None = None) -> dict[str, Format | FormatError]:
    """Return the project's formats and those in the club's `own` folder, by file name.

    If a file cannot be used, its value is the error.
    """
    folders = [FOLDER] if own is None else [FOLDER, own]
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return {stem: _loaded(path) for stem, path in sorted(files.items())}


def _loaded(path: Path) -> Format | FormatError:
    try:
        return load(path)
    except FormatError as refused:
        return refused


def table_sizes(count: int, seats: Seats) -> tuple[Sequence[int], int]:
    """Return the number of players at each table, largest first, and the number who sit out.

    As few players as possible sit out. The sizes of tables differ by at most one and are as close
    as possible to the best size. Raise `FormatError` if there are too few players for a table.

    >>> table_sizes(14, Seats(3, 5, 4)), table_sizes(7, Seats(2, 2, 2))
    (([4, 4, 3, 3], 0), ([2, 2, 2], 1))
    """
    if count < seats.least:
        raise FormatError(Message("club.too_few", {"least": seats.least, "count": count}))
    for out in range(count):
        there = count - out
        fit = range(-(-there // seats.most), there // seats.least + 1)
        if fit:
            tables = min(fit, key=lambda many: (abs(Fraction(there, many) - seats.best), many))
            least, more = divmod(there, tables)
            return [least + 1] * more + [least] * (tables - more), out
    raise AssertionError("one table is always possible")
