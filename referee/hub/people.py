"""The people whom a hub knows: their ratings, and how the hub forgets a person.

A guest then stands in the person's place in the log. Tables ask for it, too. As a person's results
come from several tables, the director decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from referee.club.meetings import latest
from referee.club.results import CountedResult
from referee.contract import IllegalMove
from referee.hub.cache import ResultCache
from referee.hub.event_log import CHANGED, DRAWN, PLAYER, Comes, Event
from referee.hub.log import PUT, Said
from referee.hub.messages import ForgetRequest
from referee.hub.projection import RESULT, Projection
from referee.hub.tables import Shown
from referee.match.past.ended import EndedMatch
from referee.match.past.players import Player, rank_players
from referee.match.people.forgetting import Person, without_name
from referee.match.people.names import player_key
from referee.match.people.stretches import Stretch
from referee.values import Frozen, Message, Value

ASKED = "forget:"  # The keys of the tables' requests begin so.
FORGOTTEN = "forgotten"  # A line of this kind says that earlier lines have changed.
NAMED = (RESULT, PLAYER, DRAWN, CHANGED)
FIELDS = ("name", "names", "players", "others", "tables", "byes")
MOST_ASKED = 100  # Requests that wait for the director. The tables repeat any others later.
MOST_OF_TABLE = 10  # Requests of one table among them.


class Asked(Frozen):
    """A table's request to forget a person."""

    table: str
    request: ForgetRequest


class People:
    """The people in a hub's log. Safe from any thread."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._rated = ResultCache[int, dict[str, tuple[Player, ...]]]()
        self._waiting = ResultCache[int, dict[frozenset[str], tuple[str, Asked]]]()

    def all(self) -> dict[str, str]:
        """Return the name of every person, by key."""
        names: dict[str, str] = {}
        for note in self._projection.notes(PLAYER):
            comes = msgspec.json.decode(note.body, type=Comes)
            names[player_key(comes.name)] = comes.name
        for line in self._projection.lines().values():
            result = line.counted.result
            names |= {player_key(name): name for name in (*result.players, *result.others)}
        return {key: name for key, name in sorted(names.items()) if key}

    def requests(self) -> dict[str, Asked]:
        """Return the tables' requests by id, one for each person whom the hub knows."""
        return dict(self._requests().values())

    def _requests(self) -> dict[frozenset[str], tuple[str, Asked]]:
        """Return the oldest request about each person, with its id, by the keys of their names."""
        return self._waiting.get(self._projection.n, self._read_requests)

    def _read_requests(self) -> dict[frozenset[str], tuple[str, Asked]]:
        requests: dict[frozenset[str], tuple[str, Asked]] = {}
        for id_, value in self._projection.puts(ASKED).items():
            asked = msgspec.convert(value, Asked)
            if keys := self._keys(asked.request):
                requests.setdefault(keys, (id_.removeprefix(ASKED), asked))
        return requests

    def _keys(self, request: ForgetRequest) -> frozenset[str]:
        """Return the keys of all known names of the person whom a request is about."""
        return frozenset(filter(request.is_about, self.all()))

    def ask(self, table: str, request: ForgetRequest) -> bool:
        """Keep a table's request for the director. Return whether the table may drop it now."""
        waiting, keys = self._requests(), self._keys(request)
        if not keys or keys in waiting:
            return True
        own = [asked for _, asked in waiting.values() if asked.table == table]
        if len(waiting) >= MOST_ASKED or len(own) >= MOST_OF_TABLE:
            return False
        asked = msgspec.to_builtins(Asked(table, request))
        self._projection.put(f"{ASKED}{request.salt}", asked)
        return True

    def decline(self, salt: str) -> None:
        """Drop a table's request."""
        self._projection.put(f"{ASKED}{salt}", None)

    def names_in(self, request: ForgetRequest) -> tuple[str, ...]:
        """Return the names of the person whom a request is about."""
        return tuple(name for key, name in self.all().items() if request.is_about(key))

    def person(self, key: str, request: str, guest: str) -> Person:
        """Return the person with a `key`, or the one whom a table's `request` is about.

        `guest` stands in the person's place. Raise `LookupError` for an unknown person.
        """
        asked = self.requests().get(request)
        keys = self._keys(asked.request) if asked else frozenset({key} & self.all().keys())
        if not keys:
            raise LookupError(request)
        return Person(keys, asked.request.guest if asked else guest)

    def forget(self, person: Person, event: Event | None, shown: Mapping[str, Shown]) -> None:
        """Take a person's names out of the log.

        Raise `IllegalMove` while they are in the open event or play at a table.
        """
        names = tuple(name for key, name in self.all().items() if key in person.keys)
        if event is not None and not event.closed and person.keys & event.players.keys():
            params: dict[str, Value] = {"name": names[0], "title": event.title}
            raise IllegalMove("hub", Message("hub.forget.in_event", params))
        for table, state in shown.items():
            if state.plays and state.names(person.is_called):
                at = self._projection.name_of(table)
                where: dict[str, Value] = {"name": names[0], "table": at}
                raise IllegalMove("hub", Message("hub.forget.plays", where))
        self._projection.rewrite(_without(person), FORGOTTEN)

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the players of each game that was played. Players with a rating come first."""
        return self._rated.get(self._projection.n, self._ratings)

    def _ratings(self) -> dict[str, tuple[Player, ...]]:
        counted = [line.counted for line in self._projection.lines().values()]
        games = dict.fromkeys(result.result.game for result in counted)
        rated = {game: rated_players(counted, game) for game in games}
        return {game: players for game, players in rated.items() if players}


def _without(person: Person) -> Callable[[Said], str]:
    """Return the function that returns the contents of a line without the person."""

    def change(entry: Said) -> str:
        if entry.kind == PUT:
            return _without_request(entry.body, person)
        if entry.kind not in NAMED:
            return entry.body
        was = msgspec.json.decode(entry.body)
        now = _pairing_without(was, person) if entry.kind in (DRAWN, CHANGED) else was
        now = now if now is not was else without_name(was, person, fields=FIELDS)
        return entry.body if now == was else msgspec.json.encode(now).decode()

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


def rated_players(results: Iterable[CountedResult], game: str) -> tuple[Player, ...]:
    """Return the players of one game by rating. All results that count are included.

    Of each match, the newest version is used. Matches are rated in the order in which the hub
    learned their results, because a table's clock may be wrong.
    """
    ended = sorted(latest(results), key=lambda result: (result.counted, result.result.ended_s))
    return rank_players([_played(result) for result in ended if result.places], game)


def _played(counted: CountedResult) -> EndedMatch:
    result = counted.result
    people = enumerate((*result.players, *result.others))
    parts = tuple(Stretch(at, name, 1, 2, acted=True) for at, name in people)
    match = int(result.match, 16)
    return EndedMatch(match, result.game, result.players, counted.places, stretches=parts)
