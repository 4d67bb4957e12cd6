"""Stores post-match analyses as notes in the journal. The notes may get lost."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.match.desk import Desk
from referee.match.journal.tables import ANALYSIS_KEY

VERSION = 1  # Version of the stored data. Raise it to compute all of them again.


class _Note(msgspec.Struct, frozen=True):
    """The analysis of a match. The moves of that match have been the same since the entry `seq`."""

    version: int
    seq: int
    value: Any


def load_analysis(desk: Desk, match: int, steps_seq: int) -> Any:
    """Return the stored analysis of a match, or None if there is none or the moves have changed."""
    try:
        note = msgspec.convert(desk.get(ANALYSIS_KEY.format(match)), _Note)
    except msgspec.ValidationError:
        return None
    return note.value if (note.version, note.seq) == (VERSION, steps_seq) else None


def save_analysis(desk: Desk, match: int, steps_seq: int, value: Any) -> None:
    """Store the analysis of a match, as JSON-serialisable data."""
    note = _Note(VERSION, steps_seq, value)
    desk.put(ANALYSIS_KEY.format(match), msgspec.to_builtins(note))
