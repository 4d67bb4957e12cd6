"""Words are total: no key, number, text or list makes a sentence raise, in any language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee import words
from referee.contract import Message, Ruling, Step, Term
from referee.words.catalogue import read_catalogue

ENDS = ["seat", "turn_seat", "seats", "card", "was_cards", "word", "words", "count", "number", ""]
HARD: list[Any] = [1e28, float("nan"), "\ud800", (1, "a", 10**400)]  # one of each kind
ODD = [*HARD, -1e300, 5e-324, float("inf"), 10**400, -(2**64), True, -0.0]
ODD += ["", "%", "%(seat)s", "\0", "٣", "-", "--5", "9" * 5000, "page.round", "seat.9"]
ODD += [(), ("\udfff", "")]

scalars = st.one_of(
    st.integers(),
    st.floats(),
    st.text(),
    st.text(st.characters(categories=["Cs"])),
    st.booleans(),
    st.sampled_from([entry for entry in ODD if not isinstance(entry, tuple)]),
)
values = scalars | st.lists(st.integers() | st.text()).map(tuple)
languages = st.sampled_from(words.LOCALES)


@cache
def keys() -> list[str]:
    """Return all keys; not before they are wanted, as each worker imports this module."""
    return sorted(str(e.id if isinstance(e.id, str) else e.id[0]) for e in read_catalogue("en"))


@cache
def asked(locale: str) -> list[tuple[str, list[str]]]:
    """Return each key with the names of what its text asks for."""
    forms = {key: read_catalogue(locale).get(key) for key in keys()}
    return [
        (key, re.findall(r"%\((\w+)\)", "" if one is None else str(one.string)))
        for key, one in forms.items()
    ]


def test_every_key_is_said_whatever_its_parameters_are() -> None:
    for locale in words.LOCALES:
        for value in HARD if locale != "en" else ODD:
            for key, names in asked(locale):
                params = dict.fromkeys(names, value)
                words.say(Message(key, params), locale, {0: "\ud800"}).encode("utf-8")


def test_numbers_are_written_out_as_far_as_one_may_be_announced_and_then_by_their_power() -> None:
    for locale in words.LOCALES:
        assert re.sub(r"\D", "", words.number(2**53 - 1, locale)) == str(2**53 - 1)
    for value in (10**16, -(10**16), 1e28, 10**400):
        assert re.fullmatch(r"−?1e\+\d+", words.number(value))


@settings(deadline=None)
@given(
    st.text() | st.deferred(lambda: st.sampled_from(keys())),
    st.dictionaries(st.sampled_from(ENDS), values),
    languages,
)
def test_any_message_is_said(key: str, params: dict[str, Any], locale: str) -> None:
    words.say(Message(key, params), locale).encode("utf-8")


@settings(deadline=None)
@given(scalars, st.lists(st.integers()), st.integers(), languages)
def test_any_sum_is_said(card: Any, values: list[int], total: int, locale: str) -> None:
    terms = tuple(Term(str(card), was, -was) for was in values)
    ruling = Ruling("", Message(""), (Step(Message("", {"card": card}), terms, total),))
    words.say_ruling(ruling, locale).encode("utf-8")
