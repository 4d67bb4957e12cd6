"""The games by name, and functions that convert plain data for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from referee.contract import BadOptions, Game, IllegalMove, Message
from referee.library import forms
from referee.library.data import Data, TokenShape
from referee.library.forms import FORM as FORM
from referee.library.loading import Fault, LoadedGame, loaded_games
from referee.proposals import ANSWERS


def names() -> tuple[str, ...]:
    """Return the names of all games in the order of lists."""
    return tuple(loaded_games().games)


def faults() -> tuple[Fault, ...]:
    """Return the installed games that cannot be played, with the reasons."""
    return loaded_games().faults


def game(name: str) -> Game[Any, Any, Any]:
    """Return a game by its name. Raise `BadOptions` if there is none."""
    return _kept(name).game


def folder(name: str) -> Path:
    """Return the folder of a game. Raise `BadOptions` if there is none."""
    return _kept(name).folder


def data(name: str) -> Data:
    """Return the data files of a game. Raise `BadOptions` if there is none."""
    return _kept(name).data


@lru_cache(maxsize=1)
def token_shapes() -> dict[str, TokenShape]:
    """Return the shapes of all games' counters, by kind. Raise `BadOptions`."""
    return {kind: shape for name in names() for kind, shape in data(name).about.tokens.items()}


def options(
    game: Game[Any, Any, Any],
    plain: Mapping[str, Any] | None = None,
    carried_over: Mapping[str, Any] | None = None,
) -> Any:
    """Return a game's complete options from `plain` data.

    Missing options come from `carried_over`, the options that the previous match hands on, or else
    from ``options.toml`` in the game's folder. Raise `BadOptions`.
    """
    if plain is not None and not isinstance(plain, Mapping):
        raise BadOptions(FORM, Message("desk.bad_options"))
    try:
        return forms.options(
            _kept(game.name).data.complete(plain or {}, carried_over), game.rules.options
        )
    except forms.Refused as refused:
        raise BadOptions(FORM, refused.message) from None


def edition_options(game: Game[Any, Any, Any], edition: str | None) -> Any:
    """Return the usual options of an edition. Raise `BadOptions` if the game does not have it."""
    if edition not in (editions(game) or (None,)):
        raise BadOptions(FORM, Message("page.error.not_found"))
    return options(game, {"edition": edition} if edition else {})


def editions(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return the editions of a game. A game with only one edition has none here."""
    return _kept(game.name).data.editions


def seats(game: Game[Any, Any, Any], options: Any) -> tuple[int, ...]:
    """Return the numbers of players that a match with these options can have."""
    return tuple(count for count in game.seats if _begins(game, options, count))


def _begins(game: Game[Any, Any, Any], options: Any, count: int) -> bool:
    try:
        game.rules.begin(options, count)
    except BadOptions:
        return False
    return True


def move(game: Game[Any, Any, Any], plain: Any) -> Any:
    """Return the move in plain data. Raise `IllegalMove` if it is malformed."""
    return _converted(plain, game.rules.moves)


def move_or_answer(game: Game[Any, Any, Any], plain: Any) -> Any:
    """Return the move in plain data, or the answer to a proposal. Raise `IllegalMove`."""
    answers = isinstance(plain, Mapping) and plain.get("move") in [*ANSWERS]
    return _converted(plain, ANSWERS if answers else game.rules.moves)


def _converted(plain: Any, kinds: Mapping[str, type]) -> Any:
    try:
        return forms.move(plain, kinds)
    except forms.Refused as refused:
        raise IllegalMove(FORM, refused.message) from None


def state(game: Game[Any, Any, Any], plain: Any) -> Any:
    """Return the game state in plain data. Raise `msgspec.ValidationError` if it is malformed."""
    return msgspec.convert(plain, game.rules.state)


def to_plain(value: Any) -> Any:
    """Return a state, a move or a ruling, or several of them, as plain data for JSON."""
    return msgspec.to_builtins(value)


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of a game's options and moves. Raise `BadOptions`."""
    played = game(name)
    (moves, options), parts = msgspec.json.schema_components(
        (played.rules.move, played.rules.options), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "type": "object",
        "properties": {"options": options, "move": moves},
        "$defs": parts,
    }


def _kept(name: str) -> LoadedGame:
    loaded_game = loaded_games().games.get(name)
    if loaded_game is None:
        raise BadOptions(FORM, Message("desk.unknown_game", {"given": str(name), "games": names()}))
    return loaded_game
