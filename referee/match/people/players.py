"""The players of a match: who has played at each seat, and since which entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple, TypeVar

from referee.kit import replaced
from referee.match.people.names import is_same

T = TypeVar("T")

PlaceGoesTo = Literal["", "keeps", "leaves", "comes", "nobody"]
"""Who takes a seat's place and rating after a hand-over.

The one who has had it so far keeps it, or it goes to the one who leaves, the one who comes, or
nobody. It is empty in journals from before anybody was asked; then the newcomer takes it.
"""


@dataclass(frozen=True)
class Tenure:
    """A player at a seat since the entry `since`. The `name` may be empty.

    A bot has a `level`; a person has none. `place` was the answer when this player came.
    """

    since: int
    name: str = ""
    level: str = ""
    place: PlaceGoesTo = ""

    @property
    def person(self) -> str:
        """The name under which results count. Empty for a bot."""
        return "" if self.level else self.name


@dataclass(frozen=True)
class Players:
    """The players of a match, also after they have left.

    If a player gets another name, it also counts for the player's earlier moves. After a handover,
    earlier moves keep the name of the earlier player. `drawn` has the players by seat if a club
    drew the match, and is empty otherwise. `tenures` has all players of each seat, in the order in
    which they played.
    """

    tenures: tuple[tuple[Tenure, ...], ...]
    drawn: tuple[str, ...] = ()

    @classmethod
    def at_start(
        cls, seats: int, names: Sequence[str], levels: Sequence[str] = (), drawn: str = ""
    ) -> Players:
        """Return the players at the beginning of a match. `drawn` is the mark of a drawn match."""
        given = zip_longest(names[:seats], levels[:seats], range(seats), fillvalue="")
        stays = tuple((Tenure(0, name, level),) for name, level, _ in given)
        return cls(stays, tuple(tenure.name for (tenure,) in stays) if drawn else ())

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the current player at each seat. Empty if nobody has a name."""
        names = tuple(stays[-1].name for stays in self.tenures)
        return names if any(names) else ()

    @property
    def people(self) -> tuple[str, ...]:
        """The name of the current player at each seat. A bot has none here."""
        return tuple(stays[-1].person for stays in self.tenures)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.tenures)

    @property
    def levels(self) -> dict[int, str]:
        """The level of each bot, by seat."""
        now = ((seat, stays[-1].level) for seat, stays in enumerate(self.tenures))
        return {seat: level for seat, level in now if level}

    @property
    def place_takers(self) -> tuple[Tenure | None, ...]:
        """The player who takes the place of each seat at the end of the match. None if nobody does.

        Nobody takes two places: a player who gets a later place leaves the one that they had kept
        to its present player.
        """
        takers = [*map(place_taker, self.tenures)]
        people = [(seat, taker) for seat, taker in enumerate(takers) if taker and taker.person]
        kept = [(who.since, seat, who.name) for seat, who in people if who is not self.now(seat)]
        for _, seat, name in sorted(kept):
            others = (*takers[:seat], *takers[seat + 1 :])
            if any(other is not None and is_same_player(other, name) for other in others):
                takers[seat] = self.now(seat)
        return tuple(takers)

    def now(self, seat: int) -> Tenure:
        """Return the current player at a seat."""
        return self.tenures[seat][-1]

    @property
    def place_names(self) -> tuple[str, ...]:
        """The names under which the places count. Empty for a bot or nobody."""
        return tuple("" if taker is None else taker.person for taker in self.place_takers)

    @property
    def shown_takers(self) -> tuple[Tenure, ...]:
        """The player to show at each place: whoever takes it, or else the last player."""
        takers = zip(self.place_takers, self.tenures, strict=True)
        return tuple(taker or stays[-1] for taker, stays in takers)

    def names_at(self, seq: int) -> tuple[str, ...]:
        """Return the players' names by seat, as they were when an entry was written."""
        earlier = [[stay.name for stay in stays if stay.since <= seq] for stays in self.tenures]
        return tuple(names[-1] for names in earlier)

    def drawn_player(self, seat: int) -> str:
        """Return the player whom the club drew for a seat and who still plays there, or ""."""
        now = self.now(seat)
        there = bool(self.drawn) and not now.level and is_same(now.name, self.drawn[seat])
        return now.name if there else ""

    def drawn_seat(self, name: str) -> int | None:
        """Return the seat for which the club drew a player, or None."""
        there = (seat for seat, player in enumerate(self.drawn) if name and is_same(player, name))
        return next(there, None)

    def with_name(self, seat: int, name: str) -> Players:
        """Return the players after somebody named the player of a seat.

        If the name is that of the previous player at the seat, that player has come back. If the
        club drew that player for another seat, the two players have changed places.
        """
        stays, other = self.tenures[seat], self.drawn_seat(name)
        if other is not None and other != seat and not stays[-1].level:
            return self._with_places_changed(seat, other, name)
        back = stays[-2:-1] if name else ()
        if any(is_same(tenure.name, name) and tenure.level == stays[-1].level for tenure in back):
            return self._with_tenures(seat, stays[:-1])
        return self._with_tenures(seat, _named(stays, name))

    def with_earlier_name(self, seat: int, name: str, earlier: int) -> Players:
        """Return the players after one was named whom `earlier` players of the seat followed."""
        stays, at = self.tenures[seat], len(self.tenures[seat]) - 1 - earlier
        return self._with_tenures(seat, replaced(stays, at, replace(stays[at], name=name)))

    def with_names(self, changed: Callable[[str], str]) -> Players:
        """Return the players, all of them with their name as `changed` returns it."""
        stays = tuple(tuple(replace(at, name=changed(at.name)) for at in s) for s in self.tenures)
        return replace(self, tenures=stays, drawn=tuple(map(changed, self.drawn)))

    def with_seats_swapped(self, seat: int, other: int) -> Players:
        """Return the players after all players of two seats, also drawn ones, changed places."""
        drawn = _swapped(self.drawn, seat, other) if self.drawn else ()
        return replace(self, tenures=_swapped(self.tenures, seat, other), drawn=drawn)

    def with_player(
        self, seat: int, name: str, seq: int, level: str = "", place: PlaceGoesTo = ""
    ) -> Players:
        """Return the players after a seat got another player, from the entry `seq` on.

        If that player already sits there, only the answer about the `place` is new.
        """
        stays = self.tenures[seat]
        if place and len(stays) > 1 and is_same_player(stays[-1], name, level):
            return self._with_tenures(seat, (*stays[:-1], replace(stays[-1], place=place)))
        return self._with_tenures(seat, (*stays, Tenure(seq, name, level, place)))

    def _with_places_changed(self, seat: int, other: int, name: str) -> Players:
        """Return the players after the one drawn for `other`, called `name`, moved to `seat`."""
        swapped = self._with_tenures(seat, _named(self.tenures[seat], name))
        if self.drawn_player(other):
            before = self.tenures[seat][-1].name
            swapped = swapped._with_tenures(other, _named(self.tenures[other], before))
        return replace(swapped, drawn=_swapped(self.drawn, seat, other))

    def _with_tenures(self, seat: int, stays: tuple[Tenure, ...]) -> Players:
        return replace(self, tenures=replaced(self.tenures, seat, stays))


class PlaceAnswer(NamedTuple):
    """An answer to the question who takes a seat's place, and the name of that player.

    The name may be empty, and is so for the newcomer and for nobody.
    """

    place: PlaceGoesTo
    name: str = ""


def place_answers(before: Sequence[Tenure], *, drawn: bool) -> Iterator[PlaceAnswer]:
    """Yield the possible answers if the last of the players `before` leaves the seat.

    In a match that the club has drawn, somebody takes each place.
    """
    holder, leaves = place_taker(before), before[-1]
    if holder is not None and not holder.level:
        yield PlaceAnswer("keeps", holder.name)
    back = holder is not None and bool(leaves.name) and is_same_player(holder, leaves.name)
    if leaves is not holder and not leaves.level and not back:
        yield PlaceAnswer("leaves", leaves.name)
    yield PlaceAnswer("comes")
    if not drawn:
        yield PlaceAnswer("nobody")


def is_same_player(tenure: Tenure, name: str, level: str = "") -> bool:
    """Whether a player at a seat is the one with this name. Bots are no players."""
    return not (level or tenure.level) and is_same(tenure.name, name)


def place_taker(stays: Sequence[Tenure]) -> Tenure | None:
    """Return which of the players of a seat, one after the other, takes its place at the end."""
    taker: Tenure | None = stays[0]
    for leaves, comes in pairwise(stays):
        match comes.place:
            case "" | "comes":
                taker = comes
            case "leaves":
                taker = leaves
            case "nobody":
                taker = None
    return taker


def _swapped(values: tuple[T, ...], at: int, other: int) -> tuple[T, ...]:
    return replaced(replaced(values, at, values[other]), other, values[at])


def _named(stays: tuple[Tenure, ...], name: str) -> tuple[Tenure, ...]:
    return (*stays[:-1], replace(stays[-1], name=name))
