"""The people at the table: the players, and whoever waits for the next match."""

from __future__ import annotations

from collections.abc import Callable, Collection

from referee.match.desk import Desk
from referee.seating import Person
from referee.values import Message
from webui.access.holders import Holders


def backups_note(copies: tuple[str, ...]) -> Message:
    """Return what becomes of the backups in which a forgotten person still has a name."""
    if not copies:
        return Message("players.forget.no_backup")
    return Message("players.forget.backups", {"names": copies})


def people_at_table(
    desk: Desk, holders: Holders, find_away: Callable[[], Collection[int]]
) -> tuple[Person, ...]:
    """Return the people by place. A bot's seat has one only if a phone has come there.

    `find_away` returns the places whose phone is away.
    """
    match, away = desk.snapshot(), find_away()
    held, bots = holders.all, match.players.levels if match is not None else ()
    names = dict(enumerate(match.players.people)) if match is not None else {}
    persons = list[Person]()
    for place in sorted({*names} - {*bots} | {*held}):
        holder, name = held.get(place), names.get(place, "")
        if holder is None:
            persons.append(Person(place, name, holders.departed_names.get(place) != name))
        else:
            name = holder.identity or ("" if holder.before else name)
            here, named = place not in away, bool(holder.identity)
            persons.append(Person(place, name, here, phone=True, named=named))
    return tuple(persons)
