"""Dates and times of day in a language, never in the American form."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time

FORMS = {"en": "en_GB"}  # Whose form a language follows, if its name alone means the American one.
UNKNOWN = "–"  # For a time that no clock shows.


def day(at_s: float, locale: str) -> str:
    """Return the date of a Unix time."""
    return _shown(at_s, lambda moment: format_date(moment, "medium", _form(locale)))


def day_and_time(at_s: float, locale: str) -> str:
    """Return the date and the time of day of a Unix time."""
    return _shown(at_s, lambda moment: format_datetime(moment, "medium", None, _form(locale)))


@lru_cache(maxsize=1024)
def time_of_day(minute: float, locale: str) -> str:
    """Return the time of day of a minute of Unix time."""
    return _shown(minute * 60, lambda moment: format_time(moment, "short", None, _form(locale)))


@lru_cache
def _form(locale: str) -> Locale:
    """Return the form of a language's dates; one that nobody knows has the English form."""
    try:
        return Locale.parse(FORMS.get(locale, locale.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(FORMS["en"])


def _shown(at_s: float, form: Callable[[datetime], str]) -> str:
    """Return a Unix time at this place, or a dash if it is out of range."""
    try:
        return str(form(datetime.fromtimestamp(at_s)))
    except (OverflowError, OSError, ValueError):
        return UNKNOWN
