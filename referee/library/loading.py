"""Loads and checks all games with their data.

A game that cannot be loaded is left out and reported. It does not affect the others.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.contract import Game
from referee.kit import MoveBase
from referee.library import forms, locations
from referee.library.data import Data, check_complete, read_data
from referee.library.locations import Place

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Fault(NamedTuple):
    """A game that cannot be played, with the reason."""

    name: str
    reason: str


class LoadedGame(NamedTuple):
    """A game, its folder and its data."""

    game: Game[Any, Any, Any]
    folder: Path
    data: Data


class LoadedGames(NamedTuple):
    """The games by name, in the order of lists, and the faults of games that failed to load."""

    games: Mapping[str, LoadedGame]
    faults: tuple[Fault, ...]


def loaded_games() -> LoadedGames:
    """Return all games, and the faults of games that failed to load."""
    return _load_all(locations.places())


@lru_cache(maxsize=4)
def _load_all(places: tuple[Place, ...]) -> LoadedGames:
    results: dict[str, LoadedGame] = {}
    faults = []
    for place in places:
        try:
            if place.name in results:
                raise ValueError(f"there is another game of the name {place.name}")
            results[place.name] = _load_game(place)
        except (Exception, SystemExit) as error:  # the code of others may raise any exception
            logging.getLogger(__name__).warning("The game %s is left out.", place, exc_info=error)
            faults.append(Fault(place.name, f"{type(error).__name__}: {error}"))
    listed = sorted(results, key=lambda name: (results[name].game.shown.list_position, name))
    return LoadedGames({name: results[name] for name in listed}, tuple(faults))


def _load_game(place: Place) -> LoadedGame:
    """Load and check a game. Any exception of the game's code passes through."""
    if not _NAME.fullmatch(place.name):
        raise ValueError("a name is small letters, digits and _, a letter first")
    if place.folder is None:
        raise ModuleNotFoundError(f"there is no module {place.module}")
    if not any((place.folder / locations.DECKS).glob("*/deck.toml")):
        raise FileNotFoundError(f"there is no {locations.DECKS}/{place.name}/deck.toml")
    game = getattr(_module(place, place.folder), place.attribute)
    if not isinstance(game, Game):
        raise TypeError(f"{place.module}:{place.attribute} is no referee.contract.Game")
    if game.name != place.name:
        raise ValueError(f"it calls itself {game.name}")
    for tag, move in game.rules.moves.items():
        if not issubclass(move, MoveBase):
            raise TypeError(f"the move {tag} is not based on referee.kit.MoveBase")
    if place.comes_with_table:
        check_complete(place.folder)
    kept = LoadedGame(game, place.folder, read_data(place.folder))
    options = forms.options(kept.data.complete({}), game.rules.options)
    game.table.cards.counts(options)
    state = game.rules.begin(options, game.seats[0])
    game.rules.offers(state), game.shown.view(state, None), game.table.layout(state)
    return kept


def _module(place: Place, folder: Path) -> Any:
    if not place.own:
        return importlib.import_module(place.module)
    if place.module not in sys.modules:
        where = folder / "__init__.py"
        spec = importlib.util.spec_from_file_location(
            place.module, where, submodule_search_locations=[str(folder)]
        )
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(f"there is no module in {where}")
        made = sys.modules[place.module] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(made)
        except BaseException:
            del sys.modules[place.module]
            raise
    return sys.modules[place.module]
