"""Who plays at each seat of a match, from which entry on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from referee.kit import replaced


@dataclass(frozen=True)
class _Tenure:
    """A player at a seat: their `name` (empty: none was given), from the entry `since` on.

    One of the table's own plays at a `level`; a person has none.
    """

    since: int
    name: str = ""
    level: str = ""


@dataclass(frozen=True)
class Players:
    """The players of a match, those who left their seat to another among them.

    A name is its player's for as long as they play, also of what was before it was given: only
    where another takes the seat over, the past keeps the name that it had.
    """

    _stays: tuple[tuple[_Tenure, ...], ...]

    @classmethod
    def at_start(cls, seats: int, names: Sequence[str], levels: Sequence[str] = ()) -> Players:
        """Return the players of a match that begins, by the `names` and levels of the first."""
        given = zip_longest(names[:seats], levels[:seats], range(seats), fillvalue="")
        return cls(tuple((_Tenure(0, name, level),) for name, level, _ in given))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who play now, by seat; none at all where nobody has one."""
        names = tuple(stays[-1].name for stays in self._stays)
        return names if any(names) else ()

    @property
    def levels(self) -> dict[int, str]:
        """The seats that the table's own players have now, and how well each plays."""
        now = ((seat, stays[-1].level) for seat, stays in enumerate(self._stays))
        return {seat: level for seat, level in now if level}

    def names_at(self, seq: int) -> tuple[str, ...]:
        """Return the names of those who played when an entry was made, by seat."""
        return tuple(
            next(stay.name for stay in reversed(stays) if stay.since <= seq)
            for stays in self._stays
        )

    def names_of(self, seat: int) -> tuple[str, ...]:
        """Return the names of all who played at a seat, in order."""
        return tuple(stay.name for stay in self._stays[seat])

    def levels_of(self, seat: int) -> tuple[str, ...]:
        """Return how well each of them plays who is the table's own; a person has no level."""
        return tuple(stay.level for stay in self._stays[seat])

    def with_name(self, seat: int, name: str) -> Players:
        """Return the players once the one at a seat is called by a name.

        Who bears the name of the one before is that player, who has come back.
        """
        stays = self._stays[seat]
        if name and len(stays) > 1 and (stays[-2].name, stays[-2].level) == (name, stays[-1].level):
            return self._with(seat, stays[:-1])
        return self._with(seat, (*stays[:-1], replace(stays[-1], name=name)))

    def with_player(self, seat: int, name: str, seq: int, level: str = "") -> Players:
        """Return the players once another one has a seat, from the entry `seq` on."""
        return self._with(seat, (*self._stays[seat], _Tenure(seq, name, level)))

    def _with(self, seat: int, stays: tuple[_Tenure, ...]) -> Players:
        return Players(replaced(self._stays, seat, stays))
