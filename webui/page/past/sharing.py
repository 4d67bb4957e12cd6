"""The result of a match or an evening, to be shared as a picture and as a line of text.

The phone draws the picture, because it has letters for every name. It contains what everybody at
the table saw: names, places and figures. It contains no address, no code and no secret.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee import words
from referee.contract import Message
from referee.match.running import PlayedMatch
from referee.words import Voice
from webui.page.games import game_title
from webui.page.past.chart import name, symbol
from webui.page.past.ending import standings
from webui.page.past.evening import evening_text
from webui.page.past.history import voice_for
from webui.page.seats import place_voice

NO_PLACE = "–"


class SharedRow(msgspec.Struct, frozen=True):
    """A line of the picture's table: a place or number, a seat, a name, and figures."""

    place: str
    seat: int
    symbol: str
    name: str
    figures: tuple[str, ...]


class SharedResult(msgspec.Struct, frozen=True):
    """The words of the picture, and the `line` of text that goes with it.

    `winners` are the seats whose symbols stand next to the `heading`. `file` is the name of the
    picture's file, without its ending. `at` is the time whose `day` the words name; the phone
    writes the day of its own zone instead.
    """

    title: str
    date: str
    label: str
    heading: str
    winners: tuple[SharedRow, ...]
    text: str
    columns: tuple[str, ...]
    rows: tuple[SharedRow, ...]
    maker: str
    line: str
    file: str
    day: str
    at: str


def shared_match(past: PlayedMatch, locale: str, day: str) -> SharedResult:
    """Return the result of a match that has ended, by its rules or because all stopped.

    `day` is the date for the file's name.
    """
    voice = place_voice(voice_for(past, locale), past.players)
    outcome = past.outcome
    assert outcome is not None, "only a match with a result is shared"
    seats, reason = outcome.winners, voice.say(outcome.reason)
    columns, result = standings(past.ending(), voice)
    rows = tuple(
        SharedRow(place, seat, symbol(seat), who, figures) for place, seat, who, figures in result
    )
    title, date = game_title(past.game.name, locale), words.day(past.began_s, locale)
    names = words.join_list([name(seat, voice) for seat in seats], locale)
    label = voice.key("end.won", count=len(seats))
    places = ", ".join(f"{row.place} {row.name}" for row in rows if row.place != NO_PLACE)
    line = f"{title}, {date}. {label}: {names}. {words.without_symbols(reason)} {places}"
    return SharedResult(
        title,
        date,
        label,
        names,
        tuple(row for row in rows if row.seat in seats),
        reason,
        columns,
        rows,
        voice.key("page.title"),
        words.unmarked(line),
        f"{past.game.name}-{day}",
        date,
        words.iso_time(past.began_s),
    )


def shared_evening(matches: Sequence[PlayedMatch], locale: str, day: str) -> SharedResult:
    """Return the result of an evening: a row for each match that has winners."""
    voice, rows = Voice(locale), list[SharedRow]()
    for number, past in enumerate(matches, start=1):
        if past.outcome is not None:
            theirs = place_voice(voice_for(past, locale), past.players)
            seats = past.outcome.winners
            names = words.join_list([name(seat, theirs) for seat in seats], locale)
            game = (game_title(past.game.name, locale),)
            rows.append(SharedRow(f"{number}.", seats[0], symbol(seats[0]), names, game))
    date = words.day(matches[0].began_s, locale)
    heading, text = voice.key("evening.title", date=date), evening_text(matches, voice)
    each = ", ".join(f"{row.figures[0]}: {row.name}" for row in rows)
    return SharedResult(
        "",
        "",
        "",
        heading,
        (),
        text,
        (words.say(Message("end.share.game"), locale),),
        tuple(rows),
        voice.key("page.title"),
        words.unmarked(f"{heading}. {text} {each}"),
        f"evening-{day}",
        date,
        words.iso_time(matches[0].began_s),
    )
