"""Checks the owner's games, languages and settings of the home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware import languages
from firmware.checking.findings import Finding, found
from firmware.errors import BadData
from firmware.folders import there
from firmware.games import game_problems
from firmware.home.settings import load_settings
from referee import library


def games(data: Path | None) -> Iterator[Finding]:
    """Name the games and languages. `data` is the data folder; None stands for the user's own."""
    yield found("games", True, "cli.doctor.games", games=library.names())
    for well, message in game_problems(data or there()):
        yield Finding("games", well, message)
    for well, message in languages.language_problems():
        yield Finding("languages", well, message)


def home(data: Path | None) -> Iterator[Finding]:
    """Check the settings for the home, if there are any. `data` is as for `games`."""
    folder = data or there()
    if folder is None:
        return
    try:
        load_settings(folder)
    except BadData as error:
        yield Finding("home", False, error.message)
