"""The games by name, and everything that is plain data on its way to one of them."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from referee import forms, kit
from referee.contract import BadOptions, Game, IllegalMove, Message

FORM = forms.FORM

_NAMES = ("coyote", "coup", "coup_detat", "ogallala", "plenty_coups")


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return _NAMES


def game(name: str) -> Game[Any, Any, Any]:
    """Return a game by its name; raises `BadOptions` where there is none."""
    if name not in _NAMES:
        raise BadOptions(FORM, Message("desk.unknown_game", {"given": str(name), "games": _NAMES}))
    found: Game[Any, Any, Any] = importlib.import_module(f"referee.{name}").GAME
    return found


def options(
    game: Game[Any, Any, Any],
    plain: Mapping[str, Any] | None = None,
    follows: Mapping[str, Any] | None = None,
) -> Any:
    """Return a game's options, complete, from what is `plain` said of them.

    What is not said comes from ``options.toml`` in the game's folder: first what stands there
    for the edition, then what stands there for all; and before both from `follows`, what the
    match takes over from the one before it. Raises `BadOptions`.
    """
    if plain is not None and not isinstance(plain, Mapping):
        raise BadOptions(FORM, Message("desk.bad_options"))
    said = {name: value for name, value in (plain or {}).items() if value is not None}
    if not said.get("deck", True):
        del said["deck"]  # an empty deck is none given
    defaults = dict(_defaults(game.name))
    editions = defaults.pop("editions", {})
    edition = said.get("edition", defaults.get("edition"))
    own = editions.get(edition, {}) if isinstance(edition, str) else {}
    try:
        return forms.options({**defaults, **own, **(follows or {}), **said}, game.options)
    except forms.Refused as refused:
        raise BadOptions(FORM, refused.message) from None


def editions(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return the editions of a game; none where it is played in one way only."""
    return tuple(_defaults(game.name).get("editions", {}))


def move(game: Game[Any, Any, Any], plain: Any) -> Any:
    """Return the move that plain data describe; raises `IllegalMove` where they do not."""
    try:
        return forms.move(plain, game.moves)
    except forms.Refused as refused:
        raise IllegalMove(FORM, refused.message) from None


def state(game: Game[Any, Any, Any], plain: Any) -> Any:
    """Return the state of a game that plain data describe; raises `msgspec.ValidationError`."""
    return msgspec.convert(plain, game.state, dec_hook=kit.decode_history)


def to_plain(value: Any) -> Any:
    """Return a state, move or ruling, or several, as plain data: the way to JSON and back."""
    return msgspec.to_builtins(value, enc_hook=kit.encode_history)


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of a game's options and moves; raises `BadOptions`."""
    played = game(name)
    (moves, options), parts = msgspec.json.schema_components(
        (played.move, played.options), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "type": "object",
        "properties": {"options": options, "move": moves},
        "$defs": parts,
    }


@lru_cache
def _defaults(name: str) -> dict[str, Any]:
    text = resources.files(f"referee.{name}").joinpath("options.toml").read_text("utf-8")
    return tomllib.loads(text)
