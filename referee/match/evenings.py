"""What every match that ended came to, kept in the journal and worked out anew where it is not."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from referee.contract import Against, Figure, IllegalMove, View
from referee.match.desk import Desk
from referee.match.history import run
from referee.match.journal.journal import JournalError
from referee.match.journal.tables import RECORD_OF
from referee.match.running import Running

_log = logging.getLogger(__name__)

VERSION = 1  # of what is kept: raised where a record changes, so that all are worked out anew
AT_ONCE = 100  # matches played again at one time: each takes some hundredths of a second


class Played(msgspec.Struct, frozen=True):
    """A match that ended: its players, who came in where, and what the game tells of them.

    `ranking` has the seats of each place, the first place first.
    """

    match: int
    game: str
    names: tuple[str, ...]
    ranking: tuple[tuple[int, ...], ...]
    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()


class _Kept(msgspec.Struct, frozen=True):
    """What is kept of a match whose last entry was `seq`; `played` is None where it did not end."""

    version: int
    seq: int
    played: Played | None = None


def played(desk: Desk) -> tuple[tuple[Played, ...], int]:
    """Return the matches that ended, oldest first, and how many are still to be worked out."""
    journal, found, new, left = desk.journal, [], dict[str, Any](), 0
    for match, seq in journal.ends().items():
        key = RECORD_OF.format(match)
        kept = _read(journal.get(key), seq)
        if kept is None and len(new) == AT_ONCE:
            left += 1
            continue
        if kept is None:
            kept = _Kept(VERSION, seq, _played(desk, match))
            new[key] = msgspec.to_builtins(kept)
        if kept.played is not None:
            found.append(kept.played)
    if new:
        try:
            journal.put_all(new)
        except JournalError as error:
            _log.warning("What matches came to is not kept: %s", error)
    return tuple(found), left


def _read(kept: Any, seq: int) -> _Kept | None:
    """Return what was kept, if it is of this version and of the match as it is."""
    try:
        found = msgspec.convert(kept, _Kept)
    except msgspec.ValidationError:
        return None
    return found if (found.version, found.seq) == (VERSION, seq) else None


def _played(desk: Desk, match: int) -> Played | None:
    try:
        found = run(desk, match)
    except IllegalMove:  # it goes on, or is not whole
        return None
    if found.game.outcome(found.state) is None:
        return None
    record = found.game.record(found.states)
    return Played(
        match, found.game.name, found.players.names, _ranking(found), record.figures, record.against
    )


def _ranking(match: Running) -> tuple[tuple[int, ...], ...]:
    """Return who came in where: by the game, or else the winners, then whoever was in longer."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    if outcome.ranking:
        return outcome.ranking
    stayed = [0] * match.seats
    for at, state in enumerate(match.states):
        view: View = match.game.view(state, None)
        for one in view.seats:
            if not one.out:
                stayed[one.seat] = at
    places: dict[tuple[bool, int], list[int]] = {}
    for seat, at in enumerate(stayed):
        places.setdefault((seat in outcome.winners, at), []).append(seat)
    return tuple(tuple(places[place]) for place in sorted(places, reverse=True))
