"""Sends a table's values to an MQTT broker, and receives the state of a pause switch.

The values are retained. The broker also learns whether the table is available, and the switch is
optional. The client's own thread connects and reconnects. While the broker is absent, the client
keeps only the newest values.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from firmware.home.announced import AGAIN_S, login
from firmware.home.discovery import BORN, OFF, OFFLINE, ON, ONLINE, Topics
from firmware.home.failures import failure
from firmware.home.settings import Settings
from firmware.service.mqtt import AT_LEAST_ONCE, Goodbye, Lost, Refused, Session
from referee.contract import Message
from referee.reports.public_values import Values

_log = logging.getLogger(__name__)

AT_MOST_ONCE = 0  # The quality of service of Home Assistant's own message.


class MqttClient:
    """The connection to a broker. It calls `pause` with the new state of the switch."""

    def __init__(
        self,
        settings: Settings,
        describe: Callable[[], dict[str, Any]],
        pause: Callable[[bool], None],
        changed: Callable[[], None],
    ) -> None:
        self._at, self._topics = settings.broker_address, Topics(settings.topic)
        self._told, self._pause, self._changed = describe, pause, changed
        self.trouble: Message | None = self._away()
        self._leaves = False
        pause_topic = ((self._topics.pause, AT_LEAST_ONCE),) if settings.may_pause else ()
        self._session = Session(
            login(settings),
            topics=((BORN, AT_MOST_ONCE), (self._topics.here, AT_LEAST_ONCE), *pause_topic),
            goodbye=Goodbye(self._topics.here, OFFLINE.encode(), retain=True),
            again_s=AGAIN_S,
            heard=self._hear,
            connected=self._connected,
            troubled=self._failed,
        )

    def start(self) -> None:
        """Start connecting, in another thread."""
        self._session.start()

    def stop(self) -> None:
        """Announce that the table is leaving, and disconnect."""
        self._leaves = True
        self._session.stop()

    def publish(self, values: Values) -> None:
        """Publish the newest values now, or as soon as the broker is connected."""
        self._session.keep(self._topics.state, msgspec.json.encode(values))

    def _connected(self) -> None:
        self._introduce()
        self._note_trouble(None)

    def _introduce(self) -> None:
        """Tell the broker what the table has to tell, and that it is here."""
        config = json.dumps(self._told(), ensure_ascii=False)
        self._session.say(self._topics.config, config.encode(), retain=True)
        self._session.say(self._topics.here, ONLINE.encode(), retain=True)

    def _hear(self, topic: str, body: bytes, retained: bool) -> None:
        is_born = topic == BORN and body == ONLINE.encode()
        # The last will of an earlier start came late, or somebody took this table back.
        is_gone = topic == self._topics.here and body != ONLINE.encode() and not retained
        if (is_born or is_gone) and not self._leaves:
            self._introduce()
            self._session.repeat()
        if topic != self._topics.pause or retained:  # A retained one is old.
            return
        if body in (ON.encode(), OFF.encode()):
            self._pause(body == ON.encode())
        else:
            _log.warning("The broker asked for a pause in other words than ON and OFF.")

    def _failed(self, error: BaseException | None) -> None:
        match error:
            case Refused():
                params = {"host": self._at.host, "reason": str(error)}
                self._note_trouble(Message("table.home.refused", {**params}))
            case Lost() if self.trouble is None:
                self._note_trouble(self._away())
            case Lost() if self.trouble == self._away():  # It was not connected yet.
                self._note_trouble(failure(ConnectionResetError(), self._at))
            case Lost():
                pass  # The trouble before says more.
            case _:
                self._note_trouble(failure(error, self._at))

    def _away(self) -> Message:
        return failure(None, self._at)

    def _note_trouble(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()
