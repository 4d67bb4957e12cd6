"""The games: those that can be played, those that cannot, those that wait for the owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.checking.findings import Finding, found
from firmware.folders import there
from firmware.games import Trust, own_games
from referee import library
from referee.contract import Message


def games(data: Path | None) -> Iterator[Finding]:
    """Name the games; `data` is the data folder, None the user's own."""
    yield found("games", True, "cli.doctor.games", games=library.names())
    for fault in library.faults():
        key, reason = "cli.games.broken", fault.reason
        yield found("games", False, key, game=fault.name, reason=reason)
    folder = data or there()
    for path, known in own_games(folder).items() if folder else ():
        if known is not Trust.TRUSTED:
            key = "cli.games.changed" if known is Trust.CHANGED else "cli.games.new"
            yield Finding("games", None, Message(key, {"game": path.name}))
