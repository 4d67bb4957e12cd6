"""The folders of the table's data and its log."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any
from unicodedata import category

from firmware.errors import BadData
from referee.disk.textfiles import reason

LOG = "coyote.log"
REPORT = "coyote-error.txt"
LOG_BYTES = 1_000_000
_log = logging.getLogger(__name__)
CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # These move, colour or reverse text, or end lines.
LINES_A_MINUTE = 300  # A start writes thirty lines, and a match only a few.
NO_MORE = "(No more lines this minute.)"


def data_folder(given: Path | None = None) -> Path:
    """Return the data folder: `given`, $COYOTE_DATA, or the user's own. Create it if necessary.

    Raise `BadData` if it is not writable.
    """
    chosen = given or os.environ.get("COYOTE_DATA")
    try:
        folder = Path(chosen or _own() / "coyote-table").expanduser().absolute()
    except RuntimeError as error:  # A service's user may have no home and no name.
        raise BadData("cli.data.no_home") from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise _unusable(folder, error) from error
    return folder


def _unusable(folder: Path, error: OSError) -> BadData:
    """Return the error that says why nothing can be written to a folder."""
    for place in (folder, *folder.parents):
        if os.path.islink(place) and not os.path.exists(place):  # noqa: PTH110, PTH114  raise nothing
            target = str(place.readlink())
            return BadData("cli.data.lost_link", folder=str(place), target=target)
        if os.path.isfile(place):  # noqa: PTH113
            return BadData("cli.data.no_folder", folder=str(place))
    return BadData("cli.data.unwritable", folder=str(folder), reason=reason(error))


def there() -> Path | None:
    """Return the current user's data folder, if it already exists."""
    try:
        folder = Path(os.environ.get("COYOTE_DATA") or _own() / "coyote-table").expanduser()
        return folder if folder.is_dir() else None
    except (RuntimeError, OSError):
        return None


def _own() -> Path:
    """Return the folder in which this user's programs keep their data."""
    own = os.environ.get("XDG_DATA_HOME")
    return Path(own) if own else Path.home() / ".local" / "share"


def log_to(folder: Path, verbose: bool = False) -> None:
    """Log every line to a file of limited size, and errors to the console.

    With `verbose`, the console gets everything except debug lines.
    """
    handler = LogFile(folder / LOG, maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    handler.addFilter(Sparing())
    handler.setFormatter(Escaped("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    console = logging.StreamHandler()
    console.setLevel(logging.INFO if verbose else logging.ERROR)
    console.setFormatter(_OneLine("%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler, console], force=True)


class LogFile(RotatingFileHandler):
    """The log file. On a full disk, it drops lines without a traceback."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, the library's name
        """Drop a line that cannot be written. A faulty log call is still reported."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)


def empty_logs(folder: Path) -> None:
    """Empty all logs and error reports of a data folder. The program goes on writing to its log."""
    for path in (*folder.glob(f"{LOG}*"), folder / REPORT):
        try:
            if path.is_file():
                os.truncate(path, 0)
        except OSError as error:
            _log.warning("A name may stay in %s: %s", path.name, error)


class Sparing(logging.Filter):
    """A filter that limits the lines per minute. The last line that it lets through says so.

    This protects the memory card from strangers and broken parts that cause many lines.
    """

    def __init__(self, most: int = LINES_A_MINUTE, now_s: Callable[[], float] = time.monotonic):
        super().__init__()
        self._most = most
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the line."""
        now_s = self._now_s()
        if now_s - self._since_s >= 60:
            self._since_s, self._lines = now_s, 0
        self._lines += 1
        if self._lines == self._most and not str(record.msg).endswith(NO_MORE):
            record.msg = f"{record.msg} {NO_MORE}"  # All handlers get the same record.
        return self._lines <= self._most


class Escaped(logging.Formatter):
    """A formatter that prevents text from outside from forging log lines or colours.

    It escapes control characters, and line ends within a message. A traceback keeps its lines, but
    none of them looks like the start of a log line.

    >>> line = logging.makeLogRecord({"msg": "gone: %s", "args": ("a\\n2026-01-01 b\\x1b[2J",)})
    >>> print(Escaped("%(message)s").format(line))
    gone: a\\n2026-01-01 b\\x1b[2J
    """

    def formatTime(self, record: logging.LogRecord, _: Any = None) -> str:  # noqa: N802
        """Return the time of the line and its zone."""
        return f"{super().formatTime(record)}{time.strftime('%z', time.localtime(record.created))}"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, logging's own name
        """Return the line without its traceback."""
        return _escaped(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802, logging's own name
        """Return the traceback; its messages may have several lines."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(("| " if line[:1].isdigit() else "") + _escaped(line) for line in lines)


def _escaped(text: str) -> str:
    return "".join(ascii(name)[1:-1] if category(name) in CONTROLS else name for name in text)


class _OneLine(Escaped):
    """A formatter for the console. It leaves tracebacks to the file."""

    def formatException(self, ei: object) -> str:  # noqa: ARG002, N802  logging's own name
        return ""

    def format(self, record: logging.LogRecord) -> str:
        kept, record.exc_text = record.exc_text, ""
        try:
            return super().format(record).rstrip()
        finally:
            record.exc_text = kept
