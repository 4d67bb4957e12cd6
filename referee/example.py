"""One turn of a game, told on its page of rules: what people do, and what the table says of it.

What is done stands in ``example.toml`` of the game, and its words as ``example.<game>.<text>`` in
the catalogue. What the table says is what the game rules of the moves: they are played.
"""

from __future__ import annotations

from functools import lru_cache

from referee import library
from referee.contract import Frozen, Message, Ruling


class ExampleStep(Frozen):
    """What somebody does, the cards that are seen then, and what is ruled of it for all to hear."""

    text: Message
    cards: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@lru_cache
def example(name: str, edition: str | None = None) -> tuple[ExampleStep, ...]:
    """Return a turn of a game, or of one of its editions; empty for a game that tells none.

    Raises `BadOptions` for no such game, and `IllegalMove` for an example that the rules refuse.
    """
    game, turn = library.game(name), library.example(name)
    if not turn.steps:
        return ()
    options = library.options(game, {"edition": edition} if edition else {})
    state = game.begin(options, turn.players)
    for move in turn.before:
        state, _ = game.apply(state, library.move(game, move))
    told = []
    for scene in turn.steps:
        said: list[Ruling] = []
        for move in scene.moves:
            state, rulings = game.apply(state, library.move(game, move))
            said += (ruling for ruling in rulings if ruling.only is None)
        text = Message(f"example.{name}.{scene.text}", {"seat": scene.seat})
        told.append(ExampleStep(text, scene.cards, tuple(said)))
    return tuple(told)
