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
    known,
    language,
    locales,
    negotiate,
    own,
    template,
    texts,
    translations,
)
from referee.words.owned import is_language
from referee.words.sentences import SYMBOLS, card, listed, number, say, seat
from referee.words.speech import aloud
from referee.words.voice import Voice

__all__ = [
    "DEFAULT",
    "LOCALES",
    "SYMBOLS",
    "Voice",
    "aloud",
    "card",
    "faults",
    "is_language",
    "known",
    "language",
    "listed",
    "locales",
    "negotiate",
    "number",
    "own",
    "say",
    "say_ruling",
    "say_sum",
    "seat",
    "template",
    "texts",
    "translations",
]
