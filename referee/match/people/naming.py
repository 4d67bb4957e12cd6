"""The right to name the players of a match. In a drawn match, the draw seats all players.

For the club, the name in the draw counts. A phone may show another one, but only the host can say
that the drawn players sit in another order, or that somebody else plays on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import inf
from typing import Any

from referee.actor import Actor
from referee.contract import BadOptions, By, Game, IllegalMove, Message
from referee.library import FORM
from referee.match.commands import HandOver
from referee.match.journal.bodies import Handed, Named, Swapped
from referee.match.log import Entry
from referee.match.people.names import is_same, player_key
from referee.match.people.players import PlaceGoesTo, Players, is_same_player

# The names are short, fit any language, and are unlikely to be those of other players.
NAMES = "Juniper Flint Saffron Cedar Indigo Aster Onyx Linden Sorrel Basil Umber Maple Quartz"


def players_after(players: Players, body: Named | Handed | Swapped, seq: int) -> Players:
    """Return the players after the entry `seq` named or seated some of them."""
    match body:
        case Named(seat, name, 0):
            return players.with_name(seat, name)
        case Named(seat, name, earlier):
            return players.with_earlier_name(seat, name, earlier)
        case Handed(seat, name, level, place):
            return players.with_player(seat, name, seq, level, place)
        case Swapped(seat, other):
            return players.with_seats_swapped(seat, other)


def check_name(players: Players, seat: int, name: str, by: Actor) -> None:
    """Raise `IllegalMove` if a seat's player cannot get this name.

    If the host names the player who was drawn for another seat, the two change places.
    """
    drawn, other = players.drawn_player(seat), players.drawn_seat(name)
    if other is not None and other != seat:
        if by.kind is By.SEAT or seat in players.levels:
            raise IllegalMove("desk", Message("desk.drawn_there", {"name": name, "seat": other}))
    elif drawn and not is_same(name, drawn):
        raise IllegalMove("desk", Message("desk.drawn_here", {"name": drawn, "seat": seat}))


def handed_body(players: Players, command: HandOver, by: Actor, made: Iterable[Entry]) -> Handed:
    """Return the entry of a handover. `made` are the moves of the match. Raise `IllegalMove`."""
    seat, level = command.seat, command.level
    _check_handover(players, command, by)
    since = players.tenures[seat][-1].since
    acted = any(entry.move.mover == seat and entry.seq >= since for entry in made)
    place = _place_goes_to(players, command, by, acted)
    name = free_name(players.names) if level and not command.name else command.name
    return Handed(seat, name, level, place)


def _check_handover(players: Players, command: HandOver, by: Actor) -> None:
    """Raise `IllegalMove` if a drawn player's seat cannot go to a player with this name.

    Their own phone can give the seat to a bot, but only the host says that somebody else plays.
    """
    seat, name = command.seat, command.name
    other = players.drawn_seat(name)
    if other is not None and other != seat and players.drawn_player(other):
        raise IllegalMove("desk", Message("desk.drawn_there", {"name": name, "seat": other}))
    drawn = players.drawn_player(seat)
    if not drawn or command.level or is_same(name, drawn):
        return
    if by.kind is By.SEAT:
        raise IllegalMove("desk", Message("desk.drawn_host", {"name": drawn}))
    if not name:
        raise IllegalMove("desk", Message("desk.drawn_nobody"))


def _place_goes_to(players: Players, command: HandOver, by: Actor, acted: bool) -> PlaceGoesTo:
    """Return who takes the place and the rating of a seat that changes hands. Raise `IllegalMove`.

    If nobody answered, whoever has the place keeps it. So nobody escapes a loss, and nobody wins
    what somebody else played. A player who has not `acted` yet leaves the place to a new person,
    but keeps it if a bot plays on.
    """
    seat, place = command.seat, command.place
    holder, now = players.place_takers[seat], players.tenures[seat][-1]
    drawn = players.drawn[seat] if players.drawn else ""
    if drawn and holder is not None and is_same_player(holder, drawn):
        if place == "nobody" or (place == "comes" and (command.level or by.kind is By.SEAT)):
            raise IllegalMove("desk", Message("desk.drawn_place", {"name": drawn}))
        comes = by.kind is not By.SEAT and not (command.level or acted)
        return place or ("comes" if comes else "keeps")
    if place == "comes" and command.level:
        return "nobody"
    keeps = acted or bool(command.level and not now.level)
    return place or ("comes" if holder is now and not keeps else "keeps")


def check_kept_name(
    players: Players, seat: int, name: str, earlier: int, same: Mapping[str, str]
) -> None:
    """Raise `IllegalMove` if a player of a kept match cannot get this name.

    Somebody who had another seat at the same time would count at neither. The player whom the club
    drew for the seat keeps the name of the draw, also if another player took the seat over. `same`
    has the merged names: see `referee.match.past.players.merge_names`.
    """
    key, drawn = player_key(name), players.drawn[seat] if players.drawn else ""
    since, until, was = [*_stays(players, seat)][-1 - earlier]
    others = (
        stay for other in range(players.seats) if other != seat for stay in _stays(players, other)
    )
    for other_since, other_until, there in others:
        together = since < other_until and other_since < until
        if key and together and same.get(there, there) == same.get(key, key):
            raise IllegalMove("desk", Message("desk.named_there", {"name": name}))
    if players.drawn_seat(name) not in (None, seat):
        raise IllegalMove("desk", Message("desk.named_there", {"name": name}))
    if drawn and was == player_key(drawn) != key:
        raise IllegalMove("desk", Message("desk.drawn_kept", {"name": drawn}))


def _stays(players: Players, seat: int) -> Iterator[tuple[int, float, str]]:
    """Yield since and until which entry each player sat at a seat, with the key of the name."""
    tenures = players.tenures[seat]
    ends = (*(tenure.since for tenure in tenures[1:]), inf)
    for stay, until in zip(tenures, ends, strict=True):
        yield stay.since, until, player_key(stay.name)


# -- bots ---------------------------------------------------------------------------------------


def check_bots(game: Game[Any, Any, Any], any_there: bool) -> None:
    """Raise `BadOptions` if a match has bots but its game does not support them."""
    if any_there and game.bot is None:
        raise BadOptions(FORM, Message("desk.no_bots", {"game_word": f"game.{game.name}"}))


def with_bot_names(names: Sequence[str], levels: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names by seat, with a name for each bot that has none.

    >>> with_bot_names(("Ada", "", "Flint"), ("", "fair", "", "keen"))
    ('Ada', 'Juniper', 'Flint', 'Saffron')
    """
    given: list[str] = []
    for name, level in zip_longest(names, levels, fillvalue=""):
        given.append(free_name((*names, *given)) if level and not name else name)
    return tuple(given)


def free_name(taken: Iterable[str]) -> str:
    """Return a bot name that is not taken."""
    borne = set(map(player_key, taken))
    return next(name for name in NAMES.split() if player_key(name) not in borne)
