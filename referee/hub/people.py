"""The people whom a hub knows: their ratings, and how the hub forgets a person.

A guest then stands in the person's place in the log. As a person's results come from several
tables, the director decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import msgspec

from referee.club.meetings import latest
from referee.club.results import CountedResult
from referee.contract import IllegalMove
from referee.hub.cache import ResultCache
from referee.hub.event_log import CHANGED, DRAWN, PLAYER, Comes, Event
from referee.hub.log import Said
from referee.hub.projection import RESULT, Projection
from referee.hub.tables import Shown
from referee.match.past.ended import EndedMatch
from referee.match.past.players import Player, rank_players
from referee.match.people.forgetting import Person, without_name
from referee.match.people.names import player_key
from referee.match.people.stretches import Stretch
from referee.values import Message, Value

FORGOTTEN = "forgotten"  # A line of this kind says that earlier lines have changed.
NAMED = (RESULT, PLAYER, DRAWN, CHANGED)
FIELDS = ("name", "names", "players", "others", "tables", "byes")


class People:
    """The people in a hub's log. Safe from any thread."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._rated = ResultCache[int, dict[str, tuple[Player, ...]]]()

    def all(self) -> dict[str, str]:
        """Return the name of every person, by key."""
        came = [comes.name for _, comes in self._projection.read(PLAYER, Comes)]
        names = {player_key(name): name for name in came}
        for line in self._projection.lines().values():
            result = line.counted.result
            names |= {player_key(name): name for name in (*result.players, *result.others)}
        return {key: name for key, name in sorted(names.items()) if key}

    def person(self, key: str, guest: str) -> Person:
        """Return the person with a `key`, whom `guest` replaces.

        Raise `LookupError` for an unknown person.
        """
        if key not in self.all():
            raise LookupError(key)
        return Person(frozenset({key}), guest)

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
        self._projection.rewrite(partial(_without, person), FORGOTTEN)

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the players of each game that was played. Players with a rating come first."""
        return self._rated.get(self._projection.n, self._ratings)

    def _ratings(self) -> dict[str, tuple[Player, ...]]:
        counted = [line.counted for line in self._projection.lines().values()]
        games = dict.fromkeys(result.result.game for result in counted)
        rated = {game: rated_players(counted, game) for game in games}
        return {game: players for game, players in rated.items() if players}


def _without(person: Person, entry: Said) -> str:
    """Return the contents of a line without the person."""
    if entry.kind not in NAMED:
        return entry.body
    was = msgspec.json.decode(entry.body)
    now = without_name(was, person, fields=FIELDS)
    if entry.kind in (DRAWN, CHANGED):  # The club's tables stay as they are called.
        now = {**was, "pairing": now["pairing"]}
    return entry.body if now == was else msgspec.json.encode(now).decode()


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
