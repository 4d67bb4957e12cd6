"""Why a journal cannot be read or written."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from referee.contract import Message, RefereeError
from referee.disk.faults import Fault, fault_of
from referee.disk.textfiles import reason

_FAULTS: dict[Fault, str] = {
    "full": "desk.journal_full",
    "in_use": "desk.journal_in_use",
    "no_locks": "desk.journal_no_locks",
}


class JournalError(RefereeError, RuntimeError):
    """The journal cannot be read or written. The attempt has changed nothing."""


class JournalInUse(JournalError):
    """Another program uses the journal."""


class LaterJournal(JournalError):
    """A later release wrote the journal. It is intact, but unreadable here."""


def journal_error(path: Path, error: BaseException) -> JournalError:
    """Return the `JournalError` that stands for an error of the disk or of SQLite."""
    fault, params = fault_of(path, error), dict[str, Any](path=str(path))
    key = _FAULTS.get(fault)
    if key is None or (fault != "full" and not isinstance(error, sqlite3.Error)):
        key, params["reason"] = "desk.journal_failed", reason(error)
    kind = JournalInUse if key == _FAULTS["in_use"] else JournalError
    return kind("journal", Message(key, params))
