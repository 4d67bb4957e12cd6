"""The name of the phase that a state of any game is in, and of all that there are."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from referee import library


def phase(state: Any) -> str:
    """Return the name of a state's phase: the tag of its type, or an enumeration's value."""
    return _name(type(state.phase)) or str(state.phase)


def phases(game: str) -> set[str]:
    """Return the names of all phases of a game."""
    kind = get_type_hints(library.game(game).rules.state)["phase"]
    return {_name(arg) for arg in get_args(kind)} or {str(entry) for entry in kind}


def _name(kind: type) -> str:
    config = getattr(kind, "__struct_config__", None)
    return str(getattr(kind, "word", "") or config.tag) if config else ""
