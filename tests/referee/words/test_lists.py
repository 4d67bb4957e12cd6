"""A sentence with a list of names reads right for one name and for two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee import words
from referee.contract import Message
from referee.words.catalogue import read_catalogue

LISTS = re.compile(r"%\((\w+_)?(seats|names)\)s")
PARAMETERS = re.compile(r"%\((\w+)\)s")
HERE = ("Ada", "Bo")
# What may stand before a list: a list is then no subject, so its verb does not change.
BEFORE = {
    "de": "an auf bei bringen bringt für mit nur ohne von",
    "en": "by for of only put puts to with without",
    "es": "a con de entre para sin solo",
    "fr": "à attend avec de entre par parmi pour sans seulement",
    "it": "a aspetta con di fra per senza solo",
}
# Sentences whose list is the subject: each is only said with one name, or only with several.
ONE = {
    *("coup_detat.outcome", "ogallala.outcome", "plenty_coups.outcome"),
    *("desk.stopped.leads", "past.stopped.leads"),
}
SEVERAL = {
    *("coup_detat.outcome_shared", "ogallala.outcome_shared", "plenty_coups.outcome_shared"),
    *("desk.stopped.lead", "past.stopped.lead", "end.handed", "end.handed.nobody"),
    *("coup_detat.draw_again", "desk.same_name", "plenty_coups.allies_count"),
}
# The count of these is the number of names, so the catalogue has a form for one and for several.
COUNTED = {"moment.end.others"}
EXEMPT = {"cli.doctor.wifi_few", "cli.count.doubt"}  # a number of seats; names after another text


def listing(locale: str) -> Iterator[str]:
    """Yield the keys of all sentences with a list of names."""
    for entry in read_catalogue(locale):
        forms = (entry.string,) if isinstance(entry.string, str) else entry.string or ()
        if entry.id and any(LISTS.search(form) for form in forms):
            yield entry.id if isinstance(entry.id, str) else entry.id[0]


def said(key: str, locale: str, count: int) -> Iterator[str]:
    """Yield a sentence with `count` names, once for each of its lists, which stands as ``<>``."""
    names = words.join_list(list(HERE[:count]), locale)
    entry = read_catalogue(locale).get(key)
    assert entry is not None
    forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    for name in {match[0][2:-2] for match in LISTS.finditer(forms[0])}:
        params: dict[str, Any] = dict.fromkeys(PARAMETERS.findall(" ".join(forms)), count)
        marked = words.say(Message(key, params | {name: "<>", "count": count}), locale)
        whole = words.say(Message(key, params | {name: names, "count": count}), locale)
        assert names in words.unmarked(whole), key
        yield words.unmarked(marked)


@pytest.mark.parametrize("locale", words.LOCALES)
def test_a_list_of_one_name_or_two_has_no_verb_that_would_have_to_change(locale: str) -> None:
    before = "|".join(BEFORE[locale].split())
    alone = r"(^|[.:;,!?“„«(–]\s?)¿?<>(?=[.:;,!?”“»)]|\s[:;!?»(–]|$)"
    right = re.compile(rf"\b({before}) <>|{alone}", re.IGNORECASE)
    keys = set(listing(locale)) - EXEMPT
    assert len(keys) > 40
    assert keys >= ONE | SEVERAL | COUNTED
    wrong = [
        text
        for key in sorted(keys - ONE - SEVERAL - COUNTED)
        for count in (1, 2)
        for text in said(key, locale, count)
        if not right.search(text)
    ]
    assert wrong == []
    for key in sorted(COUNTED):
        assert {*said(key, locale, 1)} != {*said(key, locale, 2)}
