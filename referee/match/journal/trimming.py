"""Keeps a journal within a size limit: deletes the oldest pictures, then the oldest matches."""

from __future__ import annotations

import logging

import msgspec

from referee.match.journal.entries import now_s
from referee.match.journal.journal import Journal

_log = logging.getLogger(__name__)

# These are shares of the limit. Files never shrink during play, so a trimmed journal has free space
# for more than one match: a long match takes about 5 MB. With less free space, each new match would
# delete an old one.
FULL = 0.9
ENOUGH = 0.75

_DROPPED = "history.dropped"


class Dropped(msgspec.Struct, frozen=True):
    """How many matches lost only their pictures, and how many were deleted as a whole."""

    pictures: int = 0
    matches: int = 0
    at_s: float = 0.0


def dropped(journal: Journal) -> Dropped | None:
    """Return the matches that were deleted so far, or None."""
    kept = journal.get(_DROPPED)
    return None if kept is None else msgspec.convert(kept, Dropped)


def trim(journal: Journal, most_bytes: int, spare: int | None = None) -> None:
    """Delete old pictures and matches until the journal is below its limit. Keep the match `spare`.

    If this raises `JournalError`, nothing was changed.
    """
    weight = journal.disk_use()
    if weight.used <= FULL * most_bytes:
        return
    over = weight.used - ENOUGH * most_bytes
    pictures = _oldest(weight.pictures, over, spare)
    over -= sum(weight.pictures[match] for match in pictures)
    matches = _oldest(weight.entries, over, spare)
    if not pictures and not matches:
        return
    before = dropped(journal) or Dropped()
    now = Dropped(before.pictures + len(pictures), before.matches + len(matches), now_s())
    journal.forget(matches, pictures, {_DROPPED: msgspec.to_builtins(now)})
    _log.info("Dropped the pictures of %d matches, and %d whole.", len(pictures), len(matches))


def fit(journal: Journal, most_bytes: int, spare: int | None = None) -> None:
    """Trim a journal. If its files are above the limit, also free the unused space in them.

    Call this at start-up only, because it rewrites the whole file.
    """
    trim(journal, most_bytes, spare)
    weight = journal.disk_use()
    if weight.files > most_bytes and weight.used < ENOUGH * weight.files:
        journal.shrink()


def _oldest(weights: dict[int, int], over: float, spare: int | None) -> list[int]:
    """Return the oldest matches that are together at least as large as the excess `over`."""
    trimmed = []
    for match, taken in weights.items():
        if over <= 0:
            break
        if match != spare:
            trimmed.append(match)
            over -= taken
    return trimmed
