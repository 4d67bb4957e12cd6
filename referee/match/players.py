"""Who plays at each seat of a match, from which entry on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.kit import replaced


@dataclass(frozen=True)
class _Stay:
    """A player at a seat: their `name` (empty: none was given), from the entry `since` on."""

    since: int
    name: str = ""


@dataclass(frozen=True)
class Players:
    """The players of a match, those who left their seat to another among them.

    A name is its player's for as long as they play, also of what was before it was given: only
    where another takes the seat over, the past keeps the name that it had.
    """

    _stays: tuple[tuple[_Stay, ...], ...]

    @classmethod
    def begun(cls, seats: int, names: Sequence[str]) -> Players:
        """Return the players of a match that begins; `names` are those of the first seats."""
        given = (*names, *[""] * seats)[:seats]
        return cls(tuple((_Stay(0, name),) for name in given))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who play now, by seat; none at all where nobody has one."""
        names = tuple(stays[-1].name for stays in self._stays)
        return names if any(names) else ()

    def at(self, seq: int) -> tuple[str, ...]:
        """Return the names of those who played when an entry was made, by seat."""
        return tuple(
            next(stay.name for stay in reversed(stays) if stay.since <= seq)
            for stays in self._stays
        )

    def of(self, seat: int) -> tuple[str, ...]:
        """Return the names of all who played at a seat, in order."""
        return tuple(stay.name for stay in self._stays[seat])

    def called(self, seat: int, name: str) -> Players:
        """Return the players once the one at a seat is called by a name.

        Who bears the name of the one before is that player, who has come back.
        """
        stays = self._stays[seat]
        if name and len(stays) > 1 and stays[-2].name == name:
            return self._with(seat, stays[:-1])
        return self._with(seat, (*stays[:-1], replace(stays[-1], name=name)))

    def handed(self, seat: int, name: str, seq: int) -> Players:
        """Return the players once another one has a seat, from the entry `seq` on."""
        return self._with(seat, (*self._stays[seat], _Stay(seq, name)))

    def _with(self, seat: int, stays: tuple[_Stay, ...]) -> Players:
        return Players(replaced(self._stays, seat, stays))
