"""Games that no package brings, put on the shelf for a test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library
from referee.contract import Game
from referee.library.data import About, Aid, Banners, Data, Example, Lesson, Rules
from referee.library.loading import LoadedGame, LoadedGames, loaded_games

NOWHERE = Path("/no/such/folder")


def shelve(
    monkeypatch: pytest.MonkeyPatch,
    game: Game[Any, Any, Any],
    defaults: Mapping[str, Any] | None = None,
    folder: Path = NOWHERE,
) -> None:
    """Make a game known beside the others, or in place of the one of its name."""
    there = loaded_games()
    bare = Data(About(), {}, Rules(), Lesson(), Example(), Banners(), Aid())
    kept = there.games.get(game.name, LoadedGame(game, folder, bare))
    data = kept.data if defaults is None else replace(kept.data, defaults=defaults)
    stock = LoadedGames(
        {**there.games, game.name: LoadedGame(game, kept.folder, data)}, there.faults
    )
    monkeypatch.setattr(library, "loaded_games", lambda: stock)
