"""What else there was in a past match, kept as a note of the journal: it may be lost."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.match.desk import Desk
from referee.match.journal.tables import ANALYSIS_KEY

VERSION = 1  # of what is kept: raised where it changes, so that all is worked out anew


class _Note(msgspec.Struct, frozen=True):
    """What is kept of a match in which the same moves stand since the entry `seq`."""

    version: int
    seq: int
    value: Any


def load_analysis(desk: Desk, match: int, steps_seq: int) -> Any:
    """Return what is kept of a match in which the same moves stand since an entry; or None."""
    try:
        note = msgspec.convert(desk.get(ANALYSIS_KEY.format(match)), _Note)
    except msgspec.ValidationError:
        return None
    return note.value if (note.version, note.seq) == (VERSION, steps_seq) else None


def save_analysis(desk: Desk, match: int, steps_seq: int, value: Any) -> None:
    """Keep what was worked out of a match, JSON-able."""
    note = _Note(VERSION, steps_seq, value)
    desk.put(ANALYSIS_KEY.format(match), msgspec.to_builtins(note))
