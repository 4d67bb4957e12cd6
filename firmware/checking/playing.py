"""Checks which games and languages are available, faulty, or not yet trusted by the owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware import languages
from firmware.checking.findings import Finding, found
from firmware.folders import there
from firmware.games import game_problems
from referee import library


def games(data: Path | None) -> Iterator[Finding]:
    """Name the games and languages. `data` is the data folder; None stands for the user's own."""
    yield found("games", True, "cli.doctor.games", games=library.names())
    for well, message in game_problems(data or there()):
        yield Finding("games", well, message)
    for well, message in languages.language_problems():
        yield Finding("languages", well, message)
