"""The players of a match: who has played at each seat, and since which entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from referee.kit import replaced
from referee.names import is_same


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
    earlier moves keep the name of the earlier player. `drawn` has the players by seat if a club
    drew the match, and is empty otherwise.
    """

    _stays: tuple[tuple[_Tenure, ...], ...]
    drawn: tuple[str, ...] = ()

    @classmethod
    def at_start(
        cls, seats: int, names: Sequence[str], levels: Sequence[str] = (), drawn: str = ""
    ) -> Players:
        """Return the players at the beginning of a match. `drawn` is the mark of a drawn match."""
        given = zip_longest(names[:seats], levels[:seats], range(seats), fillvalue="")
        stays = tuple((_Tenure(0, name, level),) for name, level, _ in given)
        return cls(stays, tuple(one.name for (one,) in stays) if drawn else ())

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

    def drawn_player(self, seat: int) -> str:
        """Return the player whom the club drew for a seat and who still plays there, or ""."""
        now = self._stays[seat][-1]
        there = bool(self.drawn) and not now.level and is_same(now.name, self.drawn[seat])
        return now.name if there else ""

    def drawn_seat(self, name: str) -> int | None:
        """Return the seat for which the club drew a player, or None."""
        there = (seat for seat, one in enumerate(self.drawn) if name and is_same(one, name))
        return next(there, None)

    def with_name(self, seat: int, name: str) -> Players:
        """Return the players after somebody named the player of a seat.

        If the name is that of the previous player at the seat, that player has come back. If the
        club drew that player for another seat, the two players have changed places.
        """
        stays, other = self._stays[seat], self.drawn_seat(name)
        if other is not None and other != seat and not stays[-1].level:
            return self._with_places_changed(seat, other, name)
        back = stays[-2:-1] if name else ()
        if any(is_same(one.name, name) and one.level == stays[-1].level for one in back):
            return self._with_tenures(seat, stays[:-1])
        return self._with_tenures(seat, _named(stays, name))

    def with_player(self, seat: int, name: str, seq: int, level: str = "") -> Players:
        """Return the players after a seat got another player, from the entry `seq` on."""
        return self._with_tenures(seat, (*self._stays[seat], _Tenure(seq, name, level)))

    def _with_places_changed(self, seat: int, other: int, name: str) -> Players:
        """Return the players after the one drawn for `other`, called `name`, moved to `seat`."""
        found = self._with_tenures(seat, _named(self._stays[seat], name))
        if self.drawn_player(other):
            before = self._stays[seat][-1].name
            found = found._with_tenures(other, _named(self._stays[other], before))
        drawn = replaced(replaced(self.drawn, seat, self.drawn[other]), other, self.drawn[seat])
        return replace(found, drawn=drawn)

    def _with_tenures(self, seat: int, stays: tuple[_Tenure, ...]) -> Players:
        return replace(self, _stays=replaced(self._stays, seat, stays))


def _named(stays: tuple[_Tenure, ...], name: str) -> tuple[_Tenure, ...]:
    return (*stays[:-1], replace(stays[-1], name=name))
