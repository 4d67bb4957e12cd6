"""The mats of a match: one mat, or several from a folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hardware import MAT
from referee import library
from referee.contract import Message
from referee.match.desk import Snapshot
from vision.files import is_folder
from vision.mat import Mat
from vision.mat_file import MatError, read_mats

LEAST_MARKERS = 3  # Markers needed to recognise a mat, because noise may look like one.
TABLE = MAT.stem  # Name of the mat for games without their own mat.


class Mats:
    """The project's mats. If the owner gives `own` mats, these replace all of them.

    Raise `MatError` if an owner's mat is unusable.
    """

    def __init__(self, own: str | Path | None = None) -> None:
        self._own = None if own is None else chosen_mats(own)
        self._serving: dict[int, tuple[Mat, ...]] = {}

    def mats_for(self, match: Snapshot | None) -> tuple[Mat, ...]:
        """Return the mats of a match. Two calls for equal matches return the same objects."""
        if self._own is not None:
            if match is None:
                return self._own
            return self._serving.setdefault(match.seats, serving(self._own, match.seats))
        return load_mats(TABLE) if match is None else load_mats(match.game.name, match.seats)


def mat_names() -> tuple[str, ...]:
    """Return the names of all mats: the table's mat, and the mats of games that have their own."""
    return tuple(sorted((TABLE, *(name for name in library.names() if _folder(name).is_dir()))))


@cache
def load_mats(name: str, seats: int | None = None) -> tuple[Mat, ...]:
    """Return a game's own mats. A game without any gets the table's mat.

    With `seats`, return only the mats for that number of players.
    """
    mats = _loaded(_folder(name) if name in mat_names() and name != TABLE else MAT)
    return serving(mats, seats)


def serving(mats: tuple[Mat, ...], seats: int | None) -> tuple[Mat, ...]:
    """Return the mats that suit this number of players, or all mats if none does or for None."""
    if seats is None:
        return mats
    return tuple(mat for mat in mats if mat.serves(seats)) or mats


def mat_of_markers(markers: frozenset[int]) -> str | None:
    """Return the name of the project's mat that has the most of these markers."""
    for name in mat_names():
        if any(len(markers & mat.markers.keys()) >= LEAST_MARKERS for mat in load_mats(name)):
            return name
    return None


def other_mat(markers: frozenset[int]) -> Message | None:
    """Return a message that names the mat with most of these markers, or None."""
    name = mat_of_markers(markers)
    if name is None:
        return None
    games = (
        [name] if name != TABLE else [game for game in library.names() if game not in mat_names()]
    )
    return Message(
        "table.quality.other_mat", {"game_words": tuple(f"game.{game}" for game in games)}
    )


def chosen_mats(which: str | Path | None) -> tuple[Mat, ...]:
    """Return the mats that a person chose by a project's name, a file or a folder.

    Without a choice, return the table's mat. Raise `MatError` if the mats are unusable.
    """
    if which is None or str(which) in mat_names():
        return load_mats(str(which or TABLE))
    if not str(which):
        raise MatError("no mat is named: give a file, a folder or a game")
    return _loaded(Path(which))


def _loaded(path: Path) -> tuple[Mat, ...]:
    """Return the mats of a file, or of all files in a folder. Raise `MatError`."""
    if not is_folder(path):
        return read_mats(path)
    mats = tuple(mat for file in sorted(path.glob("*.toml")) for mat in read_mats(file))
    if not mats:
        raise MatError(f"the folder {path} has no mat: no file's name ends in .toml")
    owners: dict[tuple[str, int], Mat] = {}
    for mat in mats:
        for number in mat.markers:
            other = owners.setdefault((mat.dictionary, number), mat)
            if other is not mat:
                raise MatError(
                    f"the mats {other.name} and {mat.name} in {path} both have marker {number}: "
                    "give each mat markers of its own"
                )
    return mats


def _folder(name: str) -> Path:
    return library.folder(name) / "mats"
