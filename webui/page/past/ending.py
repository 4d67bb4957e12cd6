"""The end of a match as HTML: winners, final table, highlights and charts.

The server makes it once for live pages, past matches and the evening's file, which has neither
templates nor scripts. It is built from elements instead of strings, so a player's name is never
parsed as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from referee import words
from referee.contract import Column, Highlight
from referee.match.ending import Ending
from referee.match.people.players import Players
from referee.match.running import Entry
from referee.words import Voice
from webui.page.log import voice_at
from webui.page.past.chart import chart_figures, name, symbol
from webui.page.seats import bot_mark, bot_words, place_voice

HIGHLIGHTS = 3
_GLYPHS = re.compile(f"([{words.SYMBOLS}])")

ExtraElements = Callable[[Highlight, Entry], Iterable[Element]]  # Elements to add to a highlight.


class Ended(NamedTuple):
    """The end of a match for one viewer. `path` is the page with its rulings, or empty."""

    ending: Ending
    voice: Voice
    players: Players
    path: str


def ending_html(
    ending: Ending | None,
    voice: Voice,
    players: Players,
    path: str = "",
    extra: ExtraElements = lambda _highlight, _entry: (),
) -> str:
    """Return the end of a match as HTML, or an empty string if the match is not over.

    `path` is the page with the rulings of this match, if the viewer may open that page. `extra`
    returns more elements for a highlight.
    """
    if ending is None:
        return ""
    whole = Element("div", {"class": "whole"})
    ended = Ended(ending, voice, players, path)
    every = ended._replace(voice=_voice_of_all(voice, players))
    _add_winners(whole, ended._replace(voice=place_voice(voice, players)))
    scores = SubElement(whole, "div", {"class": "scores"})
    _add_standings(scores, every)
    _add_handovers(scores, ended)
    winners = ending.outcome.winners if ending.outcome else ()
    curves = list(chart_figures(ending.record, every.voice, winners))
    if curves:
        SubElement(whole, "div", {"class": "charts"}).extend(curves)
    element = SubElement(whole, "div", {"class": "told"})
    _add_highlights(element, ended, extra)
    stopped = ending.outcome is not None and ending.outcome.stopped
    if ending.view.facts and not stopped:  # These say how a match goes on that was stopped.
        facts = SubElement(element, "p", {"class": "facts"})
        _add_text(facts, " · ".join(voice.say(fact) for fact in ending.view.facts))
    foot = SubElement(whole, "div", {"class": "foot"})
    if path and ending.outcome:
        ways = SubElement(foot, "details", {"class": "ways"})
        opens = {"class": "button", "data-key": "end.share.open"}
        SubElement(ways, "summary", opens).text = voice.key("end.share.open")
        several = SubElement(ways, "div", {"class": "row"})
        keep = {"class": "button keep", "href": f"{path}/evening", "data-key": "keep"}
        SubElement(several, "a", keep).text = voice.key("end.keep")
        for key, of in (("end.share", path), ("end.share.evening", f"{path}/evening")):
            share = {"class": "share", "type": "button", "data-share": f"{of}/result"}
            share["data-away"] = voice.key("page.error.away")
            SubElement(several, "button", share | {"data-key": key}).text = voice.key(key)
        SubElement(several, "div", {"class": "shared", "role": "status", "hidden": ""})
    _add_notes(foot, every)
    return ElementTree.tostring(whole, "unicode", method="html")


def _voice_of_all(voice: Voice, players: Players) -> Voice:
    """Return a voice that names all players of a seat, one after the other."""
    arrow = f" {words.onward(voice.locale)} "
    several = {
        seat: arrow.join((*names[:-1], voice.names.get(seat, names[-1])))
        for seat in range(players.seats)
        for names in [[name for name in players.names_of(seat) if name]]
        if len(names) > 1
    }
    return replace(voice, names={**voice.names, **several})


# -- winners ----------------------------------------------------------------------------------


def _add_winners(parent: Element, ended: Ended) -> None:
    ending, voice = ended.ending, ended.voice
    if ending.outcome is None:
        return
    winners = ending.outcome.winners
    alone = {"data-seat": str(winners[0])} if len(winners) == 1 else {}
    band = SubElement(parent, "header", {"class": "winner", **alone})
    marks = SubElement(band, "p", {"class": "won-by", "aria-hidden": "true"})
    for seat in winners:
        SubElement(marks, "span", {"class": "mark", "data-seat": str(seat)}).text = symbol(seat)
    label = "moment.end" if voice.seat in winners else "end.won"
    SubElement(band, "p", {"class": "won"}).text = voice.key(label, count=len(winners))
    names = words.join_list([name(seat, voice) for seat in winners], voice.locale)
    heading = SubElement(band, "h2")
    heading.text = names
    if len(winners) == 1:
        _add_bot_mark(heading, winners[0], ended)
    how = SubElement(band, "p", {"class": "ended"})
    how.text = voice.say(ending.outcome.reason)


# -- the table --------------------------------------------------------------------------------


def _add_bot_mark(parent: Element, seat: int, ended: Ended) -> None:
    """Add a mark after the name of a bot."""
    level = ended.players.result_levels.get(seat, "")
    if level:
        words_ = {"role": "img", "aria-label": bot_words(ended.voice, level)}
        SubElement(parent, "span", {"class": "chip bot", **words_}).text = bot_mark(
            ended.voice, level
        )


def standings(
    ending: Ending, voice: Voice
) -> tuple[tuple[str, ...], tuple[tuple[str, int, str, tuple[str, ...]], ...]]:
    """Return the names of the figures; and for each player a place, the seat, a name, the figures.

    The best player comes first. A player without a place has a dash instead.
    """
    columns = ending.record.columns
    rows = (
        (
            f"{place}." if place else "–",
            seat,
            _player_name(ending, seat, voice),
            tuple(_value(column, seat, voice) for column in columns),
        )
        for place, seat in _rows(ending)
    )
    return tuple(voice.key(f"column.{column.name}") for column in columns), tuple(rows)


def _add_standings(parent: Element, ended: Ended) -> None:
    voice = ended.voice
    scrolls = SubElement(parent, "div", {"class": "scrolls"})
    table = SubElement(scrolls, "table", {"class": "standings"})
    SubElement(table, "caption", {"class": "unseen"}).text = voice.key("end.table")
    head = SubElement(SubElement(table, "thead"), "tr")
    for key in ("end.place", "end.player"):
        cell = SubElement(head, "th", {"scope": "col"})
        SubElement(cell, "span", {"class": "unseen"}).text = voice.key(key)
    columns, rows = standings(ended.ending, voice)
    for column in columns:
        SubElement(head, "th", {"scope": "col"}).text = column
    body = SubElement(table, "tbody")
    for place, seat, player, figures in rows:
        row = SubElement(body, "tr", {"data-seat": str(seat), "data-place": place.rstrip(".–")})
        SubElement(row, "td", {"class": "place"}).text = place
        who = SubElement(SubElement(row, "th", {"scope": "row"}), "span", {"class": "who"})
        SubElement(who, "span", {"class": "mark", "aria-hidden": "true"}).text = symbol(seat)
        SubElement(who, "span", {"translate": "no"}).text = player
        _add_bot_mark(who, seat, ended)
        for figure in figures:
            SubElement(row, "td").text = figure


def _add_handovers(parent: Element, ended: Ended) -> None:
    """Add whose the place of each seat is that changed hands."""
    ending, voice, players, _ = ended
    for seat, taker in enumerate(players.place_takers if ending.outcome else ()):
        names = [name for name in players.names_of(seat) if name]
        if len(names) > 1:
            answer = words.join_list(names, voice.locale)
            line = SubElement(parent, "p", {"class": "facts"})
            if taker is None or not taker.person:
                line.text = voice.key("end.handed.nobody", names=answer)
            else:
                line.text = voice.key("end.handed", names=answer, name=taker.name)


def _rows(ending: Ending) -> Iterable[tuple[int | None, int]]:
    """Yield each player's place and seat, best first. Players without a place come last."""
    better = accumulate((len(seats) for seats in ending.places), initial=1)
    placed = [
        (place, seat) for place, seats in zip(better, ending.places, strict=False) for seat in seats
    ]
    every = range(len(ending.view.seats) + len(ending.view.others))
    there = {seat for _, seat in placed}
    return (*placed, *((None, seat) for seat in every if seat not in there))


def _player_name(ending: Ending, seat: int, voice: Voice) -> str:
    """Return a player's name. For a party without a seat, the game provides the name."""
    beyond = seat - len(ending.view.seats)
    return name(seat, voice) if beyond < 0 else voice.say(ending.view.others[beyond].name)


def _value(column: Column, seat: int, voice: Voice) -> str:
    value = column.values[seat] if seat < len(column.values) else None
    if value is None:
        return "–"
    said = words.number(value, voice.locale)
    if column.of:
        all_ = column.of[seat]
        return f"{said}/{words.number(all_, voice.locale)}" if all_ else "–"
    return words.isolated(f"+{said}", voice.locale) if column.signed and value > 0 else said


def _add_notes(parent: Element, ended: Ended) -> None:
    """Add the game's notes on each player; they stay folded until a viewer opens them."""
    voice = ended.voice
    seats = [seat for seat in ended.ending.view.seats if seat.notes]
    if not seats:
        return
    details = SubElement(parent, "details", {"class": "more"})
    SubElement(details, "summary").text = voice.key("end.more")
    for view in seats:
        line = SubElement(details, "p")
        who = SubElement(line, "b")
        _add_text(who, words.seat(view.seat, voice.locale, voice.names))
        who.tail = " " + " · ".join(voice.say(note) for note in view.notes)


# -- highlights -------------------------------------------------------------------------------


def highlight_texts(
    ending: Ending, voice: Voice, players: Players
) -> Sequence[tuple[Highlight, Entry, str]]:
    """Return the best highlights, each with its entry and a text with the names of its time."""
    results = []
    for highlight in ending.record.highlights[:HIGHLIGHTS]:
        entry = ending.entries[highlight.state]
        results.append((highlight, entry, voice_at(voice, players, entry).say(highlight.message)))
    return results


def _add_highlights(parent: Element, ended: Ended, extra: ExtraElements) -> None:
    texts = highlight_texts(ended.ending, ended.voice, ended.players)
    if not texts:
        return
    SubElement(parent, "h3").text = ended.voice.key("end.highlights")
    list_ = SubElement(parent, "ol", {"class": "highlights"})
    for highlight, entry, said in texts:
        item = SubElement(list_, "li")
        _add_text(SubElement(item, "p"), said)
        _add_round(item, highlight.round, entry, ended)
        item.extend(extra(highlight, entry))


# -- within ----------------------------------------------------------------------------------------


def _add_round(item: Element, number: int, entry: Entry, ended: Ended) -> None:
    """Add the number of a round, with a link to the ruling if the viewer may see the ruling."""
    where = ended.voice.key("end.round", number=number)
    if not ended.path:
        SubElement(item, "span", {"class": "where"}).text = where
        return
    says = ended.voice.key("end.round.ruling", number=number)
    link = SubElement(item, "a", {"href": f"{ended.path}#e{entry.seq}", "aria-label": says})
    link.text = where


def _add_text(parent: Element, text: str) -> None:
    """Put a text into an element, with every seat symbol in its colour."""
    last: Element | None = None
    for piece in _GLYPHS.split(text):
        if len(piece) == 1 and piece in words.SYMBOLS:
            seat = str(words.SYMBOLS.index(piece))
            last = SubElement(parent, "span", {"class": "glyph", "data-seat": seat})
            last.text = piece
        elif last is None:
            parent.text = piece
        else:
            last.tail = piece
