"""The hub's state, derived from its log: tables, results and the director's decisions.

The same log always gives the same state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.club.received import clean_message
from referee.club.results import CountedResult, Places, Result, count_result, is_consistent
from referee.hub.log import Log, Said, new_key
from referee.hub.messages import Offered, TableId, Version, Wanted
from referee.match.people.names import player_key
from referee.values import Frozen, Message

TABLE, OFF, RESULT, DECIDED = "table", "off", "result", "decided"
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
        decision = self.decision
        return decision is not None and (bool(decision.places) or not decision.counts)

    @property
    def counts(self) -> bool:
        """Whether the director lets the match count."""
        return self.decision is None or self.decision.counts


class Projection(Log):
    """The state of the hub: reads its log and adds lines to it."""

    def _empty(self) -> None:
        self._tables: dict[str, KnownTable] = {}
        self._off: set[str] = set()
        self._decisions: dict[str, tuple[int, Decision]] = {}  # By match, with its line.
        self._matches: dict[str, Line] = {}
        self._lines: dict[str, Line] | None = None  # A copy of the matches, or None if outdated.
        super()._empty()

    # -- tables -------------------------------------------------------------------------------

    def join(self, table: KnownTable) -> None:
        """Store a table that has joined. A table that joins again gets a new key."""
        self.note(TABLE, f"{table.table}:{table.key}", table)

    def take_off(self, table: str) -> None:
        """Remove a table from the club. Its results stay."""
        self.note(OFF, table, None)

    def tables(self) -> dict[str, KnownTable]:
        """Return the club's tables by id."""
        with self._lock:
            return {id_: table for id_, table in self._tables.items() if id_ not in self._off}

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
            missing = tuple(version.match for version in offered.has if not self._has(version))
            return Wanted(missing, offered.number)

    def take(self, table: str, result: Result) -> Message | None:
        """Store a table's result. Return None, or the reason for refusing it.

        A repeated result has no effect.
        """
        if not self.has_member(table):
            return Message("hub.result.no_table")
        result = clean_message(result)
        if not is_consistent(result):
            return Message("hub.result.no_places")
        known = self.lines().get(result.match)
        other = table if known is None else known.counted.table
        if other != table and self.has_member(other):
            return Message("hub.result.another_table", {"table": self.name_of(other)})
        key = ":".join((result.match, *map(str, result.version)))
        self.note(RESULT, key, Kept(table, result))
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
            result = self._matches[decision.match].counted.result
            changed = replace(result, places=decision.places)
            if decision.places and not is_consistent(changed):
                raise ValueError(decision.match)
            self._add(DECIDED, new_key(), decision)
        self._changed.notify(DECIDED)

    def enter(self, result: Result, places: Places) -> None:
        """Store a match that no table reported, with the result that the director entered."""
        self.note(RESULT, f"{result.match}:0:0", Kept("", result))
        self.decide(Decision(result.match, places=places))

    def lines(self) -> Mapping[str, Line]:
        """Return the state of every match by id, in the order in which the hub learned of them."""
        with self._lock:
            if self._lines is None:
                self._lines = dict(self._matches)
            return self._lines

    def _has(self, version: Version) -> bool:
        known = self._matches.get(version.match)
        least = (version.seq, version.more)
        return known is not None and known.counted.result.version >= least

    def _apply(self, entry: Said) -> None:
        match entry.kind:
            case "table":
                table = msgspec.json.decode(entry.body, type=KnownTable)
                self._tables[table.table] = table
            case "off":
                self._off.add(entry.key)
            case "result":
                self._take(entry.n, msgspec.json.decode(entry.body, type=Kept))
            case "decided":
                decision = msgspec.json.decode(entry.body, type=Decision)
                self._decisions[decision.match] = entry.n, decision
                if known := self._matches.get(decision.match):
                    self._refresh(entry.n, Kept(known.counted.table, known.counted.result))
            case _:
                super()._apply(entry)

    def _take(self, n: int, kept: Kept) -> None:
        """Take a result from a line of the log, unless a newer one of the match is known."""
        result, known = kept.result, self._matches.get(kept.result.match)
        if known is not None:
            before = known.counted.result
            if before.version >= result.version:
                return
            if known.decision is not None:
                decided, decision = self._decisions[result.match]
                places = _reseated(decision.places, before, result)
                self._decisions[result.match] = decided, replace(decision, places=places)
        self._refresh(n, kept)

    def _refresh(self, n: int, kept: Kept) -> None:
        match = kept.result.match
        decided, decision = self._decisions.get(match, (0, None))
        places, why = _places_that_count(kept.result, decision)
        known = self._matches.get(match)
        heard, first = (n, 0) if known is None else (known.counted.heard, known.counted.counted)
        lines = (heard, first or (n if places else 0), decided if why == DIRECTOR_SAID else 0)
        counted = CountedResult(kept.result, places, why, kept.table, *lines)
        self._matches[match] = Line(counted, decision)
        self._lines = None


def _reseated(places: Places, before: Result, result: Result) -> Places:
    """Return the places that a director decided, after a host may have swapped players' seats."""
    was, now = [[*map(player_key, version.players)] for version in (before, result)]
    if sorted(was) != sorted(now) or len({*now}) < len(now):
        return places  # Some have new names, and everybody kept their seat.
    return tuple(tuple(now.index(was[seat]) for seat in seats) for seats in places)


def _places_that_count(result: Result, decision: Decision | None) -> tuple[Places, Message]:
    if decision is not None and not decision.counts:
        return (), Message("club.struck_out")
    if decision and decision.places and is_consistent(replace(result, places=decision.places)):
        return decision.places, DIRECTOR_SAID
    counted = count_result(result)
    return counted.places, counted.why
