"""The match of a desk, where a test knows that there is one."""

from __future__ import annotations

from referee.match.desk import Desk, Snapshot


def match_of(desk: Desk) -> Snapshot:
    """Return a desk's match as it stands."""
    match = desk.snapshot()
    assert match is not None
    return match
