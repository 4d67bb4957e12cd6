"""Dates and times of day in a language, never in the American form.

They are those of this machine's zone, which a full time names.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time

FORMS = {"en": "en_GB"}  # The forms of languages whose name alone means the American form.
UNKNOWN = "–"  # For a time that no clock shows.


def day(at_s: float, locale: str) -> str:
    """Return the date of a Unix time."""
    return _shown(at_s, lambda moment: format_date(moment, "medium", _form(locale)))


def day_and_time(at_s: float, locale: str) -> str:
    """Return the date and the time of day of a Unix time, and the name of its zone."""
    time = time_of_day(at_s, locale)
    return _shown(at_s, lambda _: f"{day(at_s, locale)}, {time} {time_zone(at_s)}")


def time_of_day(at_s: float, locale: str) -> str:
    """Return the time of day of a Unix time."""
    return _shown(at_s, lambda moment: format_time(moment, "short", None, _form(locale)))


def time_zone(at_s: float) -> timezone:
    """Return the zone of this machine at a Unix time, named by its distance from UTC."""
    try:
        return timezone(datetime.fromtimestamp(at_s).astimezone().utcoffset() or timedelta())
    except (OverflowError, OSError, ValueError):
        return UTC


def iso_time(at_s: float) -> str:
    """Return a Unix time for programs, or a dash if it is out of range."""
    return _shown(at_s, lambda moment: moment.astimezone(UTC).isoformat(timespec="seconds"))


@lru_cache
def _form(locale: str) -> Locale:
    """Return the form of a language's dates; an unknown language has the English form."""
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
