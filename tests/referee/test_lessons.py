"""A teach-in plays one open round by the rules as they are, and says at each step what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee import library, words
from referee.booklet import lessons
from referee.booklet.lessons import LessonTexts
from tests.referee.phase import phases
from tests.referee.recorded import recorded

GAMES = [game for game in library.names() if library.data(game).lesson.steps]


def opening(game: str) -> list[Any]:
    """Return the moves of the round that a teach-in is made for: ``lesson.match`` of the game."""
    return [*recorded(game, "lesson").moves]


def texts(
    game: str, *, dealt: bool | None = True, more: list[Any] | None = None
) -> Iterator[LessonTexts]:
    """Play a round of a game; yield what is told before its first move and after each."""
    played = library.game(game)
    options = library.options(played, library.data(game).lesson.options)
    state, made = played.rules.begin(options, 3), set[str]()
    yield lessons.lesson_texts(game, played.shown.view(state, None), made, dealt)
    for move in opening(game) + (more or []):
        state, _ = played.rules.apply(state, move)
        made.add(type(move).__struct_config__.tag)
        yield lessons.lesson_texts(game, played.shown.view(state, None), made, dealt)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_comes_to_every_step_and_ends_with_the_last(game: str) -> None:
    steps, played = library.data(game).lesson.steps, list(texts(game))
    seen = [*texts(game, dealt=False), *played]
    assert all(len(lesson_texts.texts) == 1 for lesson_texts in seen)
    assert {lesson_texts.texts[0].key for lesson_texts in seen} == {
        f"lesson.{game}.{step.text}" for step in steps
    }
    assert [lesson_texts.last for lesson_texts in played].index(True) == len(opening(game))
    for locale in words.LOCALES:
        for text in {words.say(lesson_texts.texts[0], locale) for lesson_texts in seen}:
            assert "%(" not in text
            assert not text.startswith("lesson.")
            assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 2, text
    (deal,), (first,) = (next(texts(game, dealt=dealt)).texts for dealt in (False, True))
    unknown = [text.texts for text in texts(game, dealt=None)]
    assert unknown == [(deal, first), *(lesson_texts.texts for lesson_texts in played[1:])]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_names_what_the_game_has(game: str) -> None:
    played, lesson = library.game(game), library.data(game).lesson
    dealing = {key for key in ("deal", "shuffle") if words.has_key(f"{game}.phase.{key}")}
    moves = library.schema(game)["properties"]["move"]["discriminator"]["mapping"]
    for step in lesson.steps:
        assert set(step.phases) <= phases(game) | dealing
        assert step.after in {"", *moves}
    for edition in library.editions(played) or (None,):
        given = {**lesson.options, **({"edition": edition} if edition else {})}
        played.rules.begin(library.options(played, given), 3)


def test_one_more_open_round_is_told_as_the_first() -> None:
    again = library.move(library.game("coyote"), {"move": "announce", "seat": 1, "number": 1})
    *_, last = texts("coyote", more=[again])
    assert [text.key for text in last.texts] == ["lesson.coyote.raise"]
    assert not last.last
