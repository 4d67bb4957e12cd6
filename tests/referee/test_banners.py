"""Moments are data: each names rulings of its game, whose parameters say what it asks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee import library, words
from referee.contract import Game, Message, Ruling
from referee.library.data import Banners, BannerSpec, read_data
from tests.bench.rules.randomplay import play
from tests.referee.enough import matches
from tests.referee.known import known
from tests.referee.recorded import recorded, recorded_names

GAMES = library.names()
Rulings = tuple[Ruling, ...]


def said(game: Game[Any, Any, Any], states: list[Any], ruled: list[Rulings]) -> Iterator[Message]:
    """Yield what was said in a match, and at last how it ended."""
    yield from (ruling.message for rulings in ruled for ruling in rulings)
    outcome = game.rules.outcome(states[-1])
    if outcome:
        yield outcome.reason


def recorded_messages(name: str) -> Iterator[Message]:
    """Yield what was said in the recorded matches of a game."""
    for match in (recorded(name, one) for one in recorded_names(name)):
        states = [one.state for one in match.played]
        yield from said(match.game, states, [one.rulings for one in match.played])


def at_random(name: str, random: Random) -> Iterator[Message]:
    """Yield what is said in one match played at random."""
    game = library.game(name)
    plain, seats = known(name).settings(random)
    steps = list(play(game, library.options(game, plain), seats, random))
    yield from said(game, [step.after for step in steps], [step.rulings for step in steps])


@cache
def met(name: str) -> dict[str, Message]:
    """Return what is said at the moments of a game, by its key, as play comes to each of them."""
    moments = library.data(name).banners
    found: dict[str, Message] = {}

    def take(messages: Iterator[Message]) -> None:
        found.update(
            {message.key: message for message in messages if moments.for_ruling(message.key)}
        )

    take(recorded_messages(name))
    random = Random(f"moments of {name}")
    for _ in matches(1, lambda: all(set(one.rulings) & set(found) for one in moments.banners)):
        take(at_random(name, random))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_play_comes_to_every_moment_of_a_game_and_to_its_end(name: str) -> None:
    moments = library.data(name).banners.banners
    assert {one.kind for one in moments} > {"end"}
    assert met(name)


@pytest.mark.parametrize("name", GAMES)
def test_each_ruling_that_is_a_moment_is_one_of_its_game(name: str) -> None:
    keys = [key for one in library.data(name).banners.banners for key in one.rulings]
    assert len(keys) == len(set(keys))
    code = "".join(path.read_text("utf-8") for path in library.folder(name).rglob("*.py"))
    assert [key for key in keys if f'"{key}"' not in code] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_moment_asks_only_for_what_its_ruling_says(name: str) -> None:
    for key, message in met(name).items():
        moment = library.data(name).banners.for_ruling(key)
        assert moment is not None
        given = message.params
        for seat in filter(None, (moment.who, moment.whom, moment.speaker)):
            assert isinstance(given[seat], int), key
        assert bool(moment.speaker) == bool(moment.says), key
        assert not moment.cards or isinstance(given[moment.cards], str | tuple | list), key
        for locale in words.LOCALES:
            for said in filter(None, (moment.words, moment.line, moment.under)):
                text = words.say(Message(said, given), locale)
                assert text
                assert not text.startswith(said), (said, locale)
                assert not re.search(r"%\(|=", text), (said, locale)


def test_a_game_without_such_data_has_no_moments() -> None:
    example = Path(referee.__file__).parent / "examples" / "high_card"
    assert read_data(example).banners == Banners()


def test_a_field_that_no_moment_has_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert({"rulings": ["a"], "kind": "call", "words": "b", "colour": 1}, BannerSpec)
