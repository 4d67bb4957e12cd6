"""What lies on the table is drawn for everybody: a trick before its seats, a grid cell by cell."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee.contract import Cell, Cue, Focus, Group, Message, SeatView, Token, View
from referee.ogallala.territory import EMPTY
from referee.words import Voice
from tests.laid_out import played as play
from tests.referee.coup_detat.dealing import Table
from tests.webui.drawn import drawn
from tests.webui.fake import FakeTable, png
from tests.webui.pages import DESK, PHONE, STRANGER, Open, all_fits, apart, boxes, large_enough, sit
from tests.webui.tapping import match_of
from webui.page.fields import PlaceField, ShownPlaces
from webui.page.lying import address, grids
from webui.page.schema import ShownOffer

SEATS = 4


@pytest.fixture
def party(table: FakeTable) -> FakeTable:
    """A table of Coup d'État before the first contract."""
    table.start("coup_detat", {}, ("Ada", "Bartholomew J.", "Cleo", "Dan"))
    for seat, card in enumerate(("AC", "9D", "9H", "9S")):
        table.desk.submit({"move": "card_drawn", "player": seat, "cards": [card]})
    table.desk.submit({"move": "cleared"})
    return table


def named(table: FakeTable, contract: str) -> None:
    table.desk.submit({"move": "decline", "seat": 0})
    table.desk.submit({"move": "name_contract", "seat": 0, "contract": contract})


def played(table: FakeTable, *cards: str, leader: int = 0) -> None:
    for number, card in enumerate(cards):
        player, proof = (leader + number) % SEATS, f"p{card}"
        move = {"move": "card_played", "player": player, "cards": [card], "proof": [proof]}
        table.desk.submit(move, proofs={proof: png(90 + 30 * number)})


def seen(browser: FlaskClient) -> Any:
    return browser.get("/api/state?view=table").get_json()


def test_a_stranger_sees_the_trick_with_its_pictures_and_who_takes_it(
    client: FlaskClient, party: FakeTable
) -> None:
    named(party, "victory")
    played(party, "7C", "QC")
    (trick,) = seen(client)["tricks"]
    assert [(one["seat"], one["label"], one["picture"]) for one in trick["laid"]] == [
        (0, "7♣", "/proof/p7C"),
        (1, "Q♣", "/proof/pQC"),
    ]
    assert client.get(trick["laid"][1]["picture"]).mimetype == "image/png"
    for seat, card in ((2, "8C"), (3, "9C")):  # typed in: no picture was taken
        party.desk.submit({"move": "card_played", "player": seat, "cards": [card]})
    (trick,) = seen(client)["tricks"]
    assert trick["seat"] == 1
    assert "200 F" in trick["text"].replace("\N{NO-BREAK SPACE}", " ")
    answer = client.get(trick["laid"][3]["picture"])
    assert answer.text == drawn("9C")
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_revoke_shows_the_pictures_of_both_tricks_on_the_page_and_in_its_ruling(
    client: FlaskClient, party: FakeTable
) -> None:
    named(party, "victory")
    for leader, trick in ((0, ("7C", "7D", "8C", "9C")), (3, ("7S", "8S", "9S", "10S"))):
        played(party, *trick, leader=leader)
        party.desk.submit({"move": "cleared"})
    played(party, "JC", "QC", "KC", "AC", leader=2)
    state = seen(client)
    assert [len(trick["laid"]) for trick in state["tricks"]] == [4, 4]
    assert {trick["seat"] for trick in state["tricks"]} == {1}
    count = state["count"]
    assert [card["label"] for card in count["cards"]] == ["A♣"]
    labels = ["7♣", "7♦", "8♣", "9♣", "J♣", "Q♣", "K♣"]
    assert [(card["label"], card["proof"]) for card in count["rests"]] == [
        (label, f"p{card}")
        for label, card in zip(labels, ("7C", "7D", "8C", "9C", "JC", "QC", "KC"), strict=True)
    ]


def test_a_card_that_nobody_has_drawn_has_its_name_alone(
    client: FlaskClient, party: FakeTable
) -> None:
    assert address(party.face_svg, "undrawn") == ""
    assert client.get("/face/undrawn.svg").status_code == 404


def test_a_stranger_sees_the_rows_and_a_host_also_where_a_card_fits(
    client: FlaskClient, host: FlaskClient, party: FakeTable
) -> None:
    named(party, "dominoes")
    laid = {"card": "JH", "row": 2, "column": 4}
    party.desk.submit({"move": "card_laid", "player": 0, "laid": laid})
    (grid,) = seen(client)["grids"]
    assert (grid["zone"], grid["seat"], grid["rows"], grid["columns"]) == ("layout", None, 4, 8)
    assert [(one["label"], one["row"], one["column"]) for one in grid["cells"]] == [("J♥", 2, 4)]
    assert grid["free"] == []
    (grid,) = seen(host)["grids"]
    fits = {(one["card"], one["row"], one["column"]) for one in grid["free"]}
    assert fits == {("10H", 2, 3), ("QH", 2, 5), ("JC", 0, 4), ("JD", 1, 4), ("JS", 3, 4)}


def territory(seat: int, *cells: Cell) -> SeatView:
    return SeatView(seat, Cue.IDLE, layout=cells)


def test_every_seat_may_have_a_grid_of_its_own_as_large_as_what_lies_there() -> None:
    canoe = Group(((1, 3), (1, 5)), (Token("strength", 3),), whole=True)
    first = msgspec.structs.replace(
        territory(0, Cell("1", 1, 3), Cell("2", 1, 5), Cell("3", 2, 4)), groups=(canoe,)
    )
    said = Message("page.menu")
    view = View("any", 1, said, Focus(said), (first, territory(1), territory(2, Cell("4", 0, -1))))
    places = (ShownPlaces("5", "5", ((1, 4), (0, 4))), ShownPlaces("6", "6", ((1, 4),)))
    ask = PlaceField("laid", "territory:0", leaves=False, known=(), places=places)
    gone = PlaceField("laid", "territory:0", leaves=True, known=(), places=places[1:])
    offer = ShownOffer(
        "lay", "", "", None, {}, (ask, gone), "camera", None, None, aside=False, among=""
    )
    mine, theirs = grids(Voice("en"), view, drawn, (offer,))
    assert (mine.seat, mine.rows, mine.columns) == (0, 3, 3)
    assert [(one.card, one.row, one.column) for one in mine.cells] == [
        ("1", 1, 0),
        ("2", 1, 2),
        ("3", 2, 1),
    ]
    assert [(one.card, one.row, one.column) for one in mine.free] == [("", 1, 1), ("5", 0, 1)]
    (group,) = mine.groups
    assert (group.row, group.column, group.rows, group.columns, group.whole) == (1, 0, 1, 3, True)
    assert [(one.kind, one.text) for one in group.tokens] == [("strength", "strength 3")]
    assert (theirs.seat, theirs.rows, theirs.columns, theirs.free) == (2, 1, 1, ())


def test_a_phone_opens_one_territory_large_and_the_big_screen_shows_all(
    open_page: Open, table: FakeTable
) -> None:
    desk = table.desk
    play(desk, 70, seats=5, seed=4)
    open_ = [seat for seat, one in enumerate(match_of(table).state.territories) if one != EMPTY]
    mine, screen = open_page(), open_page("/table", DESK, **STRANGER)
    sit(mine, open_[0])
    shown = mine.locator(".rows:visible")
    expect(shown).to_have_attribute("data-seat", str(open_[0]))
    mine.click(f'.tab[data-seat="{open_[1]}"]')
    expect(shown).to_have_attribute("data-seat", str(open_[1]))
    expect(shown).to_have_count(1)
    card = shown.locator(".cell:not([aria-hidden])").first.bounding_box()
    assert card is not None
    assert card["width"] >= 38
    large_enough(mine)
    all_fits(mine)
    expect(screen.locator(".rows:visible")).to_have_count(len(open_))
    expect(screen.locator(".worth:visible").first).to_be_visible()
    all_fits(screen)


def middles(page: Page) -> dict[str, tuple[float, float]]:
    """Return the middle of each card of the trick, by its seat."""
    found = {}
    for one in page.locator(".laid").all():
        box = one.bounding_box()
        assert box is not None
        seat = one.get_attribute("data-seat") or ""
        found[seat] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return found


def test_each_card_lies_at_its_seat_s_side_and_whoever_looks_sits_at_the_bottom(
    open_page: Open, party: FakeTable
) -> None:
    named(party, "victory")
    played(party, "7C", "QC", "8C", "9C")
    mine, strange = open_page(), open_page("/table", PHONE, **STRANGER)
    sit(mine, 1)
    expect(mine.locator(".laid")).to_have_count(SEATS)
    for page, bottom, left, top, right in (
        (mine, "1", "2", "3", "0"),
        (strange, "0", "1", "2", "3"),
    ):
        at = middles(page)
        assert at[top][1] < at[left][1] < at[bottom][1]
        assert at[left][0] < at[top][0] < at[right][0]
        assert page.locator(".laid[data-takes]").get_attribute("data-seat") == "1"
    all_fits(mine)


def test_a_long_name_on_a_card_at_the_edge_stays_within_a_phone(
    open_page: Open, party: FakeTable
) -> None:
    named(party, "victory")
    for leader, trick in ((0, ("7C", "7D", "8C", "9C")), (3, ("7S", "8S", "9S", "10S"))):
        played(party, *trick, leader=leader)
        party.desk.submit({"move": "cleared"})
    played(party, "JC", "QC", "KC", "AC", leader=2)  # a revoke: two tricks side by side
    phone = open_page("/", {"width": 390, "height": 844})  # on a lower one cards bear no names
    sit(phone, 0)
    names = phone.locator(".laid[data-takes] .by")
    expect(names).to_have_count(2)
    for name, field in zip(boxes(names), boxes(phone.locator(".field")), strict=True):
        assert field["left"] <= name["left"] <= name["right"] <= field["right"]


def test_the_numbers_of_many_spades_lie_apart_beside_the_match(
    open_page: Open, table: FakeTable
) -> None:
    deals = Table({"analysis": False}, SEATS, Random(0))
    table.start("coup_detat", {"analysis": False}, SEATS)
    while not any(len(step.terms) == 6 for one in deals.rulings for step in one.steps):
        deals.step()
        table.desk.submit(deals.moves[-1])
    deals.step()
    table.desk.submit(deals.moves[-1])
    page = open_page("/table", {"width": 1280, "height": 720}, **STRANGER)
    lines = page.locator(".before .sum .line")
    expect(lines.first).to_be_visible()
    for line in lines.all():
        apart(boxes(line.locator("td > span, td.total")), 0)
