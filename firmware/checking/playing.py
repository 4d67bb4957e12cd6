"""Checks of games and languages: available, faulty, or waiting for the owner's trust."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware import languages
from firmware.checking.findings import Finding, found
from firmware.folders import there
from firmware.games import told
from referee import library


def games(data: Path | None) -> Iterator[Finding]:
    """Name the games; `data` is the data folder, None the user's own."""
    yield found("games", True, "cli.doctor.games", games=library.names())
    for well, message in told(data or there()):
        yield Finding("games", well, message)
    for well, message in languages.told():
        yield Finding("languages", well, message)
