"""Sends a table's values to an MQTT broker, and receives the state of a pause switch.

The values are retained. The broker also learns whether the table is available, and the switch is
optional. The client's own thread connects and reconnects. While the broker is absent, the client
keeps only the newest values.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware.home.discovery import BORN, OFF, OFFLINE, ON, ONLINE, Topics
from firmware.home.failures import failure
from firmware.home.settings import Settings
from firmware.home.values import Values
from referee.contract import Message

_log = logging.getLogger(__name__)

KEEPALIVE_S = 30  # Seconds. A broker notices an unplugged table after 1.5 times this.
AGAIN_S = (1, 60)
ONCE = 1  # Quality of service "at least once", in MQTT.


class MqttClient:
    """The connection to a broker. It calls `pause` with the new state of the switch."""

    def __init__(
        self,
        settings: Settings,
        told: Callable[[], dict[str, Any]],
        pause: Callable[[bool], None],
        changed: Callable[[], None],
    ) -> None:
        self._at, self._topics = settings.broker_address, Topics(settings.topic)
        self._told, self._pause, self._changed = told, pause, changed
        self._listens = settings.may_pause
        self._lock = threading.Lock()
        self._values: Values | None = None
        self.trouble: Message | None = self._away()
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        if self._at.user:
            client.username_pw_set(self._at.user, self._at.password)
        if self._at.tls:
            client.tls_set_context(settings.tls())
        client.will_set(self._topics.here, OFFLINE, ONCE, retain=True)
        client.reconnect_delay_set(*AGAIN_S)
        client.on_connect = self._on_connect
        client.on_connect_fail = lambda *_: self._is(failure(sys.exception(), self._at))
        client.on_disconnect = lambda *_: self._disconnected()
        client.on_message = self._on_message
        self._client = client

    def start(self) -> None:
        """Start connecting, in the client's own thread."""
        self._client.connect_async(self._at.host, self._at.port, KEEPALIVE_S)
        self._client.loop_start()

    def stop(self) -> None:
        """Announce that the table is leaving, and disconnect."""
        if self._client.is_connected():
            gone = self._client.publish(self._topics.here, OFFLINE, ONCE, retain=True)
            gone.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, values: Values) -> None:
        """Publish the newest values now, or as soon as the broker is connected."""
        with self._lock:
            self._values = values
        if self._client.is_connected():
            self._send(self._topics.state, msgspec.json.encode(values))

    def _send(self, topic: str, payload: bytes | str) -> None:
        self._client.publish(topic, payload, ONCE, retain=True)

    def _on_connect(
        self, client: mqtt.Client, _: object, __: object, code: Any, ___: object
    ) -> None:
        if code.is_failure:
            self._is(Message("table.home.refused", {"host": self._at.host, "reason": str(code)}))
            return
        client.subscribe(BORN)
        if self._listens:
            client.subscribe(self._topics.pause, ONCE)
        self._tell_all()
        self._is(None)

    def _tell_all(self) -> None:
        self._send(self._topics.config, json.dumps(self._told(), ensure_ascii=False))
        self._send(self._topics.here, ONLINE)
        with self._lock:
            values = self._values
        if values is not None:
            self._send(self._topics.state, msgspec.json.encode(values))

    def _on_message(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        if message.topic == BORN and message.payload == ONLINE.encode():
            self._tell_all()
        if message.topic != self._topics.pause or message.retain:  # A retained one is old.
            return
        if message.payload in (ON.encode(), OFF.encode()):
            self._pause(message.payload == ON.encode())
        else:
            _log.warning("The broker asked for a pause in other words than ON and OFF.")

    def _disconnected(self) -> None:
        if self.trouble is None:
            self._is(self._away())
        elif self.trouble == self._away():  # It was not connected yet.
            self._is(failure(ConnectionResetError(), self._at))

    def _away(self) -> Message:
        return failure(None, self._at)

    def _is(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()
