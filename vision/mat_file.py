"""Reads the TOML file of a mat, or of one mat for each seat, and refuses what cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import cv2
import msgspec

from referee.disk.textfiles import check_numbers, read_toml, reason
from vision.errors import VisionError
from vision.files import is_folder
from vision.geometry import Box
from vision.mat import SEATS, WHOLE, Grid, Mat, Sheet

MOST_MM = 10_000.0  # No mat is larger.
SIGNED = frozenset({"middle_mm", "turn_deg"})  # They place a mat on the virtual table.
LEAST_MARKERS = 4
PER_SEAT = "{seat}"  # Stands for the seat's number in a zone's name.
ZONE = re.compile(r"[^:]+(:[0-9]{1,3})?")  # A zone's name: its kind, and its number if it has one.

Positive = Annotated[float, msgspec.Meta(gt=0)]
Cells = Annotated[int, msgspec.Meta(ge=1, le=26)]  # A lettered grid has a letter for each row.
Point = tuple[float, float]


class MatError(VisionError):
    """The mat file cannot be used; the message says why in one sentence."""


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    middle_mm: Point = (0.0, 0.0)
    turn_deg: float = 0.0


class _Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dictionary: str
    size_mm: Positive
    centres: Annotated[dict[int, Point], msgspec.Meta(min_length=LEAST_MARKERS)]
    quiet_mm: float = 0.0


class _Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    left_top_mm: Point
    cell_mm: tuple[Positive, Positive]
    rows: Cells
    columns: Cells
    lettered: bool = False


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mat's file. Its fields are those of `Mat` and `Sheet`."""

    size_mm: tuple[Positive, Positive]
    markers: _Markers
    zones: Annotated[dict[str, Box], msgspec.Meta(min_length=1)]
    form: int = 1
    title: str = ""
    players: tuple[int, int] | None = None
    middle_mm: Point = (0.0, 0.0)
    turn_deg: float = 0.0
    signs: str | None = None
    grids: dict[str, _Grid] = {}
    words: dict[str, str] = {}
    beside: dict[str, str] = {}
    seats: tuple[_Place, ...] = ()


def read_mat(path: str | Path) -> Mat:
    """Return the mat of a TOML file, or that of the first seat, as `read_mats` does."""
    return read_mats(path)[0]


def read_mats(path: str | Path) -> tuple[Mat, ...]:
    """Return a TOML file's mat, or that of each seat. Raise `MatError` if it is invalid."""
    path = Path(path)
    try:
        document = read_toml(path)
    except OSError as error:
        raise MatError(f"the mat {path} cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise MatError(f"the mat {path} is not valid TOML: {error}") from error
    try:
        return _mats(document, path)
    except ValueError as error:  # This includes the errors of msgspec.
        raise MatError(f"the mat {path} cannot be used: {error}") from error


def _mats(document: Mapping[str, object], path: Path) -> tuple[Mat, ...]:
    check_numbers(document, MOST_MM, SIGNED)
    file = msgspec.convert(document, _File, str_keys=True)
    if file.players is not None and not 1 <= file.players[0] <= file.players[1]:
        raise ValueError("players must be the fewest and the most players")
    if not hasattr(cv2.aruco, f"DICT_{file.markers.dictionary}"):
        raise ValueError(f"there is no marker dictionary {file.markers.dictionary!r}")
    sheet = Sheet(_signs(file, path.parent), file.words, file.beside)
    mats = tuple(_mat(file, path.stem, seat, sheet) for seat in range(len(file.seats)) or [None])
    numbers = [number for mat in mats for number in mat.markers]
    for number in (min(numbers), max(numbers)):
        if not 0 <= number < len(mats[0].aruco_dictionary.bytesList):
            raise ValueError(f"there is no marker {number} in its dictionary")
    for fault in (*_misnamed(mats), *mats[0].faults()):
        raise ValueError(fault)
    return mats


def _misnamed(mats: Sequence[Mat]) -> Iterator[str]:
    """Yield each zone's name that cannot be, in a few words."""
    for zone in mats[0].zones:
        if zone in (WHOLE, SEATS):
            yield f"no zone can be called {zone!r}, which stands for several"
        elif not ZONE.fullmatch(zone):
            yield f"zone {zone!r} needs a name, and after a colon a number"
        elif any(zone in other.zones for other in mats[1:]):
            yield f"zone {zone!r} needs {PER_SEAT} in its name, as each seat has a mat"


def _mat(file: _File, stem: str, seat: int | None, sheet: Sheet) -> Mat:
    """Return the mat of a file, or that of a seat, whose zones and markers have its number."""
    place = _Place(file.middle_mm, file.turn_deg) if seat is None else file.seats[seat]
    further = (seat or 0) * len(file.markers.centres)

    def named(zone: str) -> str:
        return zone if seat is None else zone.replace(PER_SEAT, str(seat))

    return Mat(
        size_mm=file.size_mm,
        dictionary=file.markers.dictionary,
        marker_mm=file.markers.size_mm,
        quiet_mm=file.markers.quiet_mm,
        markers={number + further: at for number, at in file.markers.centres.items()},
        zones={named(zone): box for zone, box in file.zones.items()},
        grids={
            named(name): Grid(
                grid.left_top_mm,
                grid.cell_mm,
                grid.rows,
                grid.columns,
                named(name) if name in file.zones else WHOLE,
                grid.lettered,
            )
            for name, grid in file.grids.items()
        },
        name=stem if seat is None else f"{stem}:{seat}",
        title=file.title or stem,
        seat=seat,
        middle_mm=place.middle_mm,
        turn_deg=place.turn_deg,
        players=file.players,
        sheet=sheet,
    )


def _signs(file: _File, folder: Path) -> Path | None:
    if file.signs is None:
        return None
    signs = (folder / file.signs).resolve()
    if not is_folder(signs):
        raise ValueError(f"there is no folder {signs} of signs")
    return signs
