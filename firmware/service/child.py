"""A child process of the table, which answers one request after another.

`Child` is the table's side, and `serve` is the process's side. Requests and answers are values that
can be pickled. This module imports only the standard library, because each process imports it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from firmware.service.heap import keep_heap_small

BEAT_S = 1.0  # How often whoever waits says that it still waits.
END_S = 1.0  # Timeout for the end of a killed process.


class ChildGone(RuntimeError):
    """The process has ended, or does not answer."""


class Child:
    """Runs a module in its own process and asks it. Use it from one thread only.

    The process starts with the first request, and after `ChildGone` with the next one. It ends with
    its parent. Its arguments are the number of its connection, the numbers of the `shared` files,
    and then `arguments`. `first` is told to each process before everything else.
    """

    def __init__(
        self, module: str, *arguments: str, shared: Sequence[int] = (), first: object = None
    ) -> None:
        self._module, self._arguments = module, arguments
        self._shared, self._first = shared, first
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if there is none."""
        return None if self._process is None else self._process.pid

    def tell(self, request: object) -> None:
        """Send a request that gets no answer. Raise `ChildGone`."""
        try:
            self._connected().send(request)
        except OSError as error:
            raise self._gone("has ended") from error

    def ask(self, request: object, within_s: float) -> Any:
        """Return the answer to a request. Raise `ChildGone` if none comes in time."""
        self.tell(request)
        connection = self._connected()
        try:
            if connection.poll(within_s):
                return connection.recv()
        except (EOFError, OSError) as error:
            raise self._gone("has ended") from error
        raise self._gone("does not answer")

    def close(self) -> None:
        """End the process at once. It stores nothing, and may be busy."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            kill(self._process)
        self._connection = self._process = None

    def _connected(self) -> Connection:
        """Return the connection to the process, which is started if there is none."""
        if self._connection is None:
            ours, theirs = socket.socketpair()
            with ours, theirs:
                ends = (theirs.fileno(), *self._shared)
                self._process = subprocess.Popen(
                    [sys.executable, "-m", self._module, *map(str, ends), *self._arguments],
                    pass_fds=ends,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    start_new_session=True,  # Ctrl+C ends only the table, which ends this process.
                )
                self._connection = Connection(ours.detach())
            if self._first is not None:
                self._connection.send(self._first)
        return self._connection

    def _gone(self, why: str) -> ChildGone:
        self.close()
        return ChildGone(f"{self._module} {why}")


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that has its own session, and its children. One that hangs is left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_S)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def serve(connection: int, answer: Callable[[Any], Any], niceness: int) -> NoReturn:
    """Answer requests until the parent has ended, then end this process.

    If `answer` returns None, no answer is sent. It must not raise an error.
    """
    os.nice(niceness)
    keep_heap_small()
    parent = Connection(connection)
    try:
        while True:
            answered = answer(parent.recv())
            if answered is not None:
                parent.send(answered)
    except (EOFError, OSError):
        os._exit(0)
