"""Which mat a match is played on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hardware import MAT, MATS
from referee.match.desk import Snapshot
from vision.mat import Mat

TABLE = MAT.stem  # the mat of games that have none of their own


class Mats:
    """The project's mats, or one that an owner gave in place of all.

    Raises `MatError` for an owner's mat that cannot be used.
    """

    def __init__(self, own: str | Path | None = None) -> None:
        self._own = None if own is None else chosen_mat(own)

    def of(self, match: Snapshot | None) -> Mat:
        """Return the mat of a match: its game's own, or the table's."""
        return self._own or load_mat("" if match is None else match.game.name)


def mat_names() -> tuple[str, ...]:
    """Return the names of the mats that come with the project."""
    return tuple(sorted(path.stem for path in MATS.glob("*.toml")))


@cache
def load_mat(name: str) -> Mat:
    """Return a mat by its name, or the table's where there is none of that name."""
    return Mat.load(MATS / f"{name}.toml" if name in mat_names() else MAT)


def chosen_mat(which: str | Path | None) -> Mat:
    """Return the mat that a person named: the project's, by its name, or a file; else the table's.

    Raises `MatError`.
    """
    if which is None or str(which) in mat_names():
        return load_mat(str(which))
    return Mat.load(which)
