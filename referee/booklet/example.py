"""The example turn on a game's rules page, from the game's ``example.toml``.

The texts are ``example.<game>.<text>`` in the catalogue. The moves are really played, so the
rulings in the example are always right.
"""

from __future__ import annotations

from functools import lru_cache

from referee import library
from referee.contract import Frozen, Message, Ruling


class ExampleStep(Frozen):
    """A step of the example: what somebody does, the visible cards, and the public rulings."""

    text: Message
    cards: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@lru_cache
def example(name: str, edition: str | None = None) -> tuple[ExampleStep, ...]:
    """Return the example turn of a game or edition. It is empty if the game has none.

    Raise `BadOptions` for an unknown game, and `IllegalMove` if the rules refuse the example.
    """
    game, turn = library.game(name), library.data(name).example
    if not turn.steps:
        return ()
    state = game.rules.begin(library.edition_options(game, edition), turn.players)
    for move in turn.before:
        state, _ = game.rules.apply(state, library.move(game, move))
    steps = []
    for scene in turn.steps:
        public: list[Ruling] = []
        for move in scene.moves:
            state, rulings = game.rules.apply(state, library.move(game, move))
            public += (ruling for ruling in rulings if ruling.only is None)
        text = Message(f"example.{name}.{scene.text}", {"seat": scene.seat})
        steps.append(ExampleStep(text, scene.cards, tuple(public)))
    return tuple(steps)
