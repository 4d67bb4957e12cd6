"""Sentences as a family reads them: over random play, for everybody, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee import library, words
from referee.contract import IllegalMove, Message
from referee.words.catalogue import FOLDER, SUBJECTS, read_words
from tests.bench.rules.randomplay import choose
from tests.referee.known import known
from tests.referee.making import Maker

MOVES = 150  # of each game
ODD = 4  # one move in so many is spoiled, and mostly refused
NAMES = {0: "Ada", 2: "Zoë"}


TEXTS = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text("utf-8"))
WRONG, GLOSSARIES = TEXTS["wrong"], TEXTS["glossary"]


@cache
def played(name: str) -> tuple[tuple[Any, ...], tuple[Message, ...]]:
    """Return the states of random matches of a game, and what was refused in them."""
    random, game = Random(f"sentences of {name}"), library.game(name)
    states: list[Any] = []
    refused: list[Message] = []
    while len(states) < MOVES:
        plain, seats = known(name).settings(random)
        options = library.options(game, plain)
        state, make = game.rules.begin(options, seats), Maker(game, options, seats, random)
        while game.rules.outcome(state) is None and len(states) < MOVES:
            legal = choose(game.rules.offers(state), random)
            move = make.spoil(legal) if not random.randrange(ODD) else legal
            try:
                state, rulings = game.rules.apply(state, library.move(game, move))
            except IllegalMove as error:
                refused.append(error.message)
                continue
            except ValueError:
                continue
            states.append((game, seats, state, rulings))
    return tuple(states), tuple(refused)


def messages(value: Any) -> Iterator[Message]:
    """Yield all messages within a value."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from messages(getattr(value, field))
    elif isinstance(value, tuple | list):
        for entry in value:
            yield from messages(entry)


@cache
def told(name: str) -> tuple[tuple[Message, int | None], ...]:
    """Return each message of random matches, once for whom it is told: strangers and seats."""
    states, refused = played(name)
    results = {(str(message), to): message for message in refused for to in (None, *range(3))}
    for game, seats, state, rulings in states:
        offers = tuple(messages(tuple(game.rules.offers(state))))
        results |= {(str(offer), None): offer for offer in (*messages(rulings), *offers)}
        for seat in (None, *range(seats)):
            seen = messages(game.shown.view(state, seat))
            results |= {(str(item), seat): item for item in (*seen, *offers)}
    return tuple((message, to) for (_, to), message in results.items() if message.key)


def said(name: str, locale: str) -> list[tuple[str, str]]:
    """Return every sentence of random matches, by its key, as strangers and seats are told it."""
    return sorted(
        {(message.key, words.say(message, locale, NAMES, to)) for message, to in told(name)}
    )


@pytest.mark.parametrize("name", library.names())
def test_nothing_that_is_said_in_random_play_reads_wrong(name: str) -> None:
    faults = [
        (key, text, why)
        for locale in words.LOCALES
        for key, text in said(name, locale)
        for why, pattern in (WRONG["every"] | WRONG[locale]).items()
        if not key.startswith("desk.") and re.search(pattern, text)  # desk.* repeats typed text
    ]
    assert faults == []


@pytest.mark.parametrize("name", library.names())
def test_a_question_never_repeats_one_of_its_answers(name: str) -> None:
    for game, seats, state, _ in played(name)[0]:
        offers = tuple(game.rules.offers(state))
        for seat, locale in product(range(seats), words.LOCALES):
            voice = words.Voice(locale, {}, seat)
            asked = voice.say(game.shown.view(state, seat).focus.label)
            for shown in (offer.shown for offer in offers if offer.seat == seat):
                label = voice.say(shown.label)
                among, effect = (
                    voice.say(message) if message else "" for message in (shown.among, shown.effect)
                )
                assert label not in (asked.rstrip(".?"), among, effect), label
                assert not among or among not in (asked, effect)


@pytest.mark.parametrize("locale", GLOSSARIES)
def test_a_language_has_one_word_a_thing(locale: str) -> None:
    games = Path(referee.__file__).parent.glob(f"*/words/{locale}.po")
    faults = [
        (entry.id, form, better)
        for path in (*(FOLDER / subject / f"{locale}.po" for subject in SUBJECTS), *games)
        for entry in read_words(path, locale)
        for form in ((entry.string,) if isinstance(entry.string, str) else entry.string or ())
        for banned, better in GLOSSARIES[locale].items()
        if entry.id and re.search(banned, form.replace("\u00ad", ""))
    ]
    assert faults == []


@pytest.mark.parametrize("locale", ["de", "es", "fr", "it"])
def test_a_card_is_named_so_that_its_gender_does_not_matter(locale: str) -> None:
    faults = [
        (entry.id, form)
        for game in ("ogallala", "plenty_coups")
        for entry in read_words(Path(referee.__file__).parent / game / f"words/{locale}.po", locale)
        for form in ((entry.string,) if isinstance(entry.string, str) else entry.string or ())
        if re.search(r"(?<![«„(:\s])\s%\((\w+_)?cards?\)s(?!\s?[:»“])", form)
        and not re.search(r"[«„:]\s?%\((\w+_)?cards?\)s", form)
    ]
    assert faults == []


def test_whom_a_sentence_names_is_called_you_on_their_own_phone_and_by_name_elsewhere() -> None:
    turn = Message("coyote.focus.standing", {"seat": 2, "turn_seat": 0})
    texts = [words.say(turn, "en", NAMES, to) for to in (0, 1, 2)]
    assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in texts] == [
        "■ Zoë said this number. Raise or challenge.",
        "■ Zoë said this number. ● Ada raises or challenges.",
        "You said this number. ● Ada raises or challenges.",
    ]
    moved = Message("table.moved.several", {"cards": ("duke",), "to_zone": "seat:2"})
    assert "in front of you" in words.say(moved, "en", NAMES, 2)
    assert "in front of ■" in words.say(moved, "en", NAMES, 0)
    voice = words.Voice("fr", NAMES, 0)
    assert voice.key("coup.focus.turn", seat=0).startswith("À toi")
    assert "Ada" in words.Voice("fr", NAMES).key("coup.focus.turn", seat=0)
