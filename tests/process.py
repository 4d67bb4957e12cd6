"""The program as a separate process, as people start it."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError

from tests.patience import MOST_S, Patience

# The timeout of every single call. A test without progress fails earlier (tests/conftest.py).
PATIENCE_S = MOST_S
POLL_S = 0.02
# Each look at a page is work. At this pace it is a fifth of a processor; tenfold as often, a wait
# takes its own looks for progress and never gives up.
SLOWEST_POLL_S = 0.2
# No camera looks: a picture takes as much of a processor as all else that a table begins with.
BLIND = ("--camera", "none", "--gpio", "mock")
SLOWER = 1.1  # from look to look, so that no wait is longer by more than a tenth
CONFLICT = 409


def eventually(read: Callable[[], Any], expected: Any = bool) -> Any:
    """Wait until a value is as expected, and return that very value.

    `expected` is the value, or a function that says whether it fits; without it, the value must be
    true. Raise `AssertionError` with the last value once no work is done any more.
    """
    patience, pause_s = Patience(), POLL_S
    while not fits(value := read(), expected):
        assert patience.left, f"never {getattr(expected, '__name__', repr(expected))}: {value!r}"
        time.sleep(pause_s)
        pause_s = min(pause_s * SLOWER, SLOWEST_POLL_S)
    return value


def fits(value: Any, expected: Any) -> bool:
    """Whether a value is the expected one, or passes as such."""
    return bool(expected(value) if callable(expected) else value == expected)


def once_read(act: Callable[[], Any]) -> bool:
    """Act, and return True; return False if the table must first read a card of that seat."""
    try:
        act()
    except HTTPError as error:
        body = error.read()
        if error.code != CONFLICT or b'"table.press.unread"' not in body:
            raise AssertionError(f"{error.code}: {body.decode(errors='replace')}") from error
        return False
    return True


def run_program(
    command: Iterable[str | Path], *, check: bool = True, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and return its status and its texts; `check` that it succeeds."""
    words = [*map(str, command)]
    return subprocess.run(
        words, capture_output=True, text=True, timeout=PATIENCE_S, check=check, **options
    )


@contextmanager
def killed_after(process: subprocess.Popen[str], seconds: float = PATIENCE_S) -> Iterator[None]:
    """Kill a process that runs longer, so that reading its output ends."""
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def free_port() -> int:
    """Return a free port that stays free: none of those that the system gives to who connects."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Process:
    """A running `coyote play` or `coyote table`, and requests to it."""

    running: ClassVar[list[Process]] = []

    def __init__(
        self,
        data: Path,
        *options: str,
        table: str = "play",
        program: Sequence[str] = ("-m", "firmware.cli"),
    ) -> None:
        command = [sys.executable, *program, table, "--port", str(free_port())]
        if table == "play":
            command.append("--no-browser")
            if not (data / "play.sqlite").exists():  # A first start begins no match by itself.
                command += ["--seats", "3"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LANG": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        self.running.append(self)
        self.output: list[str] = []
        self.listen()

    def listen(self) -> None:
        """Read its output until it serves its pages."""
        self.output.clear()
        assert self.process.stdout is not None
        with killed_after(self.process):
            for line in self.process.stdout:
                self.output.append(line)
                if "Ctrl+C" in line:
                    break
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", "".join(self.output))
        assert match, f"it did not start: {self.output}"
        self.port = int(match[1])

    def kill(self, number: int) -> int:
        self.process.send_signal(number)
        assert self.process.stdout is not None
        with killed_after(self.process):
            self.output += self.process.stdout
        self.process.stdout.close()
        return self.process.wait(PATIENCE_S)

    def state(self, view: str = "virtual") -> Any:
        return json.loads(self.get(f"/api/state?view={view}"))

    def get(self, path: str) -> str:
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, headers={"Accept": "text/html"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            text: bytes = answer.read()
        return text.decode()

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body or {}).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def move(self, **move: Any) -> None:
        """Make a move as the host, once the table has read all cards."""
        eventually(lambda: once_read(lambda: self._move(move)))

    def _move(self, move: dict[str, Any]) -> None:
        self.post("/api/move", {"as": "host", "seen": self.state()["seq"], "move": move})

    def press(self, seat: int) -> None:
        for down in (True, False):
            self.post("/virtual/button", {"seat": seat, "down": down})


def stop_all() -> None:
    """Kill every process that a test has left running."""
    for process in Process.running:
        if process.process.poll() is None:
            process.kill(signal.SIGKILL)
    Process.running.clear()
