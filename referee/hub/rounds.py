"""How the matches of a drawn round stand, and why a result does not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from referee.club.format import exact
from referee.club.meetings import DrawnTable, player_places
from referee.hub.event_log import Event
from referee.hub.events import LatePlayer
from referee.hub.tables import Shown
from referee.match.people.names import player_key
from referee.values import Message

# The match of a drawn table: nobody has begun it, it goes on, it has ended but its result is not
# here yet, or its result counts.
TableState = Literal["open", "playing", "ended", "done"]


def table_state(table: DrawnTable, shown: Mapping[str, Shown]) -> TableState:
    """Return how the match of a drawn table stands. `shown` is what each club table shows."""
    if table.counts() is not None:
        return "done"
    lives = [state.live for state in shown.values() if state.live is not None]
    begun = [live for live in lives if table.mark and live.drawn == table.mark]
    at = shown.get(table.at)
    if not begun and at is not None and at.live is not None and not at.live.drawn:
        there = {player_key(seat.name) for seat in at.live.values.seats}
        begun = [at.live] if there == table.players else []
    if not begun:
        return "open"
    return "ended" if all(live.values.winner for live in begun) else "playing"


def why_not_counted(table: DrawnTable, event: Event) -> Iterable[Message]:
    """Return why the matches that were played at a table do not count; nothing if one counts."""
    if table.counts() is not None:
        return ()
    notes = [counted.why for counted in table.results]
    for misfit in table.misfits:
        if misfit.counted:
            missing = table.players - {*sum(player_places(misfit, event.players), ())}
            names = tuple(map(event.name, sorted(missing)))
            without = Message("hub.round.without", {"names": names})
            notes.append(without if names else Message("hub.round.with_others"))
    return [note for at, note in enumerate(notes) if note not in notes[:at]]


def late_message(late: LatePlayer, event: Event) -> Message:
    """Return a sentence about a late player's place in the round."""
    name = event.name(late.player)
    if not late.table:
        points = float(exact(event.format.bye))
        return Message("hub.late.bye", {"name": name, "points": points})
    others = [player for player in late.pairing.tables[late.table - 1] if player != late.player]
    return Message("hub.late.joins", {"name": name, "names": tuple(map(event.name, others))})
