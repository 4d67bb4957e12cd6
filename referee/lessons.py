"""A teach-in: what is said while a match of a game is played that counts for nothing.

What is said stands in ``lesson.toml`` of the game, and its words as ``lesson.<game>.<text>`` in
the catalogue. The match itself is one like any other: nothing here rules, allows or refuses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from referee import library
from referee.contract import Frozen, Message, Value, View


class Step(Frozen, forbid_unknown_fields=True):
    """What is said in `phases` of the game's view, once a move `after` was made (empty: at once).

    The step of the `deal` is said before the first move, until the cards are dealt. The `last`
    one says that this was it.
    """

    text: str
    phases: tuple[str, ...]
    after: str = ""
    deal: bool = False
    last: bool = False


class Lesson(Frozen, forbid_unknown_fields=True):
    """The teach-in of a game: its steps, and the options that its match is played with."""

    steps: tuple[Step, ...]
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class Told(Frozen):
    """What to say now; after the `last` of it the real match may begin."""

    texts: tuple[Message, ...]
    last: bool = False


@lru_cache
def lesson(name: str) -> Lesson:
    """Return the teach-in of a game; raises `BadOptions` where there is no such game."""
    text = resources.files(f"referee.{library.game(name).name}").joinpath("lesson.toml")
    return msgspec.convert(tomllib.loads(text.read_text("utf-8")), Lesson)


def told(name: str, view: View, made: Collection[str], dealt: bool | None) -> Told:
    """Return what to say of a game at `view`, after moves with the tags `made`.

    The last step that fits is said. `dealt` tells whether the cards are, None where the table
    cannot know: then the deal is said too.
    """
    phase = view.phase.key.rpartition(".")[2]
    fits = [
        step
        for step in lesson(name).steps
        if phase in step.phases and (not step.after or step.after in made)
    ]
    deals = [step for step in fits if step.deal and not made and not dealt]
    talks = [step for step in fits if not step.deal][-1:]
    steps = deals if deals and dealt is False else deals + talks
    params: dict[str, Value] = dict(view.focus.label.params)
    if view.focus.seat is not None:
        params.setdefault("seat", view.focus.seat)
    texts = tuple(Message(f"lesson.{name}.{step.text}", params) for step in steps)
    return Told(texts, any(step.last for step in steps))
