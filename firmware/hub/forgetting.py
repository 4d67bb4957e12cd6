"""Forgets a person at the hub: takes the name out of its log, in which a guest stands from then on.

Tables ask for it, too. As a person's results come from several tables, the director decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from firmware.backup import backups_made
from firmware.hub.backup import BEFORE
from firmware.hub.mqtt_client import Shown
from firmware.hub.store import FILE
from firmware.traces import forms, has_name
from referee.contract import IllegalMove, Message, Value
from referee.hub.event_log import CHANGED, DRAWN, PLAYER, Comes, Event
from referee.hub.log import Said
from referee.hub.messages import ForgetRequest
from referee.hub.projection import PUT, RESULT, Projection
from referee.match.forgetting import Person, spellings, without_name
from referee.names import player_key
from referee.values import Frozen

ASKED = "forget:"  # The keys of the tables' requests begin so.
FORGOTTEN = "forgotten"  # A line of this kind says that earlier lines have changed.
NAMED = (RESULT, PLAYER, DRAWN, CHANGED)
FIELDS = ("name", "names", "players", "others", "tables", "byes")
MOST_ASKED = 100  # Requests that wait for the director. The tables repeat any others later.


class Asked(Frozen):
    """A table's request to forget a person."""

    table: str
    request: ForgetRequest


class Forgetting:
    """The people whom a hub knows, and how it forgets them. Safe from any thread."""

    def __init__(self, projection: Projection, folder: Path) -> None:
        self._projection, self._folder = projection, folder

    def people(self) -> dict[str, str]:
        """Return the name of every person in the log, by key."""
        found: dict[str, str] = {}
        for said in self._projection.notes(PLAYER):
            comes = msgspec.json.decode(said.body, type=Comes)
            found[player_key(comes.name)] = comes.name
        for line in self._projection.lines().values():
            result = line.counted.result
            found |= {player_key(name): name for name in (*result.players, *result.others)}
        return {key: name for key, name in sorted(found.items()) if key}

    def requests(self) -> dict[str, Asked]:
        """Return the tables' requests about people whom the hub knows, by id."""
        known = [*self.people()]
        found = {}
        for key, value in self._projection.puts(ASKED).items():
            asked = msgspec.convert(value, Asked)
            if any(map(asked.request.is_about, known)):
                found[key.removeprefix(ASKED)] = asked
        return found

    def ask(self, table: str, request: ForgetRequest) -> bool:
        """Keep a table's request for the director. Return whether the table may drop it now."""
        kept = self._projection.puts(ASKED)
        if f"{ASKED}{request.salt}" in kept or not any(map(request.is_about, self.people())):
            return True
        if len(kept) >= MOST_ASKED:
            return False
        asked = msgspec.to_builtins(Asked(table, request))
        self._projection.put(f"{ASKED}{request.salt}", asked)
        return True

    def decline(self, salt: str) -> None:
        """Drop a table's request."""
        self._projection.put(f"{ASKED}{salt}", None)

    def names_in(self, request: ForgetRequest) -> tuple[str, ...]:
        """Return the names of the person whom a request is about."""
        return tuple(name for key, name in self.people().items() if request.is_about(key))

    def forget(self, person: Person, event: Event | None, shown: Mapping[str, Shown]) -> None:
        """Take a person's names out of the log.

        Raise `IllegalMove` while they are in the open event or play at a table. Raise `BadData`.
        """
        names = tuple(name for key, name in self.people().items() if key in person.keys)
        if event is not None and not event.closed and person.keys & event.players.keys():
            said: dict[str, Value] = {"name": names[0], "title": event.opened.title}
            raise IllegalMove("hub", Message("hub.forget.in_event", said))
        for table, one in shown.items():
            values = None if one.live is None else one.live.values
            if values is None or not values.game or values.winner:
                continue
            if any(person.is_called(seat.name) for seat in values.seats):
                at = self._projection.name_of(table)
                where: dict[str, Value] = {"name": names[0], "table": at}
                raise IllegalMove("hub", Message("hub.forget.plays", where))
        self._projection.rewrite(_without(person), FORGOTTEN)

    def copies_with(self, person: Person) -> tuple[str, ...]:
        """Return the backups and old files of the hub that have a person's name."""
        first = next(
            (said.n for said in self._projection.all() if _without(person)(said) != said.body), 0
        )
        made = backups_made(self._folder)
        found = [one.name for one in made if one.newest.get(FILE, 0) >= first]
        bodies = (said.body for said in self._projection.all() if said.kind in NAMED)
        names = spellings(bodies, person, FIELDS)
        if has_name(self._folder / BEFORE, forms(names)):
            found.append(BEFORE)
        return tuple(dict.fromkeys(found))


def _without(person: Person) -> Callable[[Said], str]:
    """Return the function that returns the contents of a line without the person."""

    def change(said: Said) -> str:
        if said.kind == PUT:
            return _without_request(said.body, person)
        if said.kind not in NAMED:
            return said.body
        was = msgspec.json.decode(said.body)
        now = _pairing_without(was, person) if said.kind in (DRAWN, CHANGED) else was
        now = now if now is not was else without_name(was, person, fields=FIELDS)
        return said.body if now == was else msgspec.json.encode(now).decode()

    return change


def _pairing_without(plain: dict[str, Any], person: Person) -> dict[str, Any]:
    """Return a drawn round without the person. The club's tables stay as they are called."""
    pairing = without_name(plain["pairing"], person, fields=FIELDS)
    return {**plain, "pairing": pairing}


def _without_request(body: str, person: Person) -> str:
    """Return a stored value without the digests of requests about the person."""
    plain = msgspec.json.decode(body)
    if not str(plain["key"]).startswith(ASKED) or plain["value"] is None:
        return body
    request = msgspec.convert(plain["value"], Asked).request
    if not any(map(request.is_about, person.keys)):
        return body
    return msgspec.json.encode({**plain, "value": None}).decode()
