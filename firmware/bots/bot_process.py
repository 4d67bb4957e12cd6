"""The table's side of the bot process: it starts the process, sends it requests, and ends it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

import msgspec

from firmware.bots.messages import AnalysisAnswer, AnalysisRequest, Answer, MoveRequest, Request

MODULE = "firmware.bots.bot_worker"
END_S = 2.0
BEAT_S = 1.0
LATE_S = 20.0  # Timeout for a move; at the highest level it takes some seconds on a slow Pi.
REVIEW_LATE_S = 600.0  # Timeout for an analysis; it takes some minutes on a slow Pi.


class BotProcessGone(RuntimeError):
    """The bot process has ended or does not answer."""


class BotProcess:
    """Asks the bot process what a seat does. Use it from one thread only.

    The process starts with the first request.
    """

    def __init__(self, data: str = "") -> None:
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if there is none."""
        return None if self._process is None else self._process.pid

    def answer(self, asked: MoveRequest) -> Answer:
        """Return what a seat does. Raise `BotProcessGone`; then the next request restarts it."""
        said = self._answer(asked, lambda connection: connection.poll(LATE_S))
        answer: Answer = msgspec.json.decode(said, type=Answer)
        return answer

    def review(self, asked: AnalysisRequest, goes_on: Callable[[], bool]) -> AnalysisAnswer:
        """Return the analysis of a match. Wait only while `goes_on`, called every second, returns
        True.

        Raise `BotProcessGone` as `answer` does, and also if the wait was ended early.
        """

        def comes(connection: Connection) -> bool:
            late_s = time.monotonic() + REVIEW_LATE_S
            while goes_on() and time.monotonic() < late_s:
                if connection.poll(BEAT_S):
                    return True
            return False

        looked: AnalysisAnswer = msgspec.json.decode(
            self._answer(asked, comes), type=AnalysisAnswer
        )
        return looked

    def _answer(self, asked: Request, comes: Callable[[Connection], bool]) -> bytes:
        try:
            connection = self._connection or self._begun()
            connection.send_bytes(msgspec.json.encode(asked))
            if not comes(connection):
                raise BotProcessGone("what thinks does not answer")
            said = connection.recv_bytes()
        except (EOFError, OSError) as error:
            self.close()
            raise BotProcessGone("what thinks has ended") from error
        except BotProcessGone:
            self.close()
            raise
        return said

    def _begun(self) -> Connection:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE, str(theirs.fileno()), self._data],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # On Ctrl+C, only the table reacts; it ends this process.
            )
        self._connection = Connection(ours.detach())
        return self._connection

    def close(self) -> None:
        """End the process at once."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
        if self._process is not None:
            self._process.kill()  # The process stores nothing, and may be busy thinking.
            self._process.wait(END_S)
        self._connection = self._process = None
