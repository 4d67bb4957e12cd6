"""Reports the table's public values to the home."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from firmware.home.announced import note, withdrawals
from firmware.home.discovery import device
from firmware.home.mqtt_client import MqttClient
from firmware.home.settings import Settings
from firmware.running.table import RunningTable
from firmware.service.supervisor import Worker
from referee.actor import HOST
from referee.contract import Message, RefereeError
from referee.match.commands import Pause, Resume
from referee.reports.public_values import Values
from referee.reports.status import Part
from referee.words import Voice
from webui.page.public_values import values_of
from webui.page.state import Page

BEAT_S = 2.0
ENTITIES = ("game", "round", "phase", "turn", "ruling", "winner", "table", "camera", "paused")


class HomeReporter:
    """Reports a table to a broker, and takes back what older settings reported.

    `page` returns the page that a stranger sees.
    """

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
        self._folder = table.desk.journal.path.parent  # the data folder
        self._broker: MqttClient | None = None
        if settings.broker:
            self._broker = MqttClient(settings, self._device, self._pause, table.refresh)

    def start(self) -> None:
        """Start reporting, in threads of the table's supervisor."""
        supervisor = self._table.supervisor
        supervisor.add_source(self.part)
        self._table.listen(self._changed.set)
        supervisor.start("home", self.run)

    def run(self, worker: Worker) -> None:
        """Publish changes until the worker stops."""
        current = None
        if self._broker is not None:
            current = note(self._folder, self._settings)
            self._broker.start()
        old = [*withdrawals(self._folder, current)]
        for session in old:
            session.start()
        sent: Values | None = None
        try:
            while not worker.stop.is_set():
                worker.beat()
                if not self._changed.wait(BEAT_S):
                    continue
                self._changed.clear()
                values = self.values()
                if values != sent:
                    sent = values
                    if self._broker is not None:
                        self._broker.publish(values)
        finally:
            for session in old:
                session.stop()
            if self._broker is not None:
                self._broker.stop()

    def values(self) -> Values:
        """Return the present values."""
        return values_of(self._page(self._locale()))

    def part(self) -> Part | None:
        """Return the trouble with the broker, or None."""
        trouble = None if self._broker is None else self._broker.trouble
        return None if trouble is None else Part("home", False, trouble)

    def _device(self) -> dict[str, Any]:
        voice = Voice(self._locale())
        names = {key: voice.say(Message(f"home.{key}")) for key in ENTITIES}
        return device(self._settings, names, self._table.status().sees)

    def _pause(self, on: bool) -> None:
        try:
            self._table.do(Pause() if on else Resume(), HOST)
        except RefereeError:
            self._changed.set()  # No match is running, so publish the switch's old state again.
