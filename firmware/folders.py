"""Where the table keeps its data and its log."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any
from unicodedata import category

from firmware.errors import BadData

LOG = "coyote.log"
REPORT = "coyote-error.txt"
LOG_BYTES = 1_000_000
CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # what moves, colours or turns text, or ends a line
LINES_A_MINUTE = 300  # a start writes thirty; a table at play, one now and then


def data_folder(given: Path | None = None) -> Path:
    """Return the data folder, made if need be: `given`, else $COYOTE_DATA, else the user's own.

    Raises `BadData` where it cannot be written.
    """
    chosen = given or os.environ.get("COYOTE_DATA")
    try:
        folder = Path(chosen or _own() / "coyote-table").expanduser().absolute()
    except RuntimeError as error:  # a service's user need not have a home, nor a name
        raise BadData("cli.data.no_home") from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadData("cli.data.unwritable", folder=str(folder), reason=reason) from error
    return folder


class Reports:
    """Where errors are written that no sentence says: in `folder`, the data folder if it is given.

    A file that another user could have laid is never written to.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None

    def keep(self, error: BaseException) -> Path:
        """Write an error down for this user alone, and return the file; raises `OSError`."""
        try:
            folder = data_folder(self.folder)
        except BadData:
            folder = Path(tempfile.mkdtemp(prefix="coyote-"))
        path = folder / REPORT
        path.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write("".join(traceback.format_exception(error)))
        return path


def there() -> Path | None:
    """Return the data folder of whoever asks, where there is one already."""
    try:
        folder = Path(os.environ.get("COYOTE_DATA") or _own() / "coyote-table").expanduser()
        return folder if folder.is_dir() else None
    except (RuntimeError, OSError):
        return None


def _own() -> Path:
    """Return the folder in which a user's programs keep their data."""
    own = os.environ.get("XDG_DATA_HOME")
    return Path(own) if own else Path.home() / ".local" / "share"


def log_to(folder: Path, verbose: bool = False) -> None:
    """Send every log line to a file that cannot grow without end, errors to the console too.

    With `verbose` the console has all but debugging.
    """
    handler = LogFile(folder / LOG, maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    handler.addFilter(Sparing())
    handler.setFormatter(Escaped("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    console = logging.StreamHandler()
    console.setLevel(logging.INFO if verbose else logging.ERROR)
    console.setFormatter(_OneLine("%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler, console], force=True)


class LogFile(RotatingFileHandler):
    """The log's file: a line that finds no room on the disk is lost, without a traceback."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, the library's name
        """Let a line be lost that cannot be written; one that is written wrongly is still shown."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)


class Sparing(logging.Filter):
    """Lets so many lines a minute through, and says once a minute that it left some out.

    What goes wrong on and on, by a stranger's doing or a broken part's, wears out no card.
    """

    def __init__(self, most: int = LINES_A_MINUTE, now_s: Callable[[], float] = time.monotonic):
        super().__init__()
        self._most = most
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is written."""
        now_s = self._now_s()
        if now_s - self._since_s >= 60:
            self._since_s, self._lines = now_s, 0
        self._lines += 1
        if self._lines == self._most:
            record.msg, record.args = f"{record.getMessage()} (No more lines this minute.)", ()
        return self._lines <= self._most


class Escaped(logging.Formatter):
    """A log line in which nothing that came from elsewhere can pass for another, or for colours.

    Control characters are escaped, and line ends of a message; of a traceback each line stands for
    itself, but none begins as a line of the log does.

    >>> line = logging.makeLogRecord({"msg": "gone: %s", "args": ("a\\n2026-01-01 b\\x1b[2J",)})
    >>> print(Escaped("%(message)s").format(line))
    gone: a\\n2026-01-01 b\\x1b[2J
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, logging's own name
        """Return the line, without its traceback."""
        return _escaped(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802, logging's own name
        """Return a traceback, whose messages may be of several lines."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(("| " if one[:1].isdigit() else "") + _escaped(one) for one in lines)


def _escaped(text: str) -> str:
    return "".join(ascii(one)[1:-1] if category(one) in CONTROLS else one for one in text)


class _OneLine(Escaped):
    """A log line for the console: the sentence only, the details are in the file."""

    def formatException(self, ei: object) -> str:  # noqa: ARG002, N802  logging's own name
        return ""

    def format(self, record: logging.LogRecord) -> str:
        kept, record.exc_text = record.exc_text, ""
        try:
            return super().format(record).rstrip()
        finally:
            record.exc_text = kept
