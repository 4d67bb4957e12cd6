"""A teach-in: what is said while a match of a game is played that counts for nothing.

What is said stands in ``lesson.toml`` of the game, and its words as ``lesson.<game>.<text>`` in
the catalogue. The match itself is one like any other: nothing here rules, allows or refuses.
"""

from __future__ import annotations

from collections.abc import Collection

from referee import library
from referee.contract import Frozen, Message, Value, View


class LessonTexts(Frozen):
    """What to say now; after the `last` of it the real match may begin."""

    texts: tuple[Message, ...]
    last: bool = False


def lesson_texts(name: str, view: View, made: Collection[str], dealt: bool | None) -> LessonTexts:
    """Return what to say of a game at `view`, after moves with the tags `made`.

    The last step that fits is said. `dealt` tells whether the cards are, None where the table
    cannot know: then the deal is said too.
    """
    phase = view.phase.key.rpartition(".")[2]
    fits = [
        step
        for step in library.lesson(name).steps
        if phase in step.phases and (not step.after or step.after in made)
    ]
    deals = [step for step in fits if step.deal and not made and not dealt]
    talks = [step for step in fits if not step.deal][-1:]
    steps = deals if deals and dealt is False else deals + talks
    params: dict[str, Value] = dict(view.focus.label.params)
    if view.focus.seat is not None:
        params.setdefault("seat", view.focus.seat)
    texts = tuple(Message(f"lesson.{name}.{step.text}", params) for step in steps)
    return LessonTexts(texts, any(step.last for step in steps))
