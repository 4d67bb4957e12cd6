"""The hub's state, derived from its log: tables, results and the director's decisions.

The same log always gives the same state. The module is longer than 300 lines, because one lock
keeps the state of all lines together.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.club.results import CountedResult, Places, Result, count_result, is_consistent
from referee.hub.log import Said, Store
from referee.hub.messages import Offered, TableId, Version, Wanted
from referee.names import player_key
from referee.values import Frozen, Message

TABLE, OFF, RESULT, DECIDED, PUT = "table", "off", "result", "decided", "put"
DIRECTOR_SAID = Message("club.director_said")


class KnownTable(Frozen, omit_defaults=False):
    """A table that has joined the club, with its own key (hexadecimal)."""

    table: TableId
    name: Annotated[str, Meta(max_length=60)]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Kept(Frozen):
    """A result as a table reported it, with the id of that table."""

    table: str
    result: Result


class Decision(Frozen, omit_defaults=False):
    """The director's decision on a match: either its places, or that it does not count.

    Without places and with `counts`, the table's own result counts again.
    """

    match: str
    counts: bool = True
    places: Places = ()


class Line(Frozen):
    """The present state of a match: its newest result, what counts, and the director's decision."""

    counted: CountedResult
    decision: Decision | None

    @property
    def is_decided(self) -> bool:
        """Whether the director decided how the match counts."""
        one = self.decision
        return one is not None and (bool(one.places) or not one.counts)

    @property
    def counts(self) -> bool:
        """Whether the director lets the match count."""
        return self.decision is None or self.decision.counts


class Projection:
    """The state of the hub: reads its log and adds lines to it.

    All methods are safe from any thread. Every write may raise the store's errors.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed: list[Callable[[str], None]] = []
        self._lock = threading.RLock()
        self._start()

    def _start(self) -> None:
        """Read the whole log."""
        self._n = 0
        self._tables: dict[str, KnownTable] = {}
        self._off: set[str] = set()
        self._heard: dict[str, int] = {}  # The line that first told of each match.
        self._counted: dict[str, int] = {}  # The line with which each match first counted.
        self._newest: dict[str, Kept] = {}
        self._decisions: dict[str, tuple[int, Decision]] = {}  # By match, with its line.
        self._decided = 0
        self._put_last: dict[str, Any] = {}
        self._puts = 0
        self._standing: dict[str, Line] = {}
        self._lines: dict[str, Line] | None = None  # None if outdated
        self._other: dict[str, list[Said]] = {}
        self._noted = 0
        self._read()

    def listen(self, changed: Callable[[str], None]) -> None:
        """Call `changed` with the kind of each new line, in the writer's thread."""
        self._changed.append(changed)

    @property
    def n(self) -> int:
        """Return the number of the log's newest line. It stays the same until something changes."""
        return self._n

    @property
    def noted(self) -> int:
        """Return the number of the newest line that `note` stored."""
        return self._noted

    # -- tables -------------------------------------------------------------------------------

    def join(self, table: KnownTable) -> None:
        """Store a table that has joined. A table that joins again gets a new key."""
        self._put(TABLE, f"{table.table}:{table.key}", table)

    def take_off(self, table: str) -> None:
        """Remove a table from the club. Its results stay."""
        self._put(OFF, table, None)

    def tables(self) -> dict[str, KnownTable]:
        """Return the club's tables by id."""
        with self._lock:
            return {id_: one for id_, one in self._tables.items() if id_ not in self._off}

    def has_member(self, table: str) -> bool:
        """Whether a table belongs to the club now."""
        with self._lock:
            return table in self._tables and table not in self._off

    def removed_tables(self) -> list[str]:
        """Return the ids of the tables that were removed."""
        with self._lock:
            return [*self._off]

    def name_of(self, table: str) -> str:
        """Return a table's name, even after it was removed."""
        with self._lock:
            return self._tables[table].name if table in self._tables else table

    # -- results ------------------------------------------------------------------------------

    def wanted(self, offered: Offered) -> Wanted:
        """Return the offered results that the hub does not have yet."""
        with self._lock:
            return Wanted(tuple(one.match for one in offered.has if not self._has(one)))

    def take(self, table: str, result: Result) -> Message | None:
        """Store a table's result. Return None, or the reason for refusing it.

        A repeated result has no effect.
        """
        if not self.has_member(table):
            return Message("hub.result.no_table")
        if not is_consistent(result):
            return Message("hub.result.no_places")
        kept = self._newest.get(result.match)
        if kept is not None and kept.table != table and kept.table in self.tables():
            return Message("hub.result.another_table", {"table": self.name_of(kept.table)})
        key = ":".join((result.match, *map(str, result.version)))
        self._put(RESULT, key, Kept(table, result))
        return None

    def has_stored(self, result: Result) -> bool:
        """Whether the hub has this version of a result, or a newer one."""
        return self._has(Version(result.match, *result.version))

    def decide(self, decision: Decision) -> None:
        """Store the director's decision on a match; the last decision counts.

        Raise `LookupError` for an unknown match, and `ValueError` if the places do not fit its
        seats.
        """
        with self._lock:
            kept = self._newest[decision.match]
            said = replace(kept.result, places=decision.places)
            if decision.places and not is_consistent(said):
                raise ValueError(decision.match)
            self._add(DECIDED, str(self._decided + 1), decision)
        self._tell(DECIDED)

    def enter(self, result: Result, places: Places) -> None:
        """Store a match that no table reported, with the result that the director entered."""
        self._put(RESULT, f"{result.match}:0:0", Kept("", result))
        self.decide(Decision(result.match, places=places))

    def lines(self) -> Mapping[str, Line]:
        """Return the state of every match by id, in the order in which the hub learned of them."""
        with self._lock:
            if self._lines is None:
                self._lines = dict(self._standing)
            return self._lines

    def _has(self, version: Version) -> bool:
        kept = self._newest.get(version.match)
        return kept is not None and kept.result.version >= (version.seq, version.stated)

    # -- other lines of the log ------------------------------------------------------------------

    def get(self, key: str, default: Any = None) -> Any:
        """Return a stored value."""
        with self._lock:
            return self._put_last.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Store a small JSON-able value under a key."""
        with self._lock:
            self._puts += 1
            self._add(PUT, str(self._puts), {"key": key, "value": value})
        self._tell(PUT)

    def note(self, kind: str, key: str, body: Frozen) -> None:
        """Store a line of a kind that this class does not interpret. Ignore an existing key."""
        self._put(kind, key, body)

    def notes(self, kind: str) -> list[Said]:
        """Return all lines of a kind that `note` stored."""
        with self._lock:
            return [*self._other.get(kind, ())]

    def puts(self, prefix: str) -> dict[str, Any]:
        """Return the stored values whose keys begin so. Those that are None are left out."""
        with self._lock:
            found = self._put_last.items()
            return {key: one for key, one in found if key.startswith(prefix) and one is not None}

    # -- the log --------------------------------------------------------------------------------

    def all(self) -> Iterator[Said]:
        """Return all lines of the log, in order."""
        return self._store.entries_after()

    def rewrite(self, change: Callable[[Said], str], kind: str) -> None:
        """Change lines of the log, and read it again. A new line of this `kind` says so."""
        with self._lock:
            try:
                self._store.rewrite(change)
            finally:  # The lines may have changed, although the disk had no room to clear the rest.
                self._start()
            self._add(kind, str(self._n + 1), Frozen())
        self._tell(kind)

    def _put(self, kind: str, key: str, body: Any) -> None:
        self._add(kind, key, body)
        self._tell(kind)

    def _tell(self, kind: str) -> None:
        """Tell the listeners of a new line. The lock must be free: they read what has changed."""
        for changed in self._changed:
            changed(kind)

    def _add(self, kind: str, key: str, body: Any) -> None:
        text = msgspec.json.encode(body).decode()
        with self._lock:
            if self._store.put(kind, key, text):
                self._read()

    def _read(self) -> None:
        for said in self._store.entries_after(self._n):
            self._n = said.n
            self._apply(said)

    def _apply(self, said: Said) -> None:
        match said.kind:
            case "table":
                table = msgspec.json.decode(said.body, type=KnownTable)
                self._tables[table.table] = table
            case "off":
                self._off.add(said.key)
            case "result":
                kept = msgspec.json.decode(said.body, type=Kept)
                match = kept.result.match
                self._heard.setdefault(match, said.n)
                before = self._newest.get(match)
                if before is None or before.result.version < kept.result.version:
                    self._newest[match] = kept
                    if before is not None and match in self._decisions:
                        n, decision = self._decisions[match]
                        places = _reseated(decision.places, before.result, kept.result)
                        self._decisions[match] = n, replace(decision, places=places)
                    self._refresh(match, said.n)
            case "decided":
                decision = msgspec.json.decode(said.body, type=Decision)
                self._decisions[decision.match] = said.n, decision
                self._decided = int(said.key)
                self._refresh(decision.match, said.n)
            case "put":
                put = msgspec.json.decode(said.body)
                self._put_last[put["key"]] = put["value"]
                self._puts = int(said.key)
            case _:
                self._other.setdefault(said.kind, []).append(said)
                self._noted = said.n

    def _refresh(self, match: str, n: int) -> None:
        if match not in self._newest:
            return
        kept, (decided, decision) = self._newest[match], self._decisions.get(match, (0, None))
        places, why = _places_that_count(kept.result, decision)
        if places:
            self._counted.setdefault(match, n)
        self._standing[match] = Line(
            CountedResult(
                kept.result,
                places,
                why,
                table=kept.table,
                heard=self._heard[match],
                counted=self._counted.get(match, 0),
                decided=decided if why == DIRECTOR_SAID else 0,
            ),
            decision,
        )
        self._lines = None


def _reseated(places: Places, before: Result, result: Result) -> Places:
    """Return the places that a director decided, after a host may have swapped players' seats."""
    was, now = [[*map(player_key, one.players)] for one in (before, result)]
    if sorted(was) != sorted(now) or len({*now}) < len(now):
        return places  # Some are called otherwise now, and each sits where they sat.
    return tuple(tuple(now.index(was[seat]) for seat in seats) for seats in places)


def _places_that_count(result: Result, decision: Decision | None) -> tuple[Places, Message]:
    if decision is not None and not decision.counts:
        return (), Message("club.struck_out")
    if decision and decision.places and is_consistent(replace(result, places=decision.places)):
        return decision.places, DIRECTOR_SAID
    found = count_result(result)
    return found.places, found.why
