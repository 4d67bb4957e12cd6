"""The players of a match: who has played at each seat, and since which entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from referee.kit import replaced


@dataclass(frozen=True)
class _Tenure:
    """A player at a seat since the entry `since`. The `name` may be empty.

    A bot has a `level`; a person has none.
    """

    since: int
    name: str = ""
    level: str = ""


@dataclass(frozen=True)
class Players:
    """The players of a match, including those who have left.

    If a player gets another name, it also counts for the player's earlier moves. After a handover,
    earlier moves keep the name of the earlier player.
    """

    _stays: tuple[tuple[_Tenure, ...], ...]

    @classmethod
    def at_start(cls, seats: int, names: Sequence[str], levels: Sequence[str] = ()) -> Players:
        """Return the players at the beginning of a match."""
        given = zip_longest(names[:seats], levels[:seats], range(seats), fillvalue="")
        return cls(tuple((_Tenure(0, name, level),) for name, level, _ in given))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the current player at each seat. Empty if nobody has a name."""
        names = tuple(stays[-1].name for stays in self._stays)
        return names if any(names) else ()

    @property
    def levels(self) -> dict[int, str]:
        """The level of each bot, by seat."""
        now = ((seat, stays[-1].level) for seat, stays in enumerate(self._stays))
        return {seat: level for seat, level in now if level}

    def names_at(self, seq: int) -> tuple[str, ...]:
        """Return the players' names by seat, as they were when an entry was written."""
        return tuple(
            next(stay.name for stay in reversed(stays) if stay.since <= seq)
            for stays in self._stays
        )

    def names_of(self, seat: int) -> tuple[str, ...]:
        """Return the names of all players at a seat, in the order in which they played."""
        return tuple(stay.name for stay in self._stays[seat])

    def levels_of(self, seat: int) -> tuple[str, ...]:
        """Return the levels of all players at a seat, in order. A person has an empty level."""
        return tuple(stay.level for stay in self._stays[seat])

    def with_name(self, seat: int, name: str) -> Players:
        """Return the players after somebody named the player of a seat.

        If the name is that of the previous player at the seat, that player has come back.
        """
        stays = self._stays[seat]
        if name and len(stays) > 1 and (stays[-2].name, stays[-2].level) == (name, stays[-1].level):
            return self._with_tenures(seat, stays[:-1])
        return self._with_tenures(seat, (*stays[:-1], replace(stays[-1], name=name)))

    def with_player(self, seat: int, name: str, seq: int, level: str = "") -> Players:
        """Return the players after a seat got another player, from the entry `seq` on."""
        return self._with_tenures(seat, (*self._stays[seat], _Tenure(seq, name, level)))

    def _with_tenures(self, seat: int, stays: tuple[_Tenure, ...]) -> Players:
        return Players(replaced(self._stays, seat, stays))
