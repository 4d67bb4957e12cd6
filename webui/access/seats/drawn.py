"""Seat the phones of a drawn match: each phone goes to its player's seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from referee.match.desk import Snapshot
from referee.match.people.names import is_same
from referee.match.people.players import Players
from webui.access.holders import Holder, Holders


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
    """Return the places of the phones in a drawn match.

    The phone of a drawn player goes to that player's seat. A phone that is known to be somebody
    else's loses the seat. A phone that nobody knows keeps it, but only if the player has none.
    """
    own_seats = {seat: players.drawn_seat(phone.identity) for seat, phone in held.items()}
    came_from = dict[int, int]()
    for seat in sorted(
        held, key=lambda seat: (not held[seat].person, own_seats[seat] != seat, seat)
    ):
        own = own_seats[seat]
        if own is not None and players.drawn_player(own):
            came_from.setdefault(own, seat)
    seated = {
        own: replace(held[seat], person=players.drawn_player(own), before="")
        for own, seat in came_from.items()
    }
    unknown, freed = list[int](), dict[int, Holder]()
    for seat, phone in held.items():
        if seat in came_from.values():
            continue
        drawn = players.drawn_player(seat) if seat < len(players.drawn) else ""
        is_known = bool(phone.person) or own_seats[seat] is not None
        if seat in seated or (drawn and is_known):
            freed[seat] = phone
            continue
        seated[seat] = replace(phone, person=drawn) if drawn else phone
        unknown += [seat] if drawn else []
    moved = tuple(own for own, seat in came_from.items() if own != seat)
    return Reseated(seated, moved, tuple(unknown), freed)


def player_names(holders: Holders, match: Snapshot | None) -> dict[int, str]:
    """Return the names by which pages call the players, by seat."""
    given = dict(enumerate(match.names)) if match is not None else {}
    return given | shown_names(holders, match)


def shown_names(holders: Holders, match: Snapshot | None) -> dict[int, str]:
    """Return the names that phones show, by seat.

    The seat of a drawn player shows the name of a phone only if that phone is the player's. A bot's
    seat shows the bot's name.
    """
    names = dict[int, str]()
    for seat, phone in holders.all.items():
        drawn = drawn_player(match, seat)
        theirs = is_same(phone.person, drawn) and not holders.is_doubtful(seat)
        if phone.name and (theirs or not drawn) and seat not in bots_of(match):
            names[seat] = phone.name
    return names


def bots_of(match: Snapshot | None) -> Mapping[int, str]:
    """Return the level of each bot in the match, by its seat."""
    return match.players.levels if match is not None else {}


def drawn_player(match: Snapshot | None, seat: int) -> str:
    """Return the drawn player who plays at a seat, or "" if the club drew nobody for it."""
    there = match is not None and 0 <= seat < match.seats
    return match.players.drawn_player(seat) if match is not None and there else ""
