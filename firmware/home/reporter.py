"""Summarises a page as the table's public values, and reports their changes to the home."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from firmware.home.discovery import device
from firmware.home.mqtt_client import MqttClient
from firmware.home.settings import Settings
from firmware.home.webhook import Webhook
from firmware.running.table import RunningTable
from firmware.service.supervisor import Worker
from referee.actor import HOST
from referee.contract import Message, RefereeError
from referee.match.commands import Pause, Resume
from referee.reports.public_values import Health, SeatValue, Values
from referee.reports.status import ACTING, Part
from referee.words import Voice, unmarked
from webui.page.leaves import part_name, token_text
from webui.page.state import Page

BEAT_S = 2.0
ENTITIES = ("game", "round", "phase", "turn", "ruling", "winner", "table", "camera", "paused")


class HomeReporter:
    """Reports a table to a broker and a webhook. `page` returns the page that a stranger sees."""

    def __init__(
        self,
        settings: Settings,
        table: RunningTable,
        page: Callable[[str], Page],
        locale: Callable[[], str],
    ) -> None:
        self._settings, self._table, self._page, self._locale = settings, table, page, locale
        self._changed = threading.Event()
        self._changed.set()
        self._webhook = Webhook(settings) if settings.webhook else None
        self._broker = (
            MqttClient(settings, self._device, self._pause, table.refresh)
            if settings.broker
            else None
        )

    def start(self) -> None:
        """Start reporting, in threads of the table's supervisor."""
        supervisor = self._table.supervisor
        supervisor.add_source(self.part)
        self._table.listen(self._changed.set)
        supervisor.start("home", self.run)
        if self._webhook is not None:
            supervisor.start("webhook", self._webhook.run)

    def run(self, worker: Worker) -> None:
        """Publish changes until the worker stops."""
        if self._broker is not None:
            self._broker.start()
        told: Values | None = None
        try:
            while not worker.stop.is_set():
                worker.beat()
                if not self._changed.wait(BEAT_S):
                    continue
                self._changed.clear()
                values = self.values()
                if values != told:
                    told = values
                    self._give(values)
        finally:
            if self._broker is not None:
                self._broker.stop()

    def values(self) -> Values:
        """Return the present values."""
        return values_of(self._page(self._locale()))

    def part(self) -> Part | None:
        """Return the trouble with broker or webhook, or None."""
        for one in (self._broker, self._webhook):
            if one is not None and one.trouble is not None:
                return Part("home", False, one.trouble)
        return None

    def _give(self, values: Values) -> None:
        if self._broker is not None:
            self._broker.publish(values)
        if self._webhook is not None:
            self._webhook.give(values)

    def _device(self) -> dict[str, Any]:
        voice = Voice(self._locale())
        names = {key: voice.say(Message(f"home.{key}")) for key in ENTITIES}
        return device(self._settings, names, self._table.status().sees)

    def _pause(self, on: bool) -> None:
        try:
            self._table.do(Pause() if on else Resume(), HOST)
        except RefereeError:
            self._changed.set()  # No match is running, so publish the switch's old state again.


CAMERA = "camera"


def values_of(page: Page) -> Values:
    """Return the values of a stranger's page."""
    match, seats, parts, words = page.match, page.seats.seats, page.phone.parts, page.words
    playing, over, say = match.match is not None, match.over, words.voice.say
    on = tuple(seat for seat in seats if seat.cue in ACTING) if playing and over is None else ()
    ill = [f"{part_name(part, words)}: {say(part.message)}" for part in parts if not part.well]
    eye = next((part for part in parts if part.name == CAMERA), None)
    return Values(
        game=unmarked(match.title) if playing else "",
        round=unmarked(match.round_text),
        phase=unmarked(match.phase),
        turn=", ".join(seat.name for seat in on),
        seats=tuple(
            SeatValue(
                seat=one.seat,
                name=one.name,
                counts=tuple(unmarked(token_text(token, words)) for token in one.tokens),
                on=one in on,
                out=one.out,
            )
            for one in (seats if playing else ())
        ),
        ruling=unmarked(match.last),
        rules=match.cited,
        winner=", ".join(over.names) if over else "",
        paused=match.paused,
        table=Health(not ill, unmarked("; ".join(ill))),
        camera=Health(eye.well, unmarked(say(eye.message))) if eye is not None else None,
    )
