"""What is to be done before the first word of a round: phones speak of dealing, play waits."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.breadth import breadth
from tests.referee.asks import reads
from tests.webui.asking import announce, sentence, seq
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, SCREEN, STRANGER, Open, nameless, say, sit, when
from webui.app import create_app

SEEN = """[...document.body.children].filter(one => !one.matches(".unseen, script"))
    .map(one => one.innerText).join(" ")"""


def state(client: FlaskClient, view: str = "phone") -> dict[str, Any]:
    said = client.get(f"/api/state?view={view}").get_json()
    assert isinstance(said, dict)
    return said


def do(table: FakeTable, move: str, **fields: object) -> None:
    table.desk.do(Move({"move": move, **fields}))


def test_where_people_deal_all_pages_say_so_and_the_first_word_stands_for_it(
    table: FakeTable,
) -> None:
    real = create_app(table).test_client()
    due = say("coyote.phase.shuffle")
    for view in ("phone", "table"):
        now = state(real, view)
        assert (now["deals"], now["mustDeal"]) == (due, False)
    do(table, "announce", seat=0, number=20)
    assert state(real)["deals"] == ""
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["1", "2", "3"])
    assert state(real)["deals"] == say("coyote.phase.deal")
    table.do(Begin("coup", {}, 3))
    assert state(real)["deals"] == say("coup.phase.deal")


def test_the_virtual_table_waits_for_the_deal_every_round(
    host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    for _ in range(2):
        table.change()
        now = state(host, "virtual")
        assert now["mustDeal"]
        assert [one for one in now["offers"] if one["by"] == "seat"] == []
        sentence(announce(host, table, 0, 20, **{"as": "host"}), 409, "table.virtual.deal_first")
        assert host.post("/virtual/deal", json={}).status_code == 200
        now = state(host, "virtual")
        assert (now["deals"], now["mustDeal"]) == ("", False)
        assert announce(host, table, 0, 20, **{"as": "host"}).status_code == 200
        do(table, "challenge", seat=1)
        virtual.do(virtual_acts.Reveal())
        while reads(table.desk.snapshot().offers):  # type: ignore[union-attr]
            virtual.do(virtual_acts.Reveal())
        if table.desk.snapshot().view(None).focus.seat != 0:  # type: ignore[union-attr]
            break  # another starts: the second round is like the first


def test_what_is_set_right_needs_no_deal(
    host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    table.do(Begin("coup", {}, 3))
    move = {"move": "coins_set", "seat": 0, "coins": 5}
    answer = host.post("/api/move", json={"seen": seq(table), "as": "host", "move": move})
    assert answer.status_code == 200


@pytest.mark.parametrize("path", breadth(["/", "/table"]))
def test_a_newcomer_is_told_to_deal_on_every_page(
    open_page: Open, virtual: FakeVirtual, path: str
) -> None:
    virtual.strict = True
    page = open_page(path, SCREEN, **STRANGER)
    table = open_page("/virtual", DESK)
    due = say("coyote.phase.shuffle")
    expect(page.locator("#focus .label")).to_have_text(due)
    expect(table.locator("#now")).to_contain_text(say("page.now.deal"))
    expect(table.locator("#dock")).to_be_hidden()
    table.click("#deal")
    expect(table.locator("#dock")).to_be_visible()
    expect(page.locator("#focus .label")).not_to_have_text(due)


@pytest.mark.verify
def test_the_first_player_is_asked_for_a_number_and_not_to_clear_the_mat(
    open_page: Open, virtual: FakeVirtual
) -> None:
    phone, page = open_page(), open_page("/virtual", DESK)
    sit(phone, 0)
    virtual.do(virtual_acts.Deal())
    clear = say("coyote.want.clear")
    expect(phone.locator("#focus .label")).not_to_contain_text(clear)
    expect(page.locator("#now")).not_to_contain_text(clear)


def test_what_a_lamps_press_does_has_a_labelled_button_without_a_word_of_the_gesture(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {}, 3))
    page = open_page("/virtual", DESK)
    do(table, "declare", seat=0, action="tax")
    do(table, "challenge", seat=1)
    button = page.locator('#dock [data-seat="0"] [data-move=concede]')
    expect(button).to_contain_text(say("coup.offer.concede"))
    expect(button.locator(".gesture")).to_have_count(0)
    before = seq(table)
    button.click()
    when(page, lambda: seq(table) == before + 1)


@pytest.mark.verify
def test_a_count_is_said_once_on_a_page(open_page: Open, table: FakeTable) -> None:
    pages = [
        open_page(),
        open_page("/virtual", DESK),
        open_page("/table", SCREEN, **STRANGER),
    ]
    do(table, "announce", seat=0, number=16)
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["20", "max-", "-5"])
    for page in pages:
        expect(page.locator(".verdict")).to_be_visible()
        shown = page.evaluate(SEEN)
        assert shown.count("−25 is less than 16") == 1


@pytest.mark.verify
def test_what_was_taken_back_is_made_again(open_page: Open, table: FakeTable) -> None:
    phone, other = open_page(**STRANGER), open_page(**STRANGER)
    host = open_page("/table", DESK)
    for seat, page in enumerate((phone, other)):
        page.click(f'.seat[data-seat="{seat}"]')
        host.click(".wait .main")
        nameless(page)
        expect(page.locator(".seat .you")).to_have_count(1)
    do_seat = """([seen, path, move]) => fetch(path, {method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({seen, ...(move && {move})})}).then(answer => answer.status)"""
    move = {"move": "announce", "seat": 0, "number": 30}
    assert phone.evaluate(do_seat, [seq(table), "/api/move", move]) == 200
    assert phone.evaluate(do_seat, [seq(table), "/api/undo", None]) == 200
    assert other.evaluate(do_seat, [seq(table), "/api/redo", None]) == 403
    other.click("#menu")
    expect(other.locator("#sheet [data-key=redo]")).to_have_count(0)
    phone.click("#menu")
    phone.click("#sheet [data-key=redo]")
    expect(phone.locator(".value")).to_have_text("30")
    phone.click("#menu")
    expect(phone.locator("#sheet [data-key=redo]")).to_have_count(0)
    phone.keyboard.press("Escape")
    assert phone.evaluate(do_seat, [seq(table), "/api/undo", None]) == 200
    host.click("#menu")
    host.click("#sheet [data-key=redo]")
    expect(phone.locator(".value")).to_have_text("30")


def test_who_gave_a_shown_card_back_is_told_to_draw_another(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    hint = say("page.draws", seat=1, count=1)
    expect(page.locator("#pile")).not_to_contain_text(hint)
    virtual.owed = (1,)
    table.change()
    expect(page.locator("#pile")).to_contain_text(hint)
    expect(page.locator("#pile")).to_have_attribute("data-next", "yes")
