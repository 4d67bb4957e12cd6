"""What a page tells of a match that has ended: who came where, and who won."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from referee.contract import (
    Column,
    Cue,
    Focus,
    Message,
    Outcome,
    Party,
    Ranking,
    Record,
    SeatView,
    View,
)
from referee.match.ending import Ending
from referee.match.people.players import Players
from referee.words import Voice
from tests.webui.pages import say
from webui.page.past.ending import ending_html

NAMES = ("Ann", "Bo", "Cy", "<b>Di")
PLAYERS = Players.at_start(4, NAMES)
COLUMNS = (
    Column("points", (7, 3, 7, 12, 5)),
    Column("right", (1, 0, 2, 0), of=(2, 0, 2, 3)),
    Column("lent", (-20, 0, 20, 0), signed=True),
)


def ending_of(winners: tuple[int, ...], places: Ranking, locale: str = "en") -> Element:
    label = Message("page.undo")
    seats = tuple(SeatView(seat, Cue.WAIT) for seat in range(4))
    bank = Party(Message("page.redo"))
    view = View("coup", 1, label, Focus(label), seats, facts=(label,), others=(bank,))
    outcome = Outcome(Message("page.undo"), winners, places) if winners else None
    ending = Ending(outcome, view, places, Record(columns=COLUMNS), ())
    voice = Voice(locale, dict(enumerate(NAMES)))
    return ElementTree.fromstring(ending_html(ending, voice, PLAYERS))


def rows(whole: Element) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in whole.iter("tr")][1:]


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_places_come_in_order_and_a_shared_one_is_counted_for_all_who_share_it(locale: str) -> None:
    table = rows(ending_of((3,), ((3,), (0, 2), (1,)), locale))
    assert table == [
        ["1.", "◆<b>Di", "12", "0/3", "0"],
        ["2.", "●Ann", "7", "1/2", "−20"],
        ["2.", "■Cy", "7", "2/2", "+20"],
        ["4.", "▲Bo", "3", "–", "0"],
        ["–", "★" + say("page.redo", locale), "5", "–", "–"],
    ]


def test_the_winner_comes_first_in_their_colour_and_several_are_all_named() -> None:
    alone = ending_of((3,), ((3,), (0, 1, 2)))
    band = alone[0]
    assert (band.get("class"), band.get("data-seat")) == ("winner", "3")
    assert [element.text for element in band.iter("h2")] == ["<b>Di"]
    shared = ending_of((0, 2), ((0, 2), (1, 3)))[0]
    assert shared.get("data-seat") is None
    assert [item.text for item in shared.iter("h2")] == ["Ann and Cy"]
    assert [element.get("data-seat") for element in shared.iter("span")] == ["0", "2"]


def test_a_match_that_was_left_has_no_winner_and_nobody_a_place() -> None:
    whole = ending_of((), ())
    assert not list(whole.iter("header"))
    assert {row[0] for row in rows(whole)} == {"–"}
    assert ending_html(None, Voice("en"), PLAYERS) == ""
