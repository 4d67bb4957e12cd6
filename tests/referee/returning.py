"""What every state and move must do: come back from JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from referee import library
from referee.contract import Game
from tests.bench.rules.randomplay import Transition


def check_json(game: Game[Any, Any, Any], step: Transition) -> None:
    """State and move come back from JSON as they were."""
    assert library.state(game, json.loads(json.dumps(library.to_plain(step.after)))) == step.after
    assert msgspec.json.decode(msgspec.json.encode(step.move), type=game.move) == step.move
