"""Turns messages into text. Parameter names say how to show the values (see `referee.values`)."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from babel.lists import format_list
from babel.numbers import format_decimal

from referee.table import Zone
from referee.values import Message, Told
from referee.words.catalogue import DEFAULT, personal_parameters, translations
from referee.words.dates import day_and_time
from referee.words.directions import TO_THE_RIGHT, direction, isolated, unmarked

WRITTEN_OUT = 10**16  # Numbers of at least this size are written with an exponent.
SYMBOLS = "●▲■◆★✚"
# Numbers that name a thing and count nothing; they get no thousands separators.
IDENTIFIERS = {
    *("code", "known", "line", "port", "seed", "status", "version", "year"),
    *("height", "width"),  # A camera's pictures are known as 2304 × 1296.
}

_BY_CARD = re.compile(r"%\((?:\w+_)?cards?\)s.*\.", re.DOTALL)  # The sentence begins with a card.
_NUMBER = re.compile(r"-?[0-9]{1,15}", re.ASCII)
# Spanish "y" becomes "e" before an "i" sound, which CLDR's patterns do not cover.
_SOUNDS = {"es": (re.compile(rf" y (?=([{SYMBOLS}]\s)?h?[ií](?![aeou]))", re.IGNORECASE), " e ")}

_log = logging.getLogger(__name__)


class _Told(NamedTuple):
    """The players' own names by seat, and the seat to which a sentence is spoken, if any."""

    names: Mapping[int, str] = {}
    to: int | None = None


def say(
    message: Message,
    locale: str = DEFAULT,
    names: Mapping[int, str] | None = None,
    to: int | None = None,
) -> str:
    """Return a message as text. `names` are the players' own names, by seat.

    A message may name the seat that it is spoken `to`, for instance as ``turn_seat``. If the
    catalogue has the key with ``.to_turn_seat`` appended, that text is used. A parameter ``count``
    chooses the plural form. Nothing raises: if a key has no fitting text, the key is shown and
    logged. A gap in a catalogue must not stop a game.
    """
    return _printable(_text(_addressed(message, to), locale, _Told(names or {}, to)))


def in_english(error: BaseException) -> str:
    """Return an error's sentence for a log, or its type and text if it has none."""
    if isinstance(error, Told):
        return unmarked(say(error.message))
    return f"{type(error).__name__}: {error}"


def _addressed(message: Message, to: int | None) -> Message:
    """Return the message in the form that addresses the person `to`, if it can name this person."""
    for name in personal_parameters(message.key) if to is not None else ():
        if message.params.get(name) == to:
            return Message(f"{message.key}.to_{name}", message.params)
    return message


def _text(message: Message, locale: str, people: _Told) -> str:
    params = {
        name: isolated(_parameter_text(name, value, locale, people), locale)
        for name, value in message.params.items()
    }
    count = message.params.get("count")
    words = translations(locale)
    pattern = message.key
    if isinstance(count, int) and not isinstance(count, bool):
        pattern = words.ngettext(message.key, message.key, count)
    if pattern == message.key:  # there is no count, or the text has no plural forms
        pattern = words.gettext(message.key)
    if pattern == message.key or not message.key:  # an empty key would give the catalogue's header
        _warn_missing(message.key, locale)
        return " ".join([message.key, *(f"{name}={value}" for name, value in params.items())])
    try:
        text = pattern % params if params or "%" in pattern else pattern
        return text[:1].upper() + text[1:] if _BY_CARD.fullmatch(pattern) else text
    except (KeyError, TypeError, ValueError):
        _log.warning("The words of %a in %s do not fit its parameters.", message.key, locale)
        return " ".join([message.key, *(f"{name}={value}" for name, value in params.items())])


@lru_cache(maxsize=1024)
def _warn_missing(key: str, locale: str) -> None:
    _log.warning("No words for %a in %s.", key, locale)  # Logged once a key, not once a phone.


def _parameter_text(name: str, value: Any, locale: str, people: _Told) -> str:
    """Return a parameter as text. The last word of its name says what the value is (`_KINDS`)."""
    kind = name.rsplit("_", 1)[-1]
    if not isinstance(value, list | tuple):
        return _one(kind, value, locale, people)
    if kind == "notes":
        return join_list([_multiplied(*item, locale) for item in Counter(value).items()], locale)
    of = kind.removesuffix("s")
    return join_list([_one(of, entry, locale, people) for entry in value], locale)


def _one(kind: str, value: Any, locale: str, people: _Told) -> str:
    """Return a single value as text."""
    types, shown = _KINDS.get(kind, (object, None))
    if shown is not None and isinstance(value, types):
        return shown(value, locale, people)
    if isinstance(value, int) and kind in IDENTIFIERS:
        return str(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value, locale)
    return str(value)


def _multiplied(one: int | str, many: int, locale: str) -> str:
    """Return a repeated amount as text, such as "3 × 100"."""
    answer = _one("", one, locale, _Told())
    times = f"{number(many, locale)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    return answer if many == 1 else f"{times}{answer}"


def _zone(name: str, locale: str, people: _Told) -> str:
    """Return the text of a zone: "in front of ▲" or "of you", "in the middle"."""
    zone = Zone.parse(name)
    number = {} if zone.seat is None else {"seat": zone.seat}
    return say(Message(f"zone.{zone.kind}", {**number}), locale, people.names, people.to)


def _spot(spot: str, locale: str, people: _Told) -> str:
    """Return the text of a place, such as "B3, in the rows of ▲", or of a zone without a cell."""
    name, _, place = spot.partition(" ")
    if not place:
        return _zone(name, locale, people)
    spot_ = Message("table.spot", {"place": place, "zone": name})
    return say(spot_, locale, people.names, people.to)


def _printable(text: str) -> str:
    """Return a text that any device can show. Unpaired surrogates are escaped."""
    return text.encode("utf-8", "backslashreplace").decode()


def join_list(parts: list[str], locale: str = DEFAULT) -> str:
    """Return `parts` as a list in words: "a, b and c". No part moves its neighbours."""
    said = format_list([isolated(part, locale) for part in parts], locale=locale) if parts else ""
    alike, instead = _SOUNDS.get(locale, (None, ""))
    return alike.sub(instead, said) if alike else said


@lru_cache(maxsize=1024)
def number(value: float, locale: str = DEFAULT) -> str:
    """Return a number as the language writes it, with a real minus sign.

    A huge number is written with an exponent. A mark keeps the sign in front of its number, also
    in a language that is written from right to left.

    >>> number(-5), number(1234.5, "fr"), number(1e300)
    ('−5', '1\\u202f234,5', '1e+300')
    """
    minus = f"{TO_THE_RIGHT}−" if direction(locale) == "rtl" else "−"
    if not -WRITTEN_OUT < value < WRITTEN_OUT:
        exact = Decimal(repr(value) if isinstance(value, float) else value)
        return f"{exact.normalize():.6g}".replace("-", minus)
    return format_decimal(value or 0, locale=locale).replace("-", minus)


def seat(seat: int, locale: str = DEFAULT, names: Mapping[int, str] | None = None) -> str:
    """Return a seat's symbol with its colour or its player's name, such as "▲ vermilion".

    The text has no line breaks.
    """
    if not 0 <= seat < len(SYMBOLS):
        return say(Message("seat.other", {"number": seat + 1}), locale)
    name = (names or {}).get(seat) or translations(locale).gettext(f"seat.{seat}")
    return f"{SYMBOLS[seat]}\N{NO-BREAK SPACE}{isolated(name, locale)}"


def card(card: str, locale: str = DEFAULT) -> str:
    """Return a card's name as text. The name of a number card is its number.

    >>> card("-10"), card("max0")
    ('−10', 'max → 0')
    """
    key = f"card.{card}"
    words = translations(locale).gettext(key)
    if words != key:
        return words
    return number(int(card), locale) if _NUMBER.fullmatch(card) else _printable(card)


# How a value is shown, by its kind: the last word of its parameter's name. A list of such values
# has the plural. A value of another type is shown as it is.
_KINDS: Mapping[str, tuple[Any, Callable[[Any, str, _Told], str]]] = {
    "seat": (int, lambda value, locale, people: seat(value, locale, people.names)),
    "card": (object, lambda value, locale, _: card(str(value), locale)),
    "word": (object, lambda value, locale, people: say(Message(str(value)), locale, people.names)),
    "zone": (str, _zone),
    "spot": (str, _spot),
    "date": (int | float, lambda value, locale, _: day_and_time(value, locale)),
    "when": (int | float, lambda value, locale, _: day_and_time(value, locale)),
}
