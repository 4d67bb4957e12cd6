"""The result of a match or an evening, to be shared as a picture and as a line of text.

The phone draws the picture, because it has letters for every name. It contains what everybody at
the table saw: names, places and figures. It contains no address, no code and no secret.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee import words
from referee.match.running import PlayedMatch
from referee.words import Voice
from webui.page.games import game_title
from webui.page.past.ending import Standing, standings
from webui.page.past.evening import evening_text
from webui.page.past.history import voice_for
from webui.page.seats import place_voice, seat_name

NO_PLACE = "–"


class SharedResult(msgspec.Struct, frozen=True, kw_only=True):
    """The words of the picture, and the `line` of text that goes with it.

    `winners` are the seats whose symbols are next to the `heading`. `file` is the name of the
    picture's file, without its ending. The words name the `day` of the time `at`; the phone writes
    the day in its time zone instead.
    """

    title: str = ""
    date: str = ""
    label: str = ""
    heading: str
    winners: tuple[Standing, ...] = ()
    text: str
    columns: tuple[str, ...]
    rows: tuple[Standing, ...]
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
    columns, rows = standings(past.ending(), voice)
    title, date = game_title(past.game.name, locale), words.day(past.began_s, locale)
    names = words.join_list([seat_name(voice, seat).name for seat in seats], locale)
    label = voice.key("end.won", count=len(seats))
    places = ", ".join(f"{row.place} {row.name}" for row in rows if row.place != NO_PLACE)
    line = f"{title}, {date}. {label}: {names}. {words.without_symbols(reason)} {places}"
    return SharedResult(
        title=title,
        date=date,
        label=label,
        heading=names,
        winners=tuple(row for row in rows if row.seat in seats),
        text=reason,
        columns=columns,
        rows=rows,
        maker=voice.key("page.title"),
        line=words.unmarked(line),
        file=f"{past.game.name}-{day}",
        day=date,
        at=words.iso_time(past.began_s),
    )


def shared_evening(matches: Sequence[PlayedMatch], locale: str, day: str) -> SharedResult:
    """Return the result of an evening: a row for each match that has winners."""
    voice, rows = Voice(locale), list[Standing]()
    for number, past in enumerate(matches, start=1):
        if past.outcome is not None:
            theirs = place_voice(voice_for(past, locale), past.players)
            seats, first = past.outcome.winners, seat_name(theirs, past.outcome.winners[0])
            names = words.join_list([seat_name(theirs, seat).name for seat in seats], locale)
            game = (game_title(past.game.name, locale),)
            rows.append(Standing(f"{number}.", first.seat, first.symbol, names, game))
    date = words.day(matches[0].began_s, locale)
    heading, text = voice.key("evening.title", date=date), evening_text(matches, voice)
    each = ", ".join(f"{row.figures[0]}: {row.name}" for row in rows)
    return SharedResult(
        heading=heading,
        text=text,
        columns=(voice.key("end.share.game"),),
        rows=tuple(rows),
        maker=voice.key("page.title"),
        line=words.unmarked(f"{heading}. {text} {each}"),
        file=f"evening-{day}",
        day=date,
        at=words.iso_time(matches[0].began_s),
    )
