"""A webhook. It posts the newest values as JSON to an address that the owner chose."""

from __future__ import annotations

import logging
import threading
import urllib.request

import msgspec

from firmware.home.values import Values
from firmware.service.supervisor import Worker
from referee.contract import Message

_log = logging.getLogger(__name__)

PATIENCE_S = 5.0
AGAIN_S = (1.0, 5.0, 30.0)  # Seconds before each retry. After the last one, the values are dropped.
BEAT_S = 2.0


class Webhook:
    """Posts the newest values. After a request in which they changed, it posts the newest once."""

    def __init__(self, address: str) -> None:
        self._address = address
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
            try:
                self._send(msgspec.json.encode(values))
            except (
                OSError,
                ValueError,
            ) as error:  # This includes the errors of urllib and http.client.
                self.trouble = Message("table.home.unposted", {"reason": str(error)})
                _log.warning("The webhook was not reached: %s", error)
            else:
                self.trouble = None
                return
            if again_s is None or worker.stop.wait(again_s):
                return

    def _send(self, body: bytes) -> None:
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address, body, head, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            answer.read(1)
