"""Moments are data: each names rulings of its game, whose parameters say what it asks of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from referee import library, words
from referee.contract import Game, Message
from tests.bench.rules.randomplay import play
from tests.referee.known import known
from tests.referee.recorded import recorded, recorded_names

GAMES = library.names()


def messages(game: Game[Any, Any, Any], steps: Iterable[Any], last: Any) -> Iterator[Message]:
    """Yield what is ruled in a match, and at last how it ended."""
    yield from (ruling.message for step in steps for ruling in step.rulings)
    if outcome := game.rules.outcome(last):
        yield outcome.reason


@cache
def met(name: str) -> dict[str, Message]:
    """Return what is said at the moments of a game, by its key, as play comes to each of them."""
    moments, game, results = library.data(name).banners, library.game(name), dict[str, Message]()

    def take(steps: Sequence[Any], last: Any) -> None:
        for message in messages(game, steps, last):
            if moments.for_ruling(message.key):
                results[message.key] = message

    for match in (recorded(name, recorded_name) for recorded_name in recorded_names(name)):
        take(match.entries, match.state)
    random = Random(f"moments of {name}")
    while not all(set(banner.rulings) & set(results) for banner in moments.banners):
        plain, seats = known(name).settings(random)
        steps = list(play(game, library.options(game, plain), seats, random))
        take(steps, steps[-1].after)
    return results


@pytest.mark.parametrize("name", GAMES)
def test_play_comes_to_every_moment_of_a_game_and_each_is_a_ruling_of_it(name: str) -> None:
    moments = library.data(name).banners.banners
    assert {moment.kind for moment in moments} > {"end"}
    keys = [key for spec in moments for key in spec.rulings]
    assert len(keys) == len(set(keys))
    code = "".join(path.read_text("utf-8") for path in library.folder(name).rglob("*.py"))
    named = (key.removesuffix("_shared") for key in keys)  # as `kit.outcome_of` names them
    assert [key for key in named if f'"{key}"' not in code] == []
    assert met(name)


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
            for line in filter(None, (moment.words, moment.line, moment.under)):
                text = words.say(Message(line, given), locale)
                assert text
                assert not text.startswith(line), (line, locale)
                assert not re.search(r"%\(|=", text), (line, locale)
