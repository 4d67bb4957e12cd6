"""Every word shown, through one gettext catalogue whose message ids are message keys.

The catalogues are the ``.po`` files under ``translations``, compiled in memory when a
language is first asked for. Nothing here needs a request, so the command line speaks with
the same words as the pages.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from referee.contract import Message, Ruling, Step

FOLDER = Path(__file__).parent / "translations"
LOCALES = tuple(sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/*.po")))
DEFAULT = "en"
SYMBOLS = "●▲■◆★✚"

_log = logging.getLogger(__name__)


def negotiate(tags: Iterable[str]) -> str:
    """Return the language of ours for a reader of the languages `tags`, best first.

    >>> negotiate(["de-CH", "fr-CH"]), negotiate(["fr_FR.UTF-8"]), negotiate(["de"])
    ('fr', 'fr', 'en')
    """
    ours = (tag.replace("_", "-").split("-")[0].lower() for tag in tags)
    return next((language for language in ours if language in LOCALES), DEFAULT)


@lru_cache
def read_catalogue(locale: str) -> Catalog:
    """Return the catalogue of a language, not compiled, typeset as the language wants it."""
    with (FOLDER / locale / "LC_MESSAGES" / "messages.po").open("rb") as file:
        read = read_po(file, locale=locale, abort_invalid=True)
    for entry in read:
        if isinstance(entry.string, str):
            entry.string = _typeset(entry.string, locale)
        else:
            entry.string = tuple(_typeset(form, locale) for form in entry.string or ())
    return read


def _typeset(text: str, locale: str) -> str:
    """Keep French punctuation on the line of its word."""
    if locale != "fr":
        return text
    return re.sub(r" (?=[:;!?»])", "\N{NO-BREAK SPACE}", text).replace("« ", "«\N{NO-BREAK SPACE}")


@lru_cache
def catalogue(locale: str) -> Translations:
    """Return the compiled catalogue of a language; an unknown language gets the default."""
    if locale not in LOCALES:
        return catalogue(DEFAULT)
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(locale))
    compiled.seek(0)
    return Translations(compiled)


def known(key: str, locale: str = DEFAULT) -> bool:
    """Tell whether a language has words for `key`."""
    words = catalogue(locale)
    return words.gettext(key) != key or words.ngettext(key, key, 1) != key


def say(message: Message, locale: str = DEFAULT, names: Mapping[int, str] | None = None) -> str:
    """Return a message in words; `names` are those that players gave themselves, by seat.

    A parameter ``count`` chooses between the plural forms where a key has them. A key
    without words is shown as it is and logged: a gap in a catalogue stops no game.
    """
    params = {name: _shown(name, value, locale, names) for name, value in message.params.items()}
    count = message.params.get("count")
    words = catalogue(locale)
    pattern = message.key
    if isinstance(count, int) and not isinstance(count, bool):
        pattern = words.ngettext(message.key, message.key, count)
    if pattern == message.key:  # no count, or words that are the same for every number
        pattern = words.gettext(message.key)
    if pattern == message.key:
        _missing(message.key, locale)
        return " ".join([message.key, *(f"{name}={value}" for name, value in params.items())])
    try:
        return pattern % params if params or "%" in pattern else pattern
    except (KeyError, TypeError, ValueError):
        _log.warning("The words of %s in %s do not fit its parameters.", message.key, locale)
        return " ".join([message.key, *(f"{name}={value}" for name, value in params.items())])


@lru_cache(maxsize=1024)
def _missing(key: str, locale: str) -> None:
    _log.warning("No words for %s in %s.", key, locale)  # once a key, not once a phone


def texts(prefix: str, locale: str = DEFAULT) -> dict[str, str]:
    """Return the words of all keys that begin with `prefix`, placeholders unfilled.

    Keys with plural forms are left out: those are said here, not by a page's script.
    """
    return {
        str(entry.id): str(entry.string)
        for entry in read_catalogue(locale)
        if isinstance(entry.id, str) and entry.id.startswith(prefix)
    }


def _shown(name: str, value: Any, locale: str, names: Mapping[int, str] | None) -> str:
    kind = name.rsplit("_", 1)[-1]
    match kind:
        case "seat" if isinstance(value, int):
            return seat(value, locale, names)
        case "seats" if isinstance(value, list | tuple):
            return listed([seat(one, locale, names) for one in value], locale)
        case "card":
            return card(str(value), locale)
        case "cards" if isinstance(value, list | tuple):
            return listed([card(str(one), locale) for one in value], locale)
        case "word":
            return say(Message(str(value)), locale, names)
        case "words" if isinstance(value, list | tuple):
            return listed([say(Message(str(one)), locale, names) for one in value], locale)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value, locale)
    if isinstance(value, list | tuple):
        return listed([_shown("", one, locale, names) for one in value], locale)
    return str(value)


def listed(parts: list[str], locale: str = DEFAULT) -> str:
    """Return `parts` as a list in words: "a, b and c"."""
    return format_list(parts, locale=locale) if parts else ""


@lru_cache(maxsize=4096)
def number(value: float, locale: str = DEFAULT) -> str:
    """Return a number as the language writes it, with a true minus sign.

    >>> number(-5), number(1234.5, "fr")
    ('−5', '1\\u202f234,5')
    """
    return format_decimal(value, locale=locale).replace("-", "−")


def seat(seat: int, locale: str = DEFAULT, names: Mapping[int, str] | None = None) -> str:
    """Return a seat by its symbol and its colour, or its player's name: "▲ vermilion", unbroken."""
    if not 0 <= seat < len(SYMBOLS):
        return say(Message("seat.other", {"number": seat + 1}), locale)
    name = (names or {}).get(seat) or catalogue(locale).gettext(f"seat.{seat}")
    return f"{SYMBOLS[seat]}\N{NO-BREAK SPACE}{name}"


def card(card: str, locale: str = DEFAULT) -> str:
    """Return a card's name in words; a number is its own name.

    >>> card("-10"), card("max0")
    ('−10', 'max → 0')
    """
    key = f"card.{card}"
    words = catalogue(locale).gettext(key)
    if words != key:
        return words
    return number(int(card), locale) if card.removeprefix("-").isdecimal() else card


def arithmetic(step: Step, locale: str = DEFAULT) -> str:
    """Return one line of a sum: what each card counts, what changed, and the total.

    >>> from referee.contract import Term
    >>> terms = (Term("20", 20, -20), Term("15", 15, 15), Term("-5", -5, -5))
    >>> arithmetic(Step(Message(""), terms, -10))
    '(20 → −20) + 15 − 5 = −10'
    >>> arithmetic(Step(Message(""), terms, -20))
    '(20 → −20) + 15 − 5 = −10 → −20'
    """
    line = ""
    for term in step.terms:
        now = number(abs(term.now), locale)
        if term.was != term.now:
            piece = f"({number(term.was, locale)} → {number(term.now, locale)})"
            line += f" + {piece}" if line else piece
        elif line:
            line += f" − {now}" if term.now < 0 else f" + {now}"
        else:
            line = number(term.now, locale)
    plain = sum(term.now for term in step.terms)
    total = number(step.total, locale)
    ending = total if plain == step.total else f"{number(plain, locale)} → {total}"
    return f"{line} = {ending}" if line else ending


def say_ruling(
    ruling: Ruling, locale: str = DEFAULT, names: Mapping[int, str] | None = None
) -> str:
    """Return a ruling in words: the verdict, then its arithmetic a line a step."""
    steps = [
        f"  {say(step.message, locale, names)}: {arithmetic(step, locale)}" for step in ruling.steps
    ]
    return "\n".join([say(ruling.message, locale, names), *steps])
