"""A webhook. It posts the newest values as JSON to an address that the owner chose."""

from __future__ import annotations

import logging
import threading

import msgspec

from firmware.home.failures import failure
from firmware.home.posting import NotHttpError, post
from firmware.home.settings import Settings
from firmware.service.supervisor import Worker
from referee.contract import Message, Value
from referee.reports.public_values import Values

_log = logging.getLogger(__name__)

WITHIN_S = 5.0  # Maximum time for connecting, and again for the whole answer.
AGAIN_S = (1.0, 5.0, 30.0)  # Seconds before each retry. After the last one, the values are dropped.
BEAT_S = 2.0


class Webhook:
    """Posts the newest values. After a request in which they changed, it posts the newest once."""

    def __init__(self, settings: Settings) -> None:
        self._address = settings.webhook_address
        self._tls = settings.tls() if self._address.tls else None
        self._newest: Values | None = None
        self._given, self._lock = threading.Event(), threading.Lock()
        self.trouble: Message | None = None

    def give(self, values: Values) -> None:
        """Post these values next."""
        with self._lock:
            self._newest = values
        self._given.set()

    def run(self, worker: Worker) -> None:
        """Post values until the worker stops."""
        while not worker.stop.is_set():
            worker.beat()
            if self._given.wait(BEAT_S):
                self._post(worker)

    def _post(self, worker: Worker) -> None:
        for again_s in (*AGAIN_S, None):
            self._given.clear()
            with self._lock:
                values = self._newest
            worker.beat()
            trouble = self._send(msgspec.json.encode(values))
            if trouble is None:
                self.trouble = None
                return
            if trouble != self.trouble:
                _log.warning("The webhook was not reached: %s", trouble.key)
            self.trouble = trouble
            if again_s is None or worker.stop.wait(again_s):
                return

    def _send(self, body: bytes) -> Message | None:
        """Post a body. Return what went wrong, in our own words, or None."""
        try:
            answer = post(self._address, body, within_s=WITHIN_S, tls=self._tls)
        except NotHttpError:
            return Message("table.home.no_http", {"host": self._address.host})
        except OSError as error:
            trouble = failure(error, self._address)
            silent = trouble.key == "table.home.away"
            return Message("table.home.unposted", trouble.params) if silent else trouble
        if 200 <= answer.status < 300:
            return None
        moved = 300 <= answer.status < 400
        params: dict[str, Value] = {"host": self._address.host, "status": answer.status}
        return Message(f"table.home.{'moved' if moved else 'no_success'}", params)
