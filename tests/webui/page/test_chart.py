"""The curves of a match: a line and a symbol a seat, a table beside; only of what has ended."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from flask.testing import FlaskClient

from referee.contract import Series
from referee.words import SYMBOLS, Voice
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import say
from webui.page.past.chart import chart_html

POINTS = Series("points", (1, 2, 4), ((1, None, 10), (None, 5, None)))
STRIKES = Series("strikes", (1, 2, 4), ((0, 1, 1), (1, 1, 2)))


def cells(figure: Element) -> list[list[str | None]]:
    return [[cell.text for cell in row] for row in figure.iter("tr")]


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_each_seat_has_its_symbol_in_the_curve_and_its_numbers_in_a_table(locale: str) -> None:
    voice = Voice(locale, {0: "Ada", 1: "</svg><script>"})
    points, strikes = (fromstring(chart_html(series, voice)) for series in (POINTS, STRIKES))
    marks = [element.text for element in points.iter("text") if element.get("class") == "symbol"]
    assert marks == [SYMBOLS[0], SYMBOLS[0], SYMBOLS[1]]
    rows = cells(points)
    assert [row[0] for row in rows[1:]] == ["1", "2", "4"]
    assert rows[0][1:] == ["●\N{NO-BREAK SPACE}Ada", "▲\N{NO-BREAK SPACE}</svg><script>"]
    assert rows[1][1:] == ["1", "–"]
    assert rows[2][1:] == ["–", "5"]
    assert rows[3][1:] == ["10", "–"]
    assert cells(strikes)[3][1:] == ["1", "2"]
    assert [item.text for item in strikes.iter("figcaption")] == [say("series.strikes", locale)]


@pytest.mark.parametrize("game", ["coyote", "coup"])
def test_the_curves_are_shown_once_the_match_is_over_and_in_its_history(
    game: str, host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    for moment in moments(game, table, virtual):
        ending = host.get("/api/state?view=phone").get_json()["ending"]
        assert ("<svg" in ending) == (moment == "over"), moment
    snapshot = match_of(table.desk)
    assert ending in host.get(f"/history/{snapshot.match}").get_data(as_text=True)
