"""The standings as files: for a spreadsheet, to print and to send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babel.numbers import get_decimal_symbol
from flask import Blueprint, Response, render_template

from referee import words
from referee.club.standings import StandingsLine
from referee.club.wording import say_title
from referee.contract import Message
from referee.hub.event_log import Event
from webui.access.forms import download
from webui.access.guard import locale, required
from webui.assets import source
from webui.hub.site import site
from webui.page.past.spreadsheet import csv_file

hub_exports = Blueprint("hub_exports", __name__)

STYLE = "hub/sheet.css"  # The style of the sheet, which the file to send contains.
DIGITS = 4  # Decimal places, enough to tell a third from a quarter.
COLUMNS = ("hub.standings.place", "hub.standings.player", "hub.matches")


@hub_exports.get("/standings.csv")
def standings_csv() -> Response:
    """Return the standings for a spreadsheet."""
    rows = _rows(*_standings(), locale())
    return download(csv_file(rows, locale()), "text/csv", "standings.csv")


@hub_exports.get("/standings.html")
def standings_file() -> Response:
    """Return the standings and all rounds as one file, which needs nothing else."""
    style = source(STYLE)
    return download(_sheet(style).encode(), "text/html", "standings.html")


@hub_exports.get("/standings/print")
def standings_sheet() -> str:
    """Return the standings and all rounds as a page to print."""
    return _sheet("")


def _sheet(style: str) -> str:
    """Return the sheet of the event. Without a `style`, it links the style sheet."""
    event, lines = _standings()
    values = {"events": site().hub.events, "shown": site().hub.shown()}
    return render_template("hub/sheet.html", event=event, lines=lines, style=style, **values)


def _standings() -> tuple[Event, tuple[StandingsLine, ...]]:
    events = site().hub.events
    event = required(events.current(), "hub.event.none")
    return event, events.standings(event)


def _rows(event: Event, lines: Sequence[StandingsLine], locale: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for each player, with a column for each sum."""
    sums = [say_title(sum_, locale) for sum_ in lines[0].sums] if lines else []
    yield (*(words.say(Message(key), locale) for key in COLUMNS), *sums)
    symbol = get_decimal_symbol(locale)
    for line in lines:
        name = event.name(line.player)
        totals = (
            f"{round(float(sum_.total), DIGITS):.15g}".replace(".", symbol) for sum_ in line.sums
        )
        yield (str(line.place), name, str(line.matches), *totals)
