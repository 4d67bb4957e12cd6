"""A teach-in plays one open round by the rules as they are, and says at each step what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee import library, words
from referee.booklet import lessons
from referee.booklet.lessons import LessonTexts
from referee.contract import BadOptions
from referee.library.data import LessonStep
from tests.referee.phase import phases
from tests.referee.recorded import recorded

STEPS = [(game, step) for game in library.names() for step in library.data(game).lesson.steps]


GAMES = [game for game in library.names() if library.data(game).lesson.steps]


def opening(game: str) -> list[Any]:
    """Return the moves of the round that a teach-in is made for: ``lesson.match`` of the game."""
    return [one.move for one in recorded(game, "lesson").played]


def said(game: str, *, dealt: bool | None = True) -> Iterator[LessonTexts]:
    """Play a round of a game; yield what is said before its first move and after each."""
    played = library.game(game)
    options = library.options(played, library.data(game).lesson.options)
    state, made = played.rules.begin(options, 3), set[str]()
    yield lessons.lesson_texts(game, played.shown.view(state, None), made, dealt)
    for move in opening(game):
        state, _ = played.rules.apply(state, move)
        made.add(type(move).__struct_config__.tag)
        yield lessons.lesson_texts(game, played.shown.view(state, None), made, dealt)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_comes_to_every_step_and_ends_with_the_last(game: str) -> None:
    told = [*said(game, dealt=False), *said(game)]
    keys = {text.key for one in told for text in one.texts}
    assert keys == {f"lesson.{game}.{step.text}" for step in library.data(game).lesson.steps}
    assert [one.last for one in said(game)].index(True) == len(opening(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", words.LOCALES)
def test_every_step_is_said_whole_in_one_or_two_sentences(game: str, locale: str) -> None:
    for one in (*said(game, dealt=False), *said(game)):
        assert len(one.texts) == 1
        text = words.say(one.texts[0], locale)
        assert "%(" not in text
        assert not text.startswith("lesson.")
        assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_cannot_tell_of_the_deal_says_it_with_the_first_step(game: str) -> None:
    deal, first = (next(iter(said(game, dealt=dealt))).texts for dealt in (False, True))
    assert next(iter(said(game, dealt=None))).texts == deal + first
    assert [one.texts for one in said(game, dealt=None)][1:] == [one.texts for one in said(game)][
        1:
    ]


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game}-{one.text}" for game, one in STEPS])
def test_a_step_names_what_the_game_has(game: str, step: LessonStep) -> None:
    dealing = {key for key in ("deal", "shuffle") if words.has_key(f"{game}.phase.{key}")}
    assert set(step.phases) <= phases(game) | dealing
    moves = library.schema(game)["properties"]["move"]["discriminator"]["mapping"]
    assert step.after in {"", *moves}


@pytest.mark.parametrize("game", GAMES)
def test_its_options_are_those_of_the_game(game: str) -> None:
    played, own = library.game(game), library.data(game).lesson.options
    for edition in library.editions(played) or (None,):
        given = {**own, **({"edition": edition} if edition else {})}
        played.rules.begin(library.options(played, given), 3)


def test_what_is_no_game_has_no_teach_in() -> None:
    with pytest.raises(BadOptions):
        library.data("chess")


def test_one_more_open_round_is_told_as_the_first() -> None:
    played = library.game("coyote")
    state, made = played.rules.begin(library.options(played, {"boldness": False}), 3), set[str]()
    again = library.move(played, {"move": "announce", "seat": 1, "number": 1})
    for move in (*opening("coyote"), again):
        state, _ = played.rules.apply(state, move)
        made.add(type(move).__struct_config__.tag)
    told = lessons.lesson_texts("coyote", played.shown.view(state, None), made, True)
    assert [text.key for text in told.texts] == ["lesson.coyote.raise"]
    assert not told.last
