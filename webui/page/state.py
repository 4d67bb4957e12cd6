"""The state of a page as JSON, made once for all who may see the same."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import msgspec

from referee.words import Voice
from webui.holders import Holders
from webui.page import rulings, shown
from webui.page.games import title
from webui.page.rulings import Plain
from webui.port import Table, Virtual
from webui.stream import Hub

VIEWERS = 64  # languages times seats; strangers count once


@dataclass(frozen=True)
class Viewer:
    """Who looks: from which seat (None: a stranger), as host or not, in which language."""

    locale: str
    seat: int | None = None
    host: bool = False
    scene: bool = False


class Board:
    """Makes and keeps the newest state for every kind of viewer; safe from any thread."""

    def __init__(self, table: Table, virtual: Virtual | None, holders: Holders, hub: Hub) -> None:
        self._table = table
        self._virtual = virtual
        self._holders = holders
        self._hub = hub
        self._lock = threading.Lock()
        self._kept: dict[Viewer, tuple[int, bytes]] = {}

    def json(self, viewer: Viewer) -> bytes:
        """Return the state as JSON: a hundred strangers cost one serialisation a change."""
        with self._lock:
            version = self._hub.version
            kept = self._kept.get(viewer)
            if kept is None or kept[0] != version:
                state = msgspec.json.encode(self.plain(viewer))
                if kept is not None and kept[1] == state:
                    state = kept[1]  # the same object: quickly found to be no news
                kept = (version, state)
                if len(self._kept) >= VIEWERS:
                    self._kept.clear()
                self._kept[viewer] = kept
            return kept[1]

    def plain(self, viewer: Viewer) -> Plain:
        """Return the state as plain data."""
        snapshot = self._table.desk.snapshot()
        status = self._table.status()
        given = dict(enumerate(snapshot.names)) if snapshot else {}
        names = {**given, **self._holders.names}
        voice = Voice(viewer.locale, names, viewer.seat)
        log = rulings.log(voice, snapshot)
        standing = rulings.standing(snapshot, viewer.seat) if snapshot else []
        plain: Plain = {
            "seq": snapshot.seq if snapshot else None,
            "locale": viewer.locale,
            "you": viewer.seat,
            "title": voice.key("page.title"),
            "roundText": "",
            "phase": "",
            "focus": {"label": voice.key("page.no_match"), "value": "", "seat": None},
            "facts": [],
            "deal": None,
            "over": None,
            "match": None,
            "seats": shown.seats(voice, snapshot, status, self._holders.taken, self._table.seats),
            "everybody": shown.everybody(voice, self._table.seats),
            "offers": shown.offers(voice, snapshot, viewer.host, self._table.due_ms),
            "timer": shown.timer(voice, snapshot, self._table.due_ms),
            "wants": [],
            "watching": [voice.say(message) for message in status.watching],
            "count": rulings.count(voice, snapshot),
            "question": shown.question(voice, status.question),
            "parts": shown.parts(voice, status),
            "log": log,
            "last": log[0]["text"] if log else "",
            "undo": rulings.entry_text(voice, standing[-1], {}) if standing else None,
        }
        if snapshot:
            view = shown.view(snapshot, voice)
            plain |= {
                "title": title(view.game, viewer.locale),
                "roundText": voice.key("page.round", number=view.round),
                "phase": voice.say(view.phase),
                "focus": {
                    "label": voice.say(view.focus.label),
                    "value": view.focus.value,
                    "seat": view.focus.seat,
                },
                "facts": [voice.say(fact) for fact in view.facts],
                "wants": shown.wants(voice, snapshot),
                "deal": msgspec.to_builtins(view.deal) if view.deal else None,
                "match": {
                    "game": view.game,
                    "seats": snapshot.seats,
                    "options": msgspec.to_builtins(snapshot.options),
                },
            }
            if view.outcome:
                plain["over"] = {
                    "text": voice.say(view.outcome.reason),
                    "winners": view.outcome.winners,
                }
        if viewer.scene and self._virtual is not None:
            plain["scene"] = shown.scene(voice, self._virtual.scene())
        return plain
