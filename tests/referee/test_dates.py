"""Dates and times follow the language of the page, and English ones not the American form."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from referee import words
from referee.contract import Message

AT_S = datetime(2026, 11, 3, 14, 5, 9).timestamp()
DAYS = {
    "en": "3 Nov 2026",
    "de": "03.11.2026",
    "fr": "3 nov. 2026",
    "it": "3 nov 2026",
    "es": "3 nov 2026",
}


@pytest.mark.parametrize(("locale", "day"), DAYS.items())
def test_dates_and_times_follow_the_pages_language(locale: str, day: str) -> None:
    assert words.day(AT_S, locale) == day
    assert words.day_and_time(AT_S, locale).startswith(f"{day}, 14:05 UTC")
    assert words.time_of_day(AT_S, locale) == "14:05"
    text = words.say(Message("cli.doctor.clock", {"date": AT_S}), locale)
    assert f"{day}, 14:05" in text
    assert words.day(1e30, locale) == "–"


@pytest.mark.parametrize(
    ("rule", "told"),
    [("UTC0", "3 Nov 2026, 13:05 UTC"), ("IST-5:30", "3 Nov 2026, 18:35 UTC+05:30")],
)
def test_a_time_names_its_zone(monkeypatch: pytest.MonkeyPatch, rule: str, told: str) -> None:
    at_s = datetime(2026, 11, 3, 13, 5, 9, tzinfo=UTC).timestamp()
    with monkeypatch.context() as changed:
        changed.setenv("TZ", rule)
        time.tzset()
        assert words.day_and_time(at_s, "en") == told
        assert words.iso_time(at_s) == "2026-11-03T13:05:09+00:00"
    time.tzset()
    assert words.time_zone(1e30) is UTC
