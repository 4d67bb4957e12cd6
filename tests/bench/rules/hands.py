"""Whole matches at the virtual table: bots draw and lay every card, and the camera reads them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from referee import library, words
from referee.match.commands import Begin, Level
from tests.firmware.bots.hurried import Hurried

STILL_S = 90.0  # In this time of the table, a match goes on, or it never does.
LOOK_S = 5.0
SEATS = 3  # or as many as the game has


def stands_still(game: str, most_s: float) -> str:
    """Play a match of a game by bots alone for `most_s` seconds of the table's time, or to its end.

    Return one sentence that names the action for which the match stands still, or an empty text.
    A game without bots is not played.
    """
    if library.game(game).bot is None:
        return ""
    possible = library.game(game).seats
    seats = min(max(possible[0], SEATS), possible[-1])
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        table = Hurried(Path(folder), patch, every=1, perfect=True)
        try:
            return _played(table, game, seats, most_s)
        finally:
            table.close()


def _played(table: Hurried, game: str, seats: int, most_s: float) -> str:
    gentle: Level = "gentle"
    table.desk.do(Begin(game, {}, seats, levels=(gentle,) * seats))
    until_s, moved_s, seq = table.now_s + most_s, table.now_s, 0
    while table.match.outcome is None and table.now_s < until_s:
        table.wait(LOOK_S)
        if table.match.seq > seq:
            moved_s, seq = table.now_s, table.match.seq
        elif table.now_s > moved_s + STILL_S:
            return _sentence(table)
    return ""


def _sentence(table: Hurried) -> str:
    """Return the sentence that says what nobody does."""
    match, voice = table.match, words.Voice("en")
    if (trouble := table.bots.trouble) is not None:
        return f"{match.game.name} stands still: {voice.say(trouble)}"
    for action in match.actions:
        kind, text = type(action).__name__, voice.say(action.message)
        return f"{match.game.name} stands still: no hand does {kind} in {action.zone} ({text})."
    return f"{match.game.name} stands still, and no action is pending."
