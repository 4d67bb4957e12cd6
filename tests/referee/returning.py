"""What every state and move must do: come back from JSON, and from a line of text."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from referee import library, notation
from referee.contract import Game
from tests.bench.rules.randomplay import Transition


def check_json(game: Game[Any, Any, Any], step: Transition) -> None:
    """State and move come back from JSON as they were."""
    assert library.state(game, json.loads(json.dumps(library.to_plain(step.after)))) == step.after
    assert msgspec.json.decode(msgspec.json.encode(step.move), type=game.rules.move) == step.move


def check_notation(game: Game[Any, Any, Any], seats: int, step: Transition) -> None:
    """State and move come back from their lines of text as they were."""
    line = notation.write_position(game, seats, step.after)
    assert notation.read_position(line) == (game, seats, step.after), line
    line = notation.write(step.move)
    assert notation.read_move(game, line) == step.move, line
