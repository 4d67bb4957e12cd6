"""The end of a match as HTML: winners, final table, highlights and charts.

The server makes it once for live pages, past matches and the evening's file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

import msgspec
from markupsafe import Markup

from referee import words
from referee.contract import Column, Highlight
from referee.match.ending import Ending
from referee.match.people.players import Players
from referee.match.running import Entry
from referee.words import Voice
from webui.page.html import render
from webui.page.log import voice_at
from webui.page.past.chart import chart_html
from webui.page.seats import bot_mark, bot_words, place_voice, seat_name

HIGHLIGHTS = 3


class Standing(msgspec.Struct, frozen=True):
    """A line of the final table: a place or number, a seat, its symbol, a name, and figures."""

    place: str
    seat: int
    symbol: str
    name: str
    figures: tuple[str, ...]


class LabelledPicture(msgspec.Struct, frozen=True):
    """The address of a picture, and what it shows."""

    source: str
    label: str


Pictures = Callable[[Highlight, Entry], Sequence[LabelledPicture]]  # Those of a highlight.


def ending_html(
    ending: Ending | None,
    voice: Voice,
    players: Players,
    path: str = "",
    pictures: Pictures = lambda _highlight, _entry: (),
) -> Markup:
    """Return the end of a match as HTML, or an empty text if the match is not over.

    `path` is the page with the rulings of this match, if the viewer may open that page.
    """
    if ending is None:
        return Markup("")
    outcome, every = ending.outcome, _voice_of_all(voice, players)
    takers = place_voice(voice, players)
    winners = outcome.winners if outcome else ()
    columns, rows = standings(ending, every)
    return render(
        "parts/ending.html",
        voice,
        outcome=outcome,
        won="moment.end" if voice.seat in winners else "end.won",
        reason=outcome and takers.say(outcome.reason),
        winners=[seat_name(takers, seat) for seat in winners],
        join=lambda names: words.join_list(names, voice.locale),
        bots={
            seat: (bot_mark(voice, level), bot_words(voice, level))
            for seat, taker in enumerate(players.shown_takers)
            if (level := taker.level)
        },
        columns=columns,
        rows=rows,
        handovers=list(_handovers(players, voice)) if outcome else (),
        charts=[
            chart_html(series, every, winners)
            for series in ending.record.series
            if len(series.rounds) > 1
        ],
        highlights=[
            (highlight, entry, text, pictures(highlight, entry))
            for highlight, entry, text in highlight_texts(ending, voice, players)
        ],
        facts=[voice.say(fact) for fact in ending.view.facts],
        notes=[
            (seat_name(every, seat.seat).label, [every.say(note) for note in seat.notes])
            for seat in ending.view.seats
            if seat.notes
        ],
        path=path,
    )


def _voice_of_all(voice: Voice, players: Players) -> Voice:
    """Return a voice that names all players of a seat, one after the other."""
    arrow = f" {words.onward(voice.locale)} "
    several = {
        seat: arrow.join((*names[:-1], voice.names.get(seat, names[-1])))
        for seat, stays in enumerate(players.tenures)
        for names in [[tenure.name for tenure in stays if tenure.name]]
        if len(names) > 1
    }
    return replace(voice, names={**voice.names, **several})


def _handovers(players: Players, voice: Voice) -> Iterator[str]:
    """Yield a sentence for each seat that changed hands: whose the place is."""
    for seat, taker in enumerate(players.place_takers):
        names = [tenure.name for tenure in players.tenures[seat] if tenure.name]
        if len(names) > 1:
            answer = words.join_list(names, voice.locale)
            if taker is None or not taker.person:
                yield voice.key("end.handed.nobody", names=answer)
            else:
                yield voice.key("end.handed", names=answer, name=taker.name)


def standings(ending: Ending, voice: Voice) -> tuple[tuple[str, ...], tuple[Standing, ...]]:
    """Return the names of the figures, and a line for each player, the best first.

    Players without a place come last, and have a dash instead. For a party without a seat, the
    game provides the name.
    """
    columns, seats, others = ending.record.columns, len(ending.view.seats), ending.view.others
    better = accumulate(map(len, ending.places), initial=1)
    places = {
        seat: f"{place}."
        for place, tied in zip(better, ending.places, strict=False)
        for seat in tied
    }
    rows = []
    for seat in dict.fromkeys([*places, *range(seats + len(others))]):
        name = seat_name(voice, seat)
        player = name.name if seat < seats else voice.say(others[seat - seats].name)
        figures = tuple(_value(column, seat, voice) for column in columns)
        rows.append(Standing(places.get(seat, "–"), seat, name.symbol, player, figures))
    return tuple(voice.key(f"column.{column.name}") for column in columns), tuple(rows)


def _value(column: Column, seat: int, voice: Voice) -> str:
    value = column.values[seat] if seat < len(column.values) else None
    if value is None:
        return "–"
    figure = words.number(value, voice.locale)
    if column.of:
        all_ = column.of[seat]
        return f"{figure}/{words.number(all_, voice.locale)}" if all_ else "–"
    return words.isolated(f"+{figure}", voice.locale) if column.signed and value > 0 else figure


def highlight_texts(
    ending: Ending, voice: Voice, players: Players
) -> Sequence[tuple[Highlight, Entry, str]]:
    """Return the best highlights, each with its entry and a text with the names of its time."""
    results = []
    for highlight in ending.record.highlights[:HIGHLIGHTS]:
        entry = ending.entries[highlight.state]
        results.append((highlight, entry, voice_at(voice, players, entry).say(highlight.message)))
    return results
