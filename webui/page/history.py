"""Past matches in words: when, what, who, how it ended, and all that was ruled."""

from __future__ import annotations

from datetime import datetime

import msgspec
from babel.dates import format_datetime

from referee import words
from referee.match.history import Past
from referee.words import Voice
from webui.page.games import title
from webui.page.rulings import entry_text


class ToldLine(msgspec.Struct, frozen=True):
    """One line of a past match's log."""

    text: str
    undone: bool


class Told(msgspec.Struct, frozen=True):
    """A past match; `result` is empty where it was left unfinished."""

    match: int
    when: str
    title: str
    players: tuple[str, ...]
    result: str


def told(past: Past, locale: str) -> Told:
    """Return a match in a few words."""
    voice = _voice(past, locale)
    return Told(
        match=past.match,
        when=_when(past.began_s, locale),
        title=title(past.game, locale),
        players=tuple(words.seat(seat, locale, voice.names) for seat in range(past.seats)),
        result=voice.say(past.outcome.reason) if past.outcome else "",
    )


def lines(past: Past, locale: str) -> tuple[ToldLine, ...]:
    """Return every entry of a match, the first one first."""
    voice = _voice(past, locale)
    by_seq = {entry.seq: entry for entry in past.log}
    return tuple(ToldLine(entry_text(voice, one, by_seq), one.undone) for one in past.log)


def _voice(past: Past, locale: str) -> Voice:
    return Voice(locale, dict(enumerate(past.names)))


def _when(at_s: float, locale: str) -> str:
    try:
        return str(format_datetime(datetime.fromtimestamp(at_s), "medium", locale=locale))
    except (OverflowError, OSError, ValueError):  # a stamp that is past all years
        return "–"
