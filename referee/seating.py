"""The player at each seat of a match that is about to begin.

A match is made from people. Everybody keeps their seat or, if it is taken or left out, gets another
one. The others wait for the next match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.contract import IllegalMove, Message
from referee.match.commands import Again, Begin
from referee.match.people.names import is_same
from referee.match.running import Snapshot

QUEUE = 100  # Places from this number on are no seats: whoever has one plays in the next match.


class Person(NamedTuple):
    """Somebody at the table, by their seat, or by their place in the queue.

    `phone`: whether a phone tells who it is, and `named`: whether that phone has its own name. A
    person who is not `here` has a phone that is away, or that has left the seat.
    """

    place: int
    name: str
    here: bool
    phone: bool = False
    named: bool = False


_Fits = Callable[[Person, int, str], bool]

# The order for a seat with a certain name, or none: first the player of that name, then the person
# at the seat, then anybody who is here, and last the person of the seat who is away.
_IN_ORDER: tuple[_Fits, ...] = (
    lambda one, _, name: bool(name) and is_same(one.name, name),
    lambda one, seat, name: one.place == seat and (not one.named if name else one.here),
    lambda one, _, name: not name and one.here,
    lambda one, seat, name: not name and one.place == seat,
)


def seating(
    people: Iterable[Person], names: Mapping[int, str], chosen: Mapping[int, int], *, rest: bool
) -> dict[int, int]:
    """Return the place from which the phone of each seat's player comes.

    `names` has the seats of people. The `chosen` seats stay. Without `rest`, a seat goes only to
    the player with its name.
    """
    results = dict(chosen)
    left = [person for person in people if person.phone and person.place not in results.values()]
    for fits in _IN_ORDER if rest else _IN_ORDER[:1]:
        for seat, name in names.items():
            fitting = [item for item in left if seat not in results and fits(item, seat, name)]
            if fitting:
                person = min(fitting, key=lambda one: (one.place != seat, one.place))
                results[seat] = person.place
                left.remove(person)
    return results


def with_people(
    command: Begin, people: Iterable[Person], who: Sequence[int | None]
) -> tuple[Begin, dict[int, int]]:
    """Return the command with its players' names, and the places from which their phones come.

    `who` has the place of each seat's player, if somebody chose them. Raise `IllegalMove` if such a
    player is not there, is there twice, or has another name by now.
    """
    seats, levels = range(command.seats), dict(enumerate(command.levels))
    given = dict.fromkeys(seats, "") | dict(zip(seats, command.names, strict=False))
    names = {seat: name for seat, name in given.items() if not levels.get(seat)}
    known = {person.place: person for person in people if person.phone}
    chosen = {seat: place for seat, place in zip(seats, who, strict=False) if place is not None}
    for seat, place in chosen.items():
        one, name = known.get(place), names.get(seat)
        other = one is not None and one.named and bool(name) and not is_same(one.name, name or "")
        if one is None or name is None or other or [*chosen.values()].count(place) > 1:
            raise IllegalMove("seat", Message("page.error.people_changed"))
    # Anybody in the queue could have taken a name that was typed for somebody without a phone.
    asked = [item for item in known.values() if item.place < QUEUE or not who]
    plan = seating(asked, names, chosen, rest=not who)
    called = {seat: known[place].name for seat, place in plan.items()}
    return replace(
        command, names=tuple(given[seat] or called.get(seat, "") for seat in seats)
    ), plan


def with_players(
    command: Again, people: Collection[Person], match: Snapshot
) -> tuple[Again, dict[int, int] | None]:
    """Return the command with the people here, and the places from which their phones come.

    Without a change, the players are those of the match, and there is no plan.
    """
    places, bots = regrouped(people, match), match.players.levels
    if not places:
        return command, None
    known = {person.place: person for person in people}
    comes = {*known} - ({*range(match.seats)} - {*bots})
    players = tuple(known[place].name if place in comes else place for place in places)
    plan = {seat: one for seat, one in enumerate(places) if one in known and known[one].phone}
    return replace(command, players=players), plan


def regrouped(people: Collection[Person], match: Snapshot) -> tuple[int, ...]:
    """Return who plays at each seat if a match is played again, or nothing if nobody changes.

    Bots stay. Absent people leave. Waiting people come, if there is room.
    """
    if match.outcome is None or match.lesson:
        return ()
    sizes, bots = match.game.seats, {*match.players.levels} - {person.place for person in people}
    places = sorted(bots | {item.place for item in people if item.here})[: max(sizes)]
    if len(places) not in sizes or places == [*range(match.seats)]:
        return ()
    moving = [place for place in places if place >= len(places)]
    return tuple(seat if seat in places else moving.pop(0) for seat in range(len(places)))
