"""How often in a row the table failed to start, on disk: after three times, safe mode.

Only the same program's starts count: a bad release that gave way is no reason against the one
before, nor are that one's failures against a release that mends them. A start that came to its end,
its pages served, failed only if the program ended by itself soon after: where the whole machine
went down under it, as its boot tells, the power was cut.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee import words
from referee.contract import Message

_log = logging.getLogger(__name__)

MOST = 3  # two may be the plug pulled amid the start; four take a service another quarter minute
WELL_S = 30.0  # a table that runs so long has started, whether or not a page was asked for
REASON_LENGTH = 300
BOOT = Path("/proc/sys/kernel/random/boot_id")  # Linux's, another one each time it starts


class Starts:
    """A program's starts that failed since the last one that went well, and why the last one did.

    `program` is the environment that it runs in: each release has its own. `boot` tells one run of
    the machine from another; where nothing does, it is empty, and an end without a word counts.
    """

    def __init__(self, path: Path, program: str = sys.prefix, boot: str | None = None) -> None:
        self._path, self._program = path, program
        self._boot = _boot() if boot is None else boot
        kept = self._read()
        self.failed = int(kept["failed"])
        self.reason = str(kept["reason"])
        self._before = ""
        if kept["served"] and kept["served"] != self._boot:
            self.failed = max(0, self.failed - 1)  # it was cut off
        elif kept["served"]:
            self.reason = ""  # it ended by itself, and the reason is an earlier one's

    @property
    def too_many(self) -> bool:
        """Tell whether the table should not be started as it is."""
        return self.failed >= MOST

    @contextmanager
    def counted(self, excused: Callable[[Exception], bool]) -> Iterator[None]:
        """Count a start as failed until it is well: it may end without a word.

        What is raised is the reason, unless it is `excused`: a start that failed by how it was
        asked for. One that is ended from outside in an orderly way is well.
        """
        before = (self.failed, self.reason)
        self._before = self.reason
        self._write(self.failed + 1, "")
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
        """Note that a start has come to its end: from now on it may only be cut off, or crash."""
        if self.failed:
            self._write(self.failed, self._before, self._boot)

    def well(self) -> None:
        """Count from zero again: the table has started."""
        if self.failed:
            self._write(0, "")

    def once_more(self) -> None:
        """Let the table be started once: where that fails too, it is safe mode again."""
        self._write(MOST - 1, self.reason)

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            kept = None
        counts = isinstance(kept, dict) and type(kept.get("failed")) is int
        if not counts or kept.get("program") != self._program:
            return {"failed": 0, "reason": "", "served": ""}
        return {"reason": "", "served": "", **kept}

    def _write(self, failed: int, reason: str, served: str = "") -> None:
        self.failed, self.reason = failed, reason
        new = self._path.with_name(self._path.name + ".new")
        try:
            with new.open("w", encoding="utf-8") as file:
                kept = {"failed": failed, "reason": reason, "program": self._program}
                json.dump({**kept, "served": served}, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            _log.warning("The start cannot be counted: %s", error)


def _boot() -> str:
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _reason(error: Exception) -> str:
    message = getattr(error, "message", None)
    if isinstance(message, Message):
        return words.say(message, words.DEFAULT)[:REASON_LENGTH]
    return f"{type(error).__name__}: {error}"[:REASON_LENGTH]
