"""A voice at the table: espeak-ng, with one process per sentence, in its own thread.

Nobody waits for the voice. A process that hangs is killed after a while. If too many sentences
wait, the oldest are dropped.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from firmware.service.child import kill
from firmware.service.supervisor import Worker
from referee.contract import Message

_log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
DEVICES = Path("/dev/snd")
WAITING = 2  # Maximum number of waiting sentences. Older ones would be out of date.
MOST_LETTERS = 400
MOST_S = 30.0  # Time for one sentence. A ruling of 400 letters takes about 25 s.
LOOK_S = 0.1
IDLE_S = 1.0


def find_espeak() -> str | None:
    """Return the path of espeak-ng, or None if it is not installed."""
    return shutil.which(PROGRAM)


def outputs() -> tuple[str, ...]:
    """Return the names that ALSA gives to this machine's sound outputs."""
    return tuple(sorted(path.name for path in DEVICES.glob("pcm*p")))


class Loudspeaker:
    """Speaks sentences one after another.

    `run` is the thread's function; any thread may call the other methods. `changed` is called when
    `trouble` changes.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._lock = threading.Lock()
        self._waiting: deque[tuple[str, str]] = deque(maxlen=WAITING)
        self._wake = threading.Event()
        self._cut = threading.Event()
        self.trouble: Message | None = None

    def say(self, text: str, locale: str) -> None:
        """Speak a text after the current one. If too many wait, the oldest is dropped."""
        with self._lock:
            self._waiting.append((text[:MOST_LETTERS], locale))
        self._wake.set()

    def hush(self) -> None:
        """Stop speaking and drop the waiting texts."""
        with self._lock:
            self._waiting.clear()
            self._cut.set()
        self._wake.set()
        self._set_trouble(None)

    def run(self, worker: Worker) -> None:
        """Speak until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            self._wake.wait(IDLE_S)
            self._wake.clear()
            while not worker.stop.is_set() and (one := self._next()) is not None:
                self._set_trouble(self._speak(*one, worker))

    def _next(self) -> tuple[str, str] | None:
        with self._lock:
            self._cut.clear()
            return self._waiting.popleft() if self._waiting else None

    def _set_trouble(self, trouble: Message | None) -> None:
        if trouble == self.trouble:
            return
        if trouble is not None:
            _log.warning("A ruling was not spoken: %s %s", trouble.key, dict(trouble.params))
        self.trouble = trouble
        self._changed()

    def _speak(self, text: str, locale: str, worker: Worker) -> Message | None:
        """Speak one sentence. Return why it failed, or None."""
        program = find_espeak()
        if program is None:
            return Message("table.voice.missing", {"program": PROGRAM})
        try:
            process = subprocess.Popen(
                [program, "-v", locale.replace("_", "-"), "--stdin"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its children can be killed with it
            )
        except OSError as error:
            return _failed(str(error))
        began_s = time.monotonic()
        try:
            _write_text(process, text.encode())
            while True:
                try:
                    status = process.wait(LOOK_S)
                except subprocess.TimeoutExpired:
                    worker.beat()
                else:
                    return _complaint(status, _read_errors(process))
                if time.monotonic() - began_s > MOST_S:
                    return Message("table.voice.hangs", {"s": MOST_S})
                if worker.stop.is_set() or self._cut.is_set():
                    return None
        finally:
            kill(process)


def _write_text(process: subprocess.Popen[bytes], text: bytes) -> None:
    """Write the text to a process. It fits into the pipe, so this never waits."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(text)
    with contextlib.suppress(OSError):
        process.stdin.close()


def _read_errors(process: subprocess.Popen[bytes]) -> bytes:
    """Return the error text that a process has written, at most as much as the pipe holds."""
    assert process.stderr is not None
    os.set_blocking(process.stderr.fileno(), False)
    return process.stderr.read() or b""


def _complaint(status: int, errors: bytes) -> Message | None:
    """Return espeak-ng's error, or None. Its exit status is 0 even without a sound card."""
    lines = [line.strip() for line in errors.decode("utf-8", "replace").splitlines()]
    reason = next((line for line in reversed(lines) if line.lower().startswith("error")), "")
    if not status and not reason:
        return None
    return _failed(reason or f"{PROGRAM}: {status}")


def _failed(reason: str) -> Message:
    return Message("table.voice.failed", {"reason": reason})
