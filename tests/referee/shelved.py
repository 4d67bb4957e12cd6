"""Games that no package brings, put on the shelf for a test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee import library
from referee.contract import Game
from referee.library.data import Data, Lesson, Rules
from referee.library.stock import Kept, Stock

NOWHERE = Path("/no/such/folder")


def shelve(
    monkeypatch: pytest.MonkeyPatch,
    game: Game[Any, Any, Any],
    defaults: Mapping[str, Any] | None = None,
) -> None:
    """Make a game known beside the others, or in place of the one of its name."""
    there = library.stock()
    kept = Kept(game, NOWHERE, Data(defaults or {}, Rules(), Lesson()))
    stock = Stock({**there.games, game.name: kept}, there.faults)
    monkeypatch.setattr(library, "stock", lambda: stock)
