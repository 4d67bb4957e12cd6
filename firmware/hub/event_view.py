"""What the hub's pages show of an event: each table's players, its state and its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from firmware.hub.mqtt_client import Shown
from referee.club.format import exact
from referee.club.meetings import DrawnTable, Pairing, player_places
from referee.club.results import CountedResult
from referee.contract import Message
from referee.hub.event_log import Event
from referee.hub.events import Events, LatePlayer
from referee.names import player_key
from referee.words import number
from webui.hub.port import ClubEvent, EventRound, Late, Match, RoundTable, TableState

NameOf = Callable[[str], str]  # Returns the name of a club's table by its id.
MatchOf = Callable[[CountedResult], Match]


class EventView:
    """Builds the view of one event. `shown` is the live state of each club table by id."""

    def __init__(
        self,
        events: Events,
        event: Event,
        shown: Mapping[str, Shown],
        name_of: NameOf,
        match_of: MatchOf,
    ) -> None:
        self._events, self._event, self._shown = events, event, shown
        self._name_of, self._match_of = name_of, match_of
        self._members = {*event.players}

    def build(self, clubs_tables: list[str]) -> ClubEvent:
        """Return the view. `clubs_tables` are used in this order for a late player's new table."""
        event = self._event
        waiting = self._events.waiting(event)
        played = self._events.played(event)
        newest = event.pairings[-1].tables if event.pairings else ()
        return ClubEvent(
            title=event.opened.title,
            game=event.opened.game,
            format=event.format,
            names=dict(event.players),
            here=tuple(event.here),
            rounds=self._rounds(),
            waiting=tuple(n for n, one in enumerate(newest, 1) if one in waiting),
            can_take_back=bool(newest) and not played and not event.closed,
            late=tuple(self._late(one) for one in self._events.late(event, clubs_tables)),
            rounds_needed=event.rounds_needed,
            over=event.is_over,
            closed=bool(event.closed),
        )

    def _rounds(self) -> tuple[EventRound, ...]:
        tables = self._events.drawn_tables(self._event)
        by_round = {n: [*found] for n, found in groupby(tables, lambda one: one.round)}
        return tuple(
            EventRound(
                pairing.round,
                tuple(self._table(pairing, one) for one in by_round.get(pairing.round, ())),
                pairing.byes,
            )
            for pairing in self._event.pairings
        )

    def _table(self, pairing: Pairing, one: DrawnTable) -> RoundTable:
        counts = one.counts()
        at = one.at or ("" if counts is None else counts.table)
        return RoundTable(
            table=self._name_of(at) if at else "",
            players=pairing.tables[one.table - 1],
            state=self._state(one, counts),
            counts=None if counts is None else self._match_of(counts),
            rivals=tuple(map(self._match_of, one.rivals(self._members))),
            notes=() if counts is not None else tuple(self._notes(one)),
        )

    def _state(self, one: DrawnTable, counts: CountedResult | None) -> TableState:
        if counts is not None:
            return "done"
        lives = [shown.live for shown in self._shown.values() if shown.live is not None]
        begun = [live for live in lives if one.mark and live.drawn == one.mark]
        at = self._shown.get(one.at)
        if not begun and at is not None and at.live is not None and not at.live.drawn:
            there = {player_key(seat.name) for seat in at.live.values.seats}
            begun = [at.live] if there == one.players else []
        if not begun:
            return "open"
        return "ended" if all(live.values.winner for live in begun) else "playing"

    def _notes(self, one: DrawnTable) -> list[Message]:
        """Return why the matches that were played at this table do not count."""
        notes = [found.why for found in one.found]
        for misfit in one.misfits:
            if misfit.counted:
                missing = one.players - {*sum(player_places(misfit, self._members), ())}
                names = tuple(map(self._event.name, sorted(missing)))
                notes.append(
                    Message("hub.round.without", {"names": names})
                    if names
                    else Message("hub.round.with_others")
                )
        return [note for at, note in enumerate(notes) if note not in notes[:at]]

    def _late(self, one: LatePlayer) -> Late:
        """Return a late player with a sentence about their place in the round."""
        name = self._event.name(one.player)
        if not one.table:
            points = number(float(exact(self._event.format.bye)))
            return Late(one.player, Message("hub.late.bye", {"name": name, "points": points}))
        others = [player for player in one.pairing.tables[one.table - 1] if player != one.player]
        names = tuple(map(self._event.name, others))
        return Late(one.player, Message("hub.late.joins", {"name": name, "names": names}))
