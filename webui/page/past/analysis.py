"""The post-match analysis as HTML, with a section for each person in that person's colour."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from referee import words
from referee.match.ending import Ending
from referee.match.people.players import Players
from referee.match.running import Entry
from referee.reports.analysis import (
    Analysis,
    CostlyMove,
    CostlyMoves,
    Failed,
    NotRequested,
    Running,
)
from referee.words import Voice
from webui.page.log import voice_at
from webui.page.past.chart import name, symbol

_GLYPHS = re.compile(f"([{words.SYMBOLS}])")


class Ended(NamedTuple):
    """The end of a match for one viewer. `path` is the page with its rulings, or empty."""

    ending: Ending
    voice: Voice
    players: Players
    path: str


def add_analysis(parent: Element, analysis: Analysis | None, ended: Ended) -> None:
    """Add the analysis or its status. If there is a path, viewers get a button to request it."""
    voice, path = ended.voice, ended.path
    if analysis is None or (isinstance(analysis, NotRequested) and not path):
        return
    section = SubElement(parent, "section", {"class": "hindsight", "id": "hindsight"})
    SubElement(section, "h3").text = voice.key("analysis.title")
    match analysis:
        case CostlyMoves(persons, missed):
            for seat in persons:
                mine = [one for one in missed if one.seat == seat]
                _add_person(section, seat, mine, ended)
            counted = any(one.why for one in missed)
            how = voice.key("analysis.how.counted" if counted else "analysis.how")
            SubElement(section, "p", {"class": "how"}).text = how
        case Running():
            said = SubElement(section, "p", {"class": "works", "role": "status"})
            said.text = voice.key("analysis.works")
        case Failed(message):
            SubElement(section, "p", {"role": "status"}).text = voice.say(message)
            _add_button(section, voice, path)
        case _:
            _add_button(section, voice, path)


def _add_button(parent: Element, voice: Voice, path: str) -> None:
    if path:
        form = SubElement(parent, "form", {"method": "post", "action": f"{path}/hindsight"})
        asks = {"class": "button", "data-key": "hindsight"}
        SubElement(form, "button", asks).text = voice.key("analysis.ask")


def _add_person(parent: Element, seat: int, missed: list[CostlyMove], ended: Ended) -> None:
    voice = ended.voice
    part = SubElement(parent, "section", {"class": "person", "data-seat": str(seat)})
    who = SubElement(part, "h4", {"class": "who"})
    SubElement(who, "span", {"class": "mark", "aria-hidden": "true"}).text = symbol(seat)
    SubElement(who, "span", {"translate": "no"}).text = name(seat, voice)
    if not missed:
        SubElement(part, "p").text = voice.key("analysis.none")
        return
    list_ = SubElement(part, "ol")
    for one in missed:
        entry = ended.ending.entries[one.state]
        said = voice_at(voice, ended.players, entry)
        item = SubElement(list_, "li")
        cost = SubElement(item, "p", {"class": "cost"})
        SubElement(cost, "b").text = _cost(one, voice)
        SubElement(cost, "span").text = _accuracy(one, voice)
        add_text(SubElement(item, "p", {"class": "did"}), said.say(one.did))
        instead = said.key("analysis.instead", what=said.say(one.instead))
        add_text(SubElement(item, "p", {"class": "instead"}), instead)
        for words_of in filter(None, (one.why, one.reason)):
            add_text(SubElement(item, "p", {"class": "why"}), said.say(words_of))
        add_round(item, one.round, entry, ended)


def add_round(item: Element, number: int, entry: Entry, ended: Ended) -> None:
    """Add the number of a round, with a link to the ruling if the viewer may see the ruling."""
    where = ended.voice.key("end.round", number=number)
    if not ended.path:
        SubElement(item, "span", {"class": "where"}).text = where
        return
    says = ended.voice.key("end.round.ruling", number=number)
    link = SubElement(item, "a", {"href": f"{ended.path}#e{entry.seq}", "aria-label": says})
    link.text = where


def add_text(parent: Element, text: str) -> None:
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


def _cost(one: CostlyMove, voice: Voice) -> str:
    """Return how much a move lowered the chance to win, or the chance to be right."""
    percent = round(100 * (one.best - one.made))
    return voice.key("analysis.cost" if one.why is None else "analysis.right", cost=percent)


def _accuracy(one: CostlyMove, voice: Voice) -> str:
    """Return how accurate a number is: exact, or within some percentage points."""
    if not one.error:
        return voice.key("analysis.exact")
    return voice.key("analysis.about", error=max(1, round(100 * one.error)))
