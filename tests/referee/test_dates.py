"""Dates and times follow the language of the page, and English ones not the American form."""

from __future__ import annotations

from datetime import datetime

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
    assert words.day_and_time(AT_S, locale) == f"{day}, 14:05:09"
    assert words.time_of_day(AT_S // 60, locale) == "14:05"
    said = words.say(Message("cli.doctor.clock", {"date": AT_S}), locale)
    assert f"{day}, 14:05:09" in said
    assert words.day(1e30, locale) == "–"
