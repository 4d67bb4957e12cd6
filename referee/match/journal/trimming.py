"""A journal kept within a limit on disk: the oldest pictures go first, then the oldest matches."""

from __future__ import annotations

import logging
import time

import msgspec

from referee.match.journal.journal import Journal

_log = logging.getLogger(__name__)

# Of the limit. The files never shrink in play, so what is in use stays below it by a match or more:
# a long one takes some 5 MB. Nearer to each other, a match would be dropped after every match.
FULL = 0.9
ENOUGH = 0.75

_DROPPED = "history.dropped"


class Dropped(msgspec.Struct, frozen=True):
    """What was dropped for want of room: of how many matches the pictures, and how many whole."""

    pictures: int = 0
    matches: int = 0
    at_s: float = 0.0


def dropped(journal: Journal) -> Dropped | None:
    """Return what was dropped so far, or None."""
    kept = journal.get(_DROPPED)
    return None if kept is None else msgspec.convert(kept, Dropped)


def trim(journal: Journal, most_bytes: int, spare: int | None = None) -> None:
    """Keep a journal within a limit, but for the match to `spare`.

    Raises `JournalError`; the journal is then as it was.
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
    now = Dropped(before.pictures + len(pictures), before.matches + len(matches), time.time())
    journal.forget(matches, pictures, {_DROPPED: msgspec.to_builtins(now)})
    _log.info("Dropped the pictures of %d matches, and %d whole.", len(pictures), len(matches))


def fit(journal: Journal, most_bytes: int, spare: int | None = None) -> None:
    """Trim a journal, and give free room back to the disk where its files are beyond the limit.

    For a table's start, as that writes the whole file anew.
    """
    trim(journal, most_bytes, spare)
    weight = journal.disk_use()
    if weight.files > most_bytes and weight.used < ENOUGH * weight.files:
        journal.shrink()


def _oldest(weights: dict[int, int], over: float, spare: int | None) -> list[int]:
    """Return the oldest matches that together take as much as is over."""
    found = []
    for match, taken in weights.items():
        if over <= 0:
            break
        if match != spare:
            found.append(match)
            over -= taken
    return found
