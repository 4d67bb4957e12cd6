"""Every word shown is in the catalogue, in every language, and fits its parameters."""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.plurals import PLURALS

from referee import library, words
from referee.contract import Message, Ruling, Step, Term, Value
from referee.library.locations import GROUP
from referee.words.catalogue import TO, read_catalogue
from referee.words.owner_languages import parsed

ROOT = Path(__file__).parents[3]
PACKAGES = ("referee", "vision", "firmware", "webui", "hardware")
KEY = re.compile(r"[a-z]+(\.[a-zA-Z0-9_?×→-]+)+")
OURS = {"page", "coyote", "desk", "table", "cli", "vision", "cue", "token", "part", "fault"}
OURS |= {"console"}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def _keys(locale: str) -> set[str]:
    return {
        entry.id if isinstance(entry.id, str) else entry.id[0]
        for entry in read_catalogue(locale)
        if entry.id
    }


def _forms(locale: str, key: str) -> tuple[str, ...]:
    entry = read_catalogue(locale).get(key)
    assert entry is not None
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def _sources(*endings: str) -> Iterator[Path]:
    for package in PACKAGES:
        for ending in endings:
            yield from sorted((ROOT / package).rglob(f"*{ending}"))


@cache  # every test asks for the same ones
def _literals() -> tuple[set[str], set[str], list[re.Pattern[str]]]:
    """Return the keys said outright, all strings that look like keys, and patterns of keys."""
    texts: set[str] = set()
    seen: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in (*_sources(".py"), *sorted((ROOT / "tests" / "bench").rglob("*.py"))):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        pieces = {
            id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values
        }
        for node in nodes:
            if id(node) in pieces:
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if KEY.fullmatch(node.value):
                    seen.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^ ]+"
                    for part in node.values
                ]
                first = node.values[0]
                if isinstance(first, ast.Constant) and re.match(r"[a-z]+\.", str(first.value)):
                    patterns.append(re.compile("".join(parts)))
            elif isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                key = node.args[0]
                if name in ("Message", "key") and isinstance(key, ast.Constant):
                    texts.add(str(key.value))
    for path in _sources(".js", ".html"):
        text = path.read_text("utf-8")
        results = set(re.findall(r"""(?:\bt|\b_)\(\s*["']([a-z_.]+)["']""", text))
        texts |= results
        seen |= results | set(re.findall(r"""["']([a-z]+(?:\.[a-z_]+)+)["']""", text))
    return texts, seen | texts, patterns


def test_every_key_said_in_the_code_has_words() -> None:
    answers, _, _ = _literals()
    for locale in words.LOCALES:
        assert {key for key in answers if KEY.fullmatch(key)} - _keys(locale) == set(), locale


def test_every_string_that_is_a_key_of_ours_has_words() -> None:
    _, seen, _ = _literals()
    of_ours = {key for key in seen if key.split(".")[0] in OURS} - {GROUP}
    known = _keys("en")
    prefixes = {key for key in of_ours if any(name.startswith(f"{key}.") for name in known)}
    files = {key for key in of_ours if re.search(r"\.(toml|log|sqlite|py|html)$", key)}
    assert of_ours - known - prefixes - files == set()


def test_all_languages_have_the_same_keys() -> None:
    first, *others = (_keys(locale) for locale in words.LOCALES)
    for other in others:
        assert first ^ other == set()


def test_no_words_are_left_over() -> None:
    """Those of the games are held to what they say in ``test_keys``."""
    _, seen, patterns = _literals()
    moments = [banner for name in library.names() for banner in library.data(name).banners.banners]
    named = {key for moment in moments for key in (moment.words, moment.under, moment.line)}
    unused = {
        key
        for key in {key.partition(TO)[0] for key in _keys("en")}
        if key not in seen | named
        and key.partition(".")[0] not in library.names()
        and not any(pattern.fullmatch(key) for pattern in patterns)
    }
    assert unused == set()


def test_a_key_asks_for_the_same_parameters_in_every_language() -> None:
    for key in _keys("en"):
        asked = {
            locale: {name for form in _forms(locale, key) for name in PLACEHOLDER.findall(form)}
            for locale in words.LOCALES
        }
        assert len({frozenset(names) for names in asked.values()}) == 1, (key, asked)


def test_no_words_are_empty_fuzzy_or_broken() -> None:
    for locale in words.LOCALES:
        for entry in filter(lambda entry: entry.id, read_catalogue(locale)):
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms = _forms(locale, key)
            assert not entry.fuzzy, (locale, key)
            assert all(forms), (locale, key)
            names = {name for form in forms for name in PLACEHOLDER.findall(form)}
            for form in forms if names else ():  # texts without parameters are shown as they are
                assert form % dict.fromkeys(names, "x")


def test_a_number_that_names_a_thing_has_no_separators() -> None:
    for locale in words.LOCALES:
        for key, name in (("table.home.away", "port"), ("cli.doctor.camera", "width")):
            answer = words.say(Message(key, {"host": "h", name: 18830}), locale)
            assert "18830" in answer, answer


def test_a_count_needs_no_plural_where_words_have_none() -> None:
    for locale in words.LOCALES:
        counted = {key: text for key, text in words.texts("", locale).items() if "%(count)" in text}
        assert "cli.enrol.done" in counted
        for key, text in counted.items():
            params: dict[str, Any] = dict.fromkeys(re.findall(r"%\((\w+)\)", text), 1)
            assert not words.say(Message(key, params), locale).startswith(key)


def test_a_missing_key_is_shown_and_logged_but_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert words.say(Message("test.no.such.key", {"seat": 1})) == (
            "test.no.such.key seat=▲\N{NO-BREAK SPACE}Vermilion"
        )
    assert "test.no.such.key" in caplog.text


def test_parameters_are_said_by_what_their_names_end_in() -> None:
    message = Message(
        "test.every.kind",
        {
            "seat": 0,
            "loser_seat": 1,
            "seats": (0, 2),
            "card": "max-",
            "was_cards": ("-5", "x2"),
            "word": "seat.3",
            "words": ("seat.4", "seat.5"),
            "total": -1234,
        },
    )
    names = {2: "Ada"}
    said = words.say(message, "fr", names).replace("\N{NO-BREAK SPACE}", " ")
    assert said.split(" seat=")[1] == (
        "● Bleu loser_seat=▲ Vermillon seats=● Bleu et ■ Ada card=max → − "
        "was_cards=−5 et ×2 word=Jaune words=Violet et Ciel total=−1\u202f234"
    )


def test_a_sentence_that_a_card_begins_has_a_capital() -> None:
    stick: dict[str, Value] = {"card": "coup_stick"}
    assert words.say(Message("coup_detat.refused.no_contract", stick)).startswith("Coup stick ")
    assert words.say(Message("coup.offer.name_card", stick)) == "coup stick"  # no sentence


def test_a_count_chooses_the_plural_and_french_has_its_own_zero() -> None:
    key = "page.question.missing"
    said = [words.say(Message(key, {"count": count})) for count in (1, 2)]
    assert said == ["One card is missing.", "2 cards are missing."]
    key = "token.strike"
    french = [words.say(Message(key, {"count": count}), "fr") for count in (0, 1, 2)]
    assert french == ["0 pénalité", "1 pénalité", "2 pénalités"]


@pytest.mark.parametrize(
    "rule",
    [
        (3, "(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2)"),  # French and others, Babel 2.19
        (3, "(n == 1 ? 0 : n < 0 ? 1 : 2)"),
    ],
)
def test_a_form_that_no_usual_count_has_takes_no_word_away(
    monkeypatch: pytest.MonkeyPatch, rule: tuple[int, str]
) -> None:
    monkeypatch.setitem(PLURALS, "it", rule)
    text = (Path(words.__file__).parent / "evening" / "it.po").read_text("utf-8")
    key = "page.question.missing"
    entry = parsed(text, "it").get((key, key))
    assert entry is not None
    assert isinstance(entry.string, tuple)
    one, unused, many = entry.string
    assert one != many == unused


def test_a_ruling_is_said_with_its_arithmetic_as_people_write_it() -> None:
    steps = (
        Step(Message("coyote.step.cards"), (Term("20", 20, 20), Term("-5", -5, -5)), 15),
        Step(Message("coyote.step.double_total"), (Term("20", 20, 20), Term("-5", -5, -5)), 30),
    )
    ruling = Ruling("CY-7", Message("coyote.announced", {"seat": 0, "number": 3}), steps)
    splitlines = words.say_ruling(ruling, "fr").splitlines()
    assert splitlines[0].startswith("●\N{NO-BREAK SPACE}")
    assert splitlines[1:3] == ["  Les cartes", "    20 − 5 = 15"]
    assert splitlines[4] == "    (20 − 5) × 2 = 30"


def test_an_unknown_language_is_spoken_to_in_english() -> None:
    assert words.say(Message("page.menu"), "xx") == "Menu"
    assert words.negotiate(["xx", "fr-CA"]) == "fr"
