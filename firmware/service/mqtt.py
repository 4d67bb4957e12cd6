"""An MQTT connection that comes back by itself: to a club's hub, its broker, or the home's broker.

This is the only module that uses paho. It loads when a connection is wanted.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

if TYPE_CHECKING:
    import ssl

_log = logging.getLogger(__name__)

AT_LEAST_ONCE = 1  # Quality of service (QoS) of all messages that we send.
KEEPALIVE_S = 30  # A broker notices an unplugged table after 1.5 times this.
GOODBYE_S = 2.0  # How long a session that stops waits until its goodbye is sent.


class Login(NamedTuple):
    """The address of a broker, and the name and password for it.

    Without a `user`, the broker asks for none. For a client with an `id`, the broker keeps
    messages while the client is away.
    """

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None
    id: str = ""


class Goodbye(NamedTuple):
    """The message that the broker sends for us when the connection ends, planned or not."""

    topic: str
    body: bytes
    retain: bool = False


class Refused(ConnectionError):
    """The broker lets us not in. The text is the broker's reason."""


class Lost(ConnectionError):
    """The connection has ended, or was closed before the broker answered."""


class Session:
    """A connection to a broker. All callbacks come from the session's own thread.

    - `topics` are what to listen to, each with its quality of service.
    - `heard` gets the topic and the body of each message, and whether the broker had retained it.
    - `connected` is called after each connection. Then the values of `keep` are sent again.
    - `troubled` gets the error of each failed attempt: `Refused`, `Lost` or an `OSError`.
    - `again_s` is the shortest and the longest wait before the next attempt, in seconds.
    """

    def __init__(
        self,
        login: Login,
        *,
        topics: Sequence[tuple[str, int]],
        goodbye: Goodbye,
        again_s: tuple[int, int],
        heard: Callable[[str, bytes, bool], None],
        connected: Callable[[], None],
        troubled: Callable[[BaseException | None], None],
    ) -> None:
        self._login, self._topics, self._goodbye = login, topics, goodbye
        self._heard, self._connected, self._troubled = heard, connected, troubled
        self._lock = threading.RLock()
        self._kept: dict[str, bytes] = {}
        self._introduced = False  # Whether this connection has got the values of `keep`.
        self._deaf = False  # Whether the broker has refused a topic.
        client = paho.Client(
            CallbackAPIVersion.VERSION2, client_id=login.id, clean_session=not login.id
        )
        if login.user:
            client.username_pw_set(login.user, login.password)
        if login.tls is not None:
            client.tls_set_context(login.tls)
        client.will_set(goodbye.topic, goodbye.body, AT_LEAST_ONCE, goodbye.retain)
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_connect_fail = lambda *_: troubled(sys.exception())
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        self._client = client
        self.retry(again_s)

    def start(self) -> None:
        """Start connecting, in the session's own thread."""
        self._client.connect_async(self._login.host, self._login.port, KEEPALIVE_S)
        self._client.loop_start()

    def stop(self) -> None:
        """Say goodbye and disconnect."""
        if self.is_connected:
            topic, body, retain = self._goodbye
            info = self._client.publish(topic, body, AT_LEAST_ONCE, retain)
            with suppress(RuntimeError):  # Just lost: the broker says goodbye for us.
                info.wait_for_publish(GOODBYE_S)
        self._client.disconnect()
        with suppress(AttributeError):  # Its thread ended just now, and paho forgot it.
            self._client.loop_stop()
        self._client.disconnect()  # A new connection, if the thread had just made one.

    @property
    def is_connected(self) -> bool:
        """Whether the broker has let us in and is there."""
        return self._client.is_connected()

    def retry(self, again_s: tuple[int, int]) -> None:
        """Set the shortest and the longest wait before each new attempt from now on."""
        self._client.reconnect_delay_set(*again_s)

    def say(self, topic: str, body: bytes, *, retain: bool = False) -> None:
        """Send a message. While the broker is away, it waits for the next connection."""
        self._client.publish(topic, body, AT_LEAST_ONCE, retain)

    def keep(self, topic: str, body: bytes) -> None:
        """Send a retained value now, and the newest one again after each connection."""
        with self._lock:  # So that the broker gets the newest value last.
            self._kept[topic] = body
            if self._introduced:
                self.say(topic, body, retain=True)

    def repeat(self) -> None:
        """Send the newest value of each topic of `keep` again."""
        with self._lock:
            for topic, body in self._kept.items():
                self.say(topic, body, retain=True)

    def _on_connect(self, _: object, __: object, ___: object, code: Any, ____: object) -> None:
        if code.is_failure:
            self._troubled(Refused(str(code)))
            return
        self._client.subscribe([*self._topics])

    def subscribe_again(self) -> None:
        """Subscribe again if the broker refused a topic. It may not have known us yet."""
        if self._deaf:
            self._deaf = False
            self._client.subscribe([*self._topics])

    def _on_subscribe(self, _: object, __: object, ___: object, codes: Any, ____: object) -> None:
        """Introduce ourselves, because the broker has now answered.

        By now, paho has sent again what the last connection lost. If we sent a new value
        earlier, an old one would replace it.
        """
        self._deaf = any(code.is_failure for code in codes)
        try:
            self._connected()
        except Exception:  # An error would end the thread, and with it the connection.
            _log.exception("What to say after connecting could not be said.")
        with self._lock:
            self._introduced = True
            self.repeat()

    def _on_disconnect(self, *_: object) -> None:
        self._introduced = False
        self._troubled(Lost())

    def _on_message(self, _: object, __: object, message: paho.MQTTMessage) -> None:
        try:
            self._heard(message.topic, bytes(message.payload), message.retain)
        except Exception:  # See above.
            _log.exception("A message about %s could not be taken.", message.topic)
