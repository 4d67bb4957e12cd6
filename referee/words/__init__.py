"""All texts, from one gettext catalogue. This package knows neither requests nor pages.

`catalogue` loads the languages. `sentences` turns messages into text, and `arithmetic` does the
same for sums. A `Voice` speaks to one person. Pages and the command line import only this module.
"""

from __future__ import annotations

from referee.words.arithmetic import say_ruling, say_sum
from referee.words.catalogue import (
    DEFAULT,
    LOCALES,
    faults,
    has_key,
    language,
    locales,
    negotiate,
    template,
    texts,
    translations,
    use_owner_languages,
)
from referee.words.dates import day, day_and_time, iso_time, time_of_day, time_zone
from referee.words.directions import direction, isolated, onward, unmarked
from referee.words.owner_languages import is_language
from referee.words.sentences import SYMBOLS, card, in_english, join_list, number, say, seat
from referee.words.speech import speakable, without_symbols
from referee.words.voice import Voice

__all__ = [
    "DEFAULT",
    "LOCALES",
    "SYMBOLS",
    "Voice",
    "card",
    "day",
    "day_and_time",
    "direction",
    "faults",
    "has_key",
    "in_english",
    "is_language",
    "iso_time",
    "isolated",
    "join_list",
    "language",
    "locales",
    "negotiate",
    "number",
    "onward",
    "say",
    "say_ruling",
    "say_sum",
    "seat",
    "speakable",
    "template",
    "texts",
    "time_of_day",
    "time_zone",
    "translations",
    "unmarked",
    "use_owner_languages",
    "without_symbols",
]
