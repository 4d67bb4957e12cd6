"""The post-match analysis as HTML, with a section for each person in that person's colour."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement

from referee.match.ending import Ending
from referee.match.people.players import Players
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

Rich = Callable[[Element, str], None]  # Adds a text to an element and colours its seat symbols.


def add_analysis(
    parent: Element,
    analysis: Analysis | None,
    ending: Ending,
    voice: Voice,
    players: Players,
    path: str,
    rich: Rich,
) -> None:
    """Add the analysis or its status. If `path` is given, viewers get a button that requests it."""
    if analysis is None or (isinstance(analysis, NotRequested) and not path):
        return
    section = SubElement(parent, "section", {"class": "hindsight", "id": "hindsight"})
    SubElement(section, "h3").text = voice.key("analysis.title")
    match analysis:
        case CostlyMoves(persons, missed):
            for seat in persons:
                mine = [one for one in missed if one.seat == seat]
                _add_person(section, seat, mine, ending, voice, players, path, rich)
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


def _add_person(
    parent: Element,
    seat: int,
    missed: list[CostlyMove],
    ending: Ending,
    voice: Voice,
    players: Players,
    path: str,
    rich: Rich,
) -> None:
    part = SubElement(parent, "section", {"class": "person", "data-seat": str(seat)})
    who = SubElement(part, "h4", {"class": "who"})
    SubElement(who, "span", {"class": "mark", "aria-hidden": "true"}).text = symbol(seat)
    SubElement(who, "span", {"translate": "no"}).text = name(seat, voice)
    if not missed:
        SubElement(part, "p").text = voice.key("analysis.none")
        return
    list_ = SubElement(part, "ol")
    for one in missed:
        entry = ending.entries[one.state]
        said = voice_at(voice, players, entry)
        item = SubElement(list_, "li")
        cost = SubElement(item, "p", {"class": "cost"})
        SubElement(cost, "b").text = _cost(one, voice)
        SubElement(cost, "span").text = _accuracy(one, voice)
        rich(SubElement(item, "p", {"class": "did"}), said.say(one.did))
        instead = said.key("analysis.instead", what=said.say(one.instead))
        rich(SubElement(item, "p", {"class": "instead"}), instead)
        if one.why is not None:
            SubElement(item, "p", {"class": "why"}).text = said.say(one.why)
        _add_round(item, one, entry.seq, voice, path)


def _add_round(item: Element, one: CostlyMove, seq: int, voice: Voice, path: str) -> None:
    """Add the round, with a link to the ruling if the viewer may see the ruling."""
    where = voice.key("end.round", number=one.round)
    if not path:
        SubElement(item, "span", {"class": "where"}).text = where
        return
    link = SubElement(item, "a", {"href": f"{path}#e{seq}"})
    link.text = where
    link.set("aria-label", voice.key("end.round.ruling", number=one.round))


def _cost(one: CostlyMove, voice: Voice) -> str:
    """Return how much a move lowered the chance to win, or the chance to be right."""
    percent = round(100 * (one.best - one.made))
    return voice.key("analysis.cost" if one.why is None else "analysis.right", cost=percent)


def _accuracy(one: CostlyMove, voice: Voice) -> str:
    """Return how accurate a number is: exact, or within some percentage points."""
    if not one.error:
        return voice.key("analysis.exact")
    return voice.key("analysis.about", error=max(1, round(100 * one.error)))
