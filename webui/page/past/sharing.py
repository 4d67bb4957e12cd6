"""The result of a match or an evening as a line of text, which a phone sends on.

It contains what everybody at the table saw: names and places, but no address, code or secret.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee import words
from referee.match.running import PlayedMatch
from referee.words import Voice
from webui.page.games import game_title
from webui.page.past.ending import standings
from webui.page.past.evening import evening_text
from webui.page.past.history import voice_for, winner_names
from webui.page.seats import place_voice

NO_PLACE = "–"


class SharedLine(msgspec.Struct, frozen=True):
    """A `line` of text. It names the `day` of the time `at`; a phone writes its own day instead."""

    line: str
    day: str
    at: str


def _shared(line: str, day: str, began_s: float) -> SharedLine:
    return SharedLine(words.unmarked(line), day, words.iso_time(began_s))


def _winners(past: PlayedMatch, locale: str) -> str:
    return words.join_list(winner_names(past, locale), locale)


def shared_match(past: PlayedMatch, locale: str) -> SharedLine:
    """Return the result of a match that has ended, by its rules or because all stopped."""
    voice, outcome = place_voice(voice_for(past, locale), past.players), past.outcome
    assert outcome is not None, "only a match with a result is shared"
    title, day = game_title(past.game.name, locale), words.day(past.began_s, locale)
    label = voice.key("end.won", count=len(outcome.winners))
    reason = words.without_symbols(voice.say(outcome.reason))
    _, rows = standings(past.ending(), voice)
    places = ", ".join(f"{row.place} {row.name}" for row in rows if row.place != NO_PLACE)
    line = f"{title}, {day}. {label}: {_winners(past, locale)}. {reason} {places}"
    return _shared(line, day, past.began_s)


def shared_evening(matches: Sequence[PlayedMatch], locale: str) -> SharedLine:
    """Return the result of an evening, with the winners of each match."""
    voice, day = Voice(locale), words.day(matches[0].began_s, locale)
    heading, text = voice.key("evening.title", date=day), evening_text(matches, voice)
    each = ", ".join(
        f"{game_title(past.game.name, locale)}: {_winners(past, locale)}"
        for past in matches
        if past.outcome is not None
    )
    return _shared(f"{heading}. {text} {each}", day, matches[0].began_s)
