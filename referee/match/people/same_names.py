"""Names that are one player: merged by a host, or of two people at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.contract import Message
from referee.match.people.names import player_key
from referee.match.people.players import Players

KEY = "players.same"  # The key of the journal's note.


def same_names(kept: Any) -> dict[str, str]:
    """Return the merged names: the key of each name, with the key that its matches count for.

    `kept` is the note as it was stored, perhaps by an earlier version.
    """
    merged = kept if isinstance(kept, dict) else {}
    return {player_key(name): player_key(str(other)) for name, other in merged.items()}


def twice_named(names: Iterable[str], same: Mapping[str, str]) -> tuple[int, ...]:
    """Return the seats that have one and the same player by their names. Empty if there are none.

    >>> twice_named(["Max", "Ada", " max"], {}), twice_named(["Max", "", ""], {})
    ((0, 2), ())
    """
    seats: dict[str, list[int]] = {}
    for seat, name in enumerate(names):
        if key := player_key(name):
            seats.setdefault(same.get(key, key), []).append(seat)
    return next((tuple(pair) for pair in seats.values() if len(pair) > 1), ())


def same_name_note(players: Players, same: Mapping[str, str]) -> Message | None:
    """Return a message if a name counts for nobody: two people have it, or one takes two places."""
    if seats := twice_named(players.people, same):
        return Message("desk.same_name", {"seats": seats})
    names = players.place_names
    if seats := twice_named(names, same):
        return Message("desk.two_places", {"name": names[seats[0]], "seats": seats})
    return None
