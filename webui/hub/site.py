"""Data that all pages of the hub share: the hub, its directors and the words of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, current_app, render_template

from referee import words
from referee.club.meetings import DrawnTable, Pairing
from referee.club.results import CountedResult, Places
from referee.club.wording import say_sum, say_title
from referee.contract import Message
from referee.hub.cache import ResultCache
from referee.hub.event_log import Event
from referee.hub.projection import Line
from referee.hub.rounds import late_message, table_state, why_not_counted
from referee.words import number
from webui.access.guard import ERROR_PAGE, locale, required
from webui.access.hosts import Hosts
from webui.access.limits import RateLimit
from webui.hub.port import Hub
from webui.page.games import game_title


@dataclass
class HubSite:
    """The objects that the pages need: the hub, its directors, and the limit on guesses."""

    hub: Hub
    directors: Hosts
    guesses: RateLimit
    # One cache for each language.
    walls: dict[str, ResultCache[object, tuple[str, str]]] = field(default_factory=dict)


def site() -> HubSite:
    """Return the `HubSite` of this application."""
    return cast(HubSite, current_app.extensions["club"])


def install(app: Flask, hub_site: HubSite) -> None:
    """Add the hub's pages to an application, and the functions that its templates use."""
    app.extensions["club"] = hub_site
    app.config[ERROR_PAGE] = "hub/error.html"
    app.context_processor(_shared_values)
    app.jinja_env.globals.update(
        say=say,
        say_key=lambda key, **params: say(Message(key, params)),
        names_of=lambda event, players: [event.name(player) for player in players],
        waiting_names=_waiting_names,
        table_name=lambda table: site().hub.projection.name_of(table) if table else "",
        event_facts=_event_facts,
        name_of_table=_name_of_table,
        state_of=lambda table, shown: say(Message(f"hub.round.{table_state(table, shown)}")),
        late_message=late_message,
        why_not_counted=why_not_counted,
        symbol=_symbol,
        names_in=_names_in,
        places_of=_places_of,
        places_by_seat=_places_by_seat,
        title_of=lambda game: game_title(game, locale()),
        number=lambda value: number(round(value, 1), locale()),
        sum_of=lambda sum_: say_sum(sum_, locale()),
        head_of=lambda sum_: say_title(sum_, locale()),
    )


def _shared_values() -> dict[str, object]:
    """Return the values that every page of the hub needs, also the page of a refusal."""
    hub_site = site()
    return {
        "club": hub_site.hub.club,
        "page": "",
        "director": hub_site.directors.is_host(),
        "languages": tuple((tag, words.language(tag)) for tag in words.locales()),
    }


def page(template: str, at: str, **more: object) -> str:
    """Return a page of the hub. `at` is the path of the page in the menu."""
    return render_template(f"hub/{template}.html", page=at, **more)


def say(message: Message) -> str:
    """Return a message in the language of this request."""
    return words.say(message, locale())


def _waiting_names(event: Event) -> tuple[str, ...]:
    """Return the players of each table of the newest round without a result."""
    return tuple(
        " – ".join(words.isolated(event.name(player), locale()) for player in players)
        for players in site().hub.events.waiting(event)
    )


def _event_facts(event: Event) -> list[str]:
    """Return the facts below an event's title: game, players, rounds, and whether it is over."""
    facts = [Message("hub.event.there", {"count": len(event.here)})]
    if needed := event.rounds_needed:
        drawn = len(event.pairings)
        facts.append(Message("hub.event.rounds.drawn", {"drawn": drawn, "needed": needed}))
    if event.closed or event.is_over:
        facts.append(Message("hub.event.closed" if event.closed else "hub.event.over"))
    return [game_title(event.game, locale()), *map(say, facts)]


def _name_of_table(table: DrawnTable, round_: Pairing, number: int) -> str:
    """Return the name of the table at which a match of a round is or was played, or its number."""
    counts = table.counts()
    at = table.at or (counts.table if counts else "")
    if at and (name := site().hub.projection.name_of(at)):
        return name
    if round_.at and not counts:
        return say(Message("hub.round.next_table"))
    return say(Message("hub.round.table", {"number": number}))


def _symbol(seat: int) -> str:
    return words.SYMBOLS[seat % len(words.SYMBOLS)]


def _names_in(players: Sequence[str]) -> list[str]:
    """Return the players' names; a player without a name is called by the seat's symbol."""
    return [name or _symbol(seat) for seat, name in enumerate(players)]


def _places_of(counted: CountedResult) -> list[tuple[int, list[str]]]:
    """Return each place of a result that counts, with the names of the players who have it."""
    names = _names_in(counted.result.players)
    return [(place, [names[seat] for seat in seats]) for place, seats in _numbered(counted.places)]


def _places_by_seat(players: Sequence[str], places: Places) -> list[int]:
    """Return the place of each seat. Without `places`, the players have the places in order."""
    had = {seat: place for place, seats in _numbered(places) for seat in seats}
    return [had.get(seat, seat + 1) for seat in range(len(players))]


def _numbered(places: Places) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each place, best first, with its number. After two who share place 1 comes place 3."""
    place = 1
    for seats in places:
        yield place, seats
        place += len(seats)


def find_match(match: str) -> Line:
    """Return a match by its id. Raise `Refused` if there is none."""
    return required(site().hub.projection.lines().get(match))
