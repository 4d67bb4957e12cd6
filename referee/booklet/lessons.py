"""The texts of a teach-in, from the game's ``lesson.toml``.

A teach-in is a normal match that does not count. Its texts are ``lesson.<game>.<text>`` in the
catalogue.
"""

from __future__ import annotations

from collections.abc import Collection

from referee import library
from referee.contract import Frozen, Message, Value, View


class LessonTexts(Frozen):
    """The texts that a teach-in shows now. After the `last` ones, the real match may begin.

    `why` asks for the reason of a bot's last move, and answers. It is empty if there is none.
    """

    texts: tuple[Message, ...]
    last: bool = False


def lesson_texts(name: str, view: View, made: Collection[str], dealt: bool | None) -> LessonTexts:
    """Return the texts for a game's `view`, after moves with the tags `made`.

    The last step that fits is shown. `dealt` says whether the cards are dealt. If it is None, the
    table cannot know, and the text about the deal is shown, too.
    """
    phase = view.phase.key.rpartition(".")[2]
    fits = [
        step
        for step in library.data(name).lesson.steps
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
