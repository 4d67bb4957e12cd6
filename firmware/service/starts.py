"""Counts on disk how often in a row the table failed to start.

After three failures, the table starts in safe mode.

Only starts of the same program count. If a bad release is replaced, its failures do not count
against the other release. A start that got as far as serving pages failed only if the program then
ended by itself. If the whole machine went down, which its boot id shows, the power was cut.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee import words
from referee.contract import Message, Told
from referee.disk.storage import write_whole
from referee.match.journal.clock import boot_id

_log = logging.getLogger(__name__)

MOST = 3  # Two may be power cuts during the start. A fourth would take 15 s more.
WELL_S = 30.0  # After this time the start has succeeded, even if nobody requested a page.
REASON_LENGTH = 300


class Reason(NamedTuple):
    """Why a start failed: an English text, and its message if the error has one."""

    text: str = ""
    message: Message | None = None


UNKNOWN = Reason()


class Starts:
    """The failed starts of a program since its last good start, and the reason of the last failure.

    `program` is the program's environment, which differs for each release. `boot` identifies one
    run of the machine. If that is unknown, `boot` is empty, and an unexplained end counts as a
    failure.
    """

    def __init__(self, path: Path, program: str = sys.prefix, boot: str | None = None) -> None:
        self._path, self._program = path, program
        self._boot = boot_id() if boot is None else boot
        kept = self._read()
        self.failed = int(kept["failed"])
        self._reason = Reason(str(kept["reason"]), _message(kept))
        self.pinless = False
        """Whether somebody asked for a start without buttons and lamps."""
        self._before = UNKNOWN
        if kept["served"] and kept["served"] != self._boot:
            self.failed = max(0, self.failed - 1)  # the power was cut
        elif kept["served"]:
            self._reason = UNKNOWN  # the program ended by itself; the reason was stored before

    @property
    def too_many(self) -> bool:
        """Whether the table should not be started as it is."""
        return self.failed >= MOST

    @property
    def key(self) -> str:
        """The key of the reason's message, or an empty string if the reason has no message."""
        return self._reason.message.key if self._reason.message else ""

    def reason(self, locale: str) -> str:
        """Return why the last start failed, or an empty string if the reason is unknown."""
        text, message = self._reason
        return text if message is None else words.say(message, locale)[:REASON_LENGTH]

    @contextmanager
    def counted(self, excused: Callable[[Exception], bool]) -> Iterator[None]:
        """Count a start as failed until `well` is called, because it may end without an error.

        The reason of the failure is the error that was raised. An error that is `excused` comes
        from wrong options, so that start does not count. A start that somebody stops in good order
        counts as a success.
        """
        self._before = self._reason
        before = (self.failed, self._before)
        self._write(self.failed + 1)
        try:
            yield
        except Exception as error:
            if self.failed:
                self._write(*before) if excused(error) else self._write(self.failed, _reason(error))
            raise
        except BaseException:
            self._write(*before)
            raise
        self.well()

    def served(self) -> None:
        """Note that the table serves pages. From now on it can only crash or lose power."""
        if self.failed:
            self._write(self.failed, self._before, self._boot)

    def well(self) -> None:
        """Note that the table has started, and count failures from zero again."""
        if self.failed:
            self._write(0)

    def once_more(self) -> None:
        """Allow one more start. If it fails too, safe mode comes back."""
        self._write(MOST - 1, self._reason)

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            kept = None
        counts = isinstance(kept, dict) and type(kept.get("failed")) is int
        if not counts or kept.get("program") != self._program:
            return {"failed": 0, "reason": "", "served": ""}
        return {"reason": "", "served": "", **kept}

    def _write(self, failed: int, reason: Reason = UNKNOWN, served: str = "") -> None:
        self.failed, self._reason = failed, reason
        kept = {"failed": failed, "reason": reason.text, "served": served, "program": self._program}
        if reason.message is not None:
            kept |= {"key": reason.message.key, "params": reason.message.params}
        try:
            write_whole(self._path, msgspec.json.encode(kept))
        except OSError as error:
            _log.warning("The start cannot be counted: %s", error)


def _reason(error: Exception) -> Reason:
    message = error.message if isinstance(error, Told) else None
    return Reason(words.in_english(error)[:REASON_LENGTH], message)


def _message(kept: dict[str, Any]) -> Message | None:
    """Return the message in a file. An older file has no usable message."""
    try:
        return msgspec.convert({name: kept[name] for name in ("key", "params")}, Message)
    except (KeyError, msgspec.ValidationError):
        return None
