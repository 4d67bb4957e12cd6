"""Seat the phones of a drawn match: each with its player, whatever seat it had before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from referee.match.desk import Desk, Snapshot
from referee.match.people.names import is_same, player_key
from referee.match.people.players import Players
from referee.seating import QUEUE
from webui.access.holders import Holder, Holders
from webui.access.seats.notices import NameQuestion, Notices
from webui.access.seats.rights import HostRights
from webui.serving.stream import LiveUpdates


class Reseated(NamedTuple):
    """The phones of a drawn match.

    - `held` are the phones by seat, as they belong.
    - `moved` are the seats whose phone had another seat before.
    - `unknown` are the seats of drawn players with a phone that could be anybody's. It counts as
      the player's until they say no, or until another phone takes the seat.
    - `freed` are the phones that lose their seat, by that seat.
    """

    held: dict[int, Holder]
    moved: tuple[int, ...]
    unknown: tuple[int, ...]
    freed: dict[int, Holder]


def reseated(held: Mapping[int, Holder], players: Players) -> Reseated:
    """Return where the phones belong in a drawn match.

    The phone of a drawn player goes to that player's seat. A phone that is known to be somebody
    else's loses the seat. A phone that nobody knows keeps it, but only if the player has none.
    """
    claims = sorted(_claims(held, players), key=lambda one: (not one[2].person, one[0] != one[1]))
    found = dict[int, Holder]()
    came_from = dict[int, int]()
    for seat, own, one in claims:
        if own not in found:
            found[own] = replace(one, person=players.drawn_player(own), before="")
            came_from[own] = seat
    unknown, freed = list[int](), dict[int, Holder]()
    for seat, one in held.items():
        if seat in came_from.values():
            continue
        drawn = players.drawn_player(seat) if seat < len(players.drawn) else ""
        if seat in found or (drawn and _is_known(one, players)):
            freed[seat] = one
            continue
        found[seat] = replace(one, person=drawn) if drawn else one
        unknown += [seat] if drawn else []
    moved = tuple(own for own, seat in came_from.items() if own != seat)
    return Reseated(found, moved, tuple(unknown), freed)


def player_names(holders: Holders, match: Snapshot | None) -> dict[int, str]:
    """Return the names by which pages call the players, by seat."""
    given = dict(enumerate(match.names)) if match is not None else {}
    return given | shown_names(holders, match)


def shown_names(holders: Holders, match: Snapshot | None) -> dict[int, str]:
    """Return the names that phones show, by seat.

    The seat of a drawn player shows the name of a phone only if that phone is the player's. A bot's
    seat shows the bot's name.
    """
    found = dict[int, str]()
    for seat, one in holders.all.items():
        drawn = drawn_player(match, seat)
        theirs = is_same(one.person, drawn) and not holders.arrivals.is_doubtful(seat)
        if one.name and (theirs or not drawn) and seat not in bots_of(match):
            found[seat] = one.name
    return found


def bots_of(match: Snapshot | None) -> Mapping[int, str]:
    """Return the level of each bot in the match, by its seat."""
    return match.players.levels if match is not None else {}


def drawn_player(match: Snapshot | None, seat: int) -> str:
    """Return the drawn player who plays at a seat, or "" if the club drew nobody for it."""
    there = match is not None and 0 <= seat < match.seats
    return match.players.drawn_player(seat) if match is not None and there else ""


def _claims(held: Mapping[int, Holder], players: Players) -> Iterator[tuple[int, int, Holder]]:
    """Yield each phone of a drawn player with its seat and the player's seat."""
    for seat, one in sorted(held.items()):
        own = players.drawn_seat(one.identity)
        if own is not None and players.drawn_player(own):
            yield seat, own, one


def _is_known(one: Holder, players: Players) -> bool:
    """Whether it is known whose phone it is: a player of this draw, or of an earlier one."""
    return bool(one.person) or players.drawn_seat(one.identity) is not None


class DrawnPhones:
    """The phones at the seats of drawn players. Thread-safe."""

    def __init__(
        self,
        desk: Desk,
        holders: Holders,
        notices: Notices,
        rights: HostRights,
        updates: LiveUpdates,
    ) -> None:
        self._desk, self._holders, self._notices = desk, holders, notices
        self._rights, self._updates = rights, updates

    def seat_all(self, match: Snapshot) -> None:
        """Move each phone to its player's seat, free the others, and tell all of them."""
        waiting = {at: one for at, one in self._holders.all.items() if at >= QUEUE}
        before = {at: one for at, one in self._holders.all.items() if at not in waiting}
        found = reseated(before, match.players)
        for seat, one in before.items():
            if seat not in found.held or found.held[seat].hash != one.hash:
                self._notices.forget(one.hash, seat)
        if found.held != before:
            self._holders.reseat(found.held | waiting)
        for seat in found.moved:
            self._notices.say(found.held[seat].hash, "page.note.drawn", seat=seat)
        for seat in found.unknown:
            self.ask(seat)
        for seat, one in found.freed.items():
            self.lose_seat(seat, one.hash)
        self._updates.touch()  # Pages may have seen the new match with the earlier seats.

    def ask(self, seat: int) -> None:
        """Ask the phone at a drawn player's seat whether it is that player's."""
        phone, drawn = self._holders.hash_of(seat), drawn_player(self._desk.snapshot(), seat)
        if phone is not None:
            self._notices.ask_drawn(phone, seat, drawn)

    def identify(self, players: Iterable[str]) -> None:
        """Take the name on a phone for its player's if the club has such a player."""
        known = {player_key(name): name for name in players}
        for seat, one in self._holders.all.items():
            if not one.person and (found := known.get(player_key(one.name))):
                self._holders.name(seat, one.name, found)

    def lose_seat(self, seat: int, phone: str) -> None:
        """Tell a phone that its seat went to a drawn player."""
        self._rights.lose_seat(seat, phone, "page.note.drawn_other", entirely=False)

    def is_doubtful(self, seat: int) -> bool:
        """Whether the phone at a drawn player's seat has yet to say that it is that player's."""
        phone, drawn = self._holders.hash_of(seat), drawn_player(self._desk.snapshot(), seat)
        notes = () if phone is None else self._notices.notes_for(phone)
        asked = (one for one in notes if isinstance(one, NameQuestion) and one.drawn)
        return bool(drawn) and any(one.seat == seat for one in asked)
