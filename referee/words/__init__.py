"""Every word shown, through one gettext catalogue; nothing here needs a request or a page.

`catalogue` holds the languages, `sentences` puts words to a message, `arithmetic` to a sum,
and a `Voice` says them to one person. Pages and command line both speak through this door.
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
from referee.words.owner_languages import is_language
from referee.words.sentences import SYMBOLS, card, join_list, number, say, seat
from referee.words.speech import speakable
from referee.words.voice import Voice

__all__ = [
    "DEFAULT",
    "LOCALES",
    "SYMBOLS",
    "Voice",
    "card",
    "faults",
    "has_key",
    "is_language",
    "join_list",
    "language",
    "locales",
    "negotiate",
    "number",
    "say",
    "say_ruling",
    "say_sum",
    "seat",
    "speakable",
    "template",
    "texts",
    "translations",
    "use_owner_languages",
]
