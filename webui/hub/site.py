"""What all pages of the hub share: the hub itself, its directors and the words of a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from flask import Flask, current_app, render_template

from referee import words
from referee.club.wording import say_sum, say_title
from referee.contract import Message
from referee.hub.cache import ResultCache
from referee.hub.event_log import Event
from referee.hub.projection import Line
from referee.hub.rounds import late_message, table_state, why_not_counted
from referee.words import number
from webui.access.guard import ERROR_PAGE, Refused, locale
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
    walls: dict[str, ResultCache[object, tuple[str, str]]] = field(
        default_factory=dict
    )  # One cache for each language.


def site() -> HubSite:
    """Return the `HubSite` of this application."""
    return cast(HubSite, current_app.extensions["club"])


def install(app: Flask, found: HubSite) -> None:
    """Add the hub's pages to an application, and the functions that its templates use."""
    app.extensions["club"] = found
    app.config[ERROR_PAGE] = "hub/error.html"
    app.context_processor(_shared_values)
    app.jinja_env.globals.update(
        say=say,
        say_key=lambda key, **params: say(Message(key, params)),
        names_of=lambda event, players: [event.name(one) for one in players],
        waiting_names=_waiting_names,
        table_name=lambda table: site().hub.projection.name_of(table) if table else "",
        state_of=lambda one, shown: say(Message(f"hub.round.{table_state(one, shown)}")),
        late_message=late_message,
        why_not_counted=why_not_counted,
        symbol=lambda seat: words.SYMBOLS[seat % len(words.SYMBOLS)],
        title_of=lambda game: game_title(game, locale()),
        number=lambda value: number(round(value, 1), locale()),
        sum_of=lambda one: say_sum(one, locale()),
        head_of=lambda one: say_title(one, locale()),
    )


def _shared_values() -> dict[str, object]:
    """Return the values that every page of the hub needs, also the page of a refusal."""
    found = site()
    return {
        "club": found.hub.club,
        "page": "",
        "director": found.directors.is_host(),
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
        " – ".join(words.isolated(event.name(one), locale()) for one in players)
        for players in site().hub.events.waiting(event)
    )


def must_direct() -> None:
    """Raise `Refused` unless this browser is a director's."""
    if not site().directors.is_host():
        raise Refused(403, "hub.not_director")


def find_match(match: str) -> Line:
    """Return a match by its id. Raise `Refused` if there is none."""
    found = site().hub.projection.lines().get(match)
    if found is None:
        raise Refused(404, "page.error.not_found")
    return found
