"""How a player who comes late gets into a round that is already drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from referee.club.format import Format
from referee.club.meetings import Pairing


def add_late_player(
    format_: Format,
    pairing: Pairing,
    player: str,
    present: Collection[str],
    open_tables: Collection[int],
    clubs_tables: Sequence[str],
) -> tuple[Pairing, int]:
    """Return a round with one more player, and the player's table from 1, or 0 for a bye.

    Those who have a bye and are `present` play against the newcomer at a new table. If nobody has a
    bye, the newcomer joins the smallest of the `open_tables` (from 1) that has a free seat. If
    there is none, the newcomer has a bye. The new table is the first of the `clubs_tables` without
    a match.

    >>> from referee.club.format import FOLDER, load
    >>> two, four = (load(FOLDER / f"{name}.toml") for name in ("swiss_of_two", "swiss"))
    >>> drawn = Pairing(1, (("a", "b"),), ("c",), ("t1",))
    >>> late, table = add_late_player(two, drawn, "d", "abcd", [1], ["t1", "t2"])
    >>> late.tables, late.byes, late.at, table
    ((('a', 'b'), ('c', 'd')), (), ('t1', 't2'), 2)
    >>> add_late_player(four, Pairing(1, (("a", "b", "c"),)), "d", "abcd", [1], [])[0].tables
    (('a', 'b', 'c', 'd'),)
    >>> late, table = add_late_player(two, Pairing(1, (("a", "b"),)), "c", "abc", [1], [])
    >>> late.byes, table
    (('c',), 0)
    """
    waiting = tuple(one for one in pairing.byes if one in present)
    if format_.seats.least <= len(waiting) + 1 <= format_.seats.most:
        free = [one for one in clubs_tables if one not in pairing.at]
        at = (*pairing.at, *free[:1]) if len(pairing.at) == len(pairing.tables) else pairing.at
        byes = tuple(one for one in pairing.byes if one not in waiting)
        tables = (*pairing.tables, (*waiting, player))
        return replace(pairing, tables=tables, byes=byes, at=at), len(tables)
    room = [one for one in open_tables if len(pairing.tables[one - 1]) < format_.seats.most]
    if not room:
        return replace(pairing, byes=(*pairing.byes, player)), 0
    table = min(room, key=lambda one: len(pairing.tables[one - 1]))
    joined = tuple(
        (*there, player) if number == table else there
        for number, there in enumerate(pairing.tables, 1)
    )
    return replace(pairing, tables=joined), table
