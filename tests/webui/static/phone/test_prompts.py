"""What waits for a yes, in a real browser: on the phone that asks, and where it is answered."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from referee.actor import HOST
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from referee.reports.commands import MakeHost
from tests.breadth import breadth
from tests.webui.asking import seq
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import SCREEN, Open, boxes, large_enough, nameless, picture, say
from webui.access.seats.approvals import SEAT_MS
from webui.app import create_app
from webui.serving.events import clock_ms

# To the server a browser on this machine is the host; by a proxy's header it is a phone.
STRANGER = {"extra_http_headers": {"X-Forwarded-For": "192.0.2.7"}}


def asks(phone: Page) -> None:
    """See that a phone asks for its seat."""
    expect(phone.locator("#sit [data-key=withdraw]")).to_be_visible()


@pytest.mark.parametrize("locale", breadth(["fr", "en"]))
def test_a_phone_sits_down_by_the_button_at_the_table(
    open_page: Open, virtual: FakeVirtual, table: FakeTable, locale: str
) -> None:
    phone = open_page(locale=locale, **STRANGER)
    phone.click('.seat[data-seat="1"]')
    step = phone.locator("#sit")
    expect(step.locator(".colour")).to_have_text("▲")
    expect(step).to_contain_text("15")
    expect(step.locator(".until")).not_to_have_text("")
    expect(step.get_by_role("button")).to_have_text([say("page.wait.withdraw", locale)])
    expect(phone.locator("#waits")).to_be_hidden()  # it says the same
    large_enough(phone)
    picture(phone, f"seat-asked-{locale}")
    before = seq(table)
    virtual.do(virtual_acts.Button(1, True))
    expect(step.get_by_role("button")).to_have_text(
        [say("page.sit.go", locale), say("page.sit.without", locale)]
    )
    large_enough(phone)
    picture(phone, f"seat-name-{locale}")
    assert seq(table) == before
    nameless(phone)
    expect(phone.locator(".seat .you")).to_have_count(1)
    assert seq(table) == before


def test_who_asks_for_a_seat_withdraws_and_takes_another(open_page: Open) -> None:
    phone = open_page(**STRANGER)
    phone.click('.seat[data-seat="1"]')
    phone.click("#sit [data-key=withdraw]")
    expect(phone.locator("#sit")).to_be_hidden()
    expect(phone.locator("button.seat")).to_have_count(3)


@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_the_host_says_yes_with_one_tap(open_page: Open, path: str) -> None:
    host, phone = open_page(path), open_page(**STRANGER)
    phone.click('.seat[data-seat="2"]')
    host.click(f"#waits button:has-text('{say('page.wait.seat.yes')}')")
    expect(phone.locator(".seat .you")).to_have_count(1)
    expect(host.locator("#waits")).to_be_hidden()


def test_the_host_says_no_and_the_phone_is_free_to_ask_again(open_page: Open) -> None:
    host, phone = open_page("/table"), open_page(**STRANGER)
    phone.click('.seat[data-seat="2"]')
    host.click(f"#waits button:has-text('{say('page.wait.no')}')")
    expect(phone.locator("#sit")).to_be_hidden()
    expect(phone.locator(".seat .you")).to_have_count(0)
    phone.click('.seat[data-seat="0"]')
    asks(phone)


def test_what_is_said_to_a_phone_is_not_covered_by_what_waits(
    open_page: Open, virtual: FakeVirtual, table: FakeTable
) -> None:
    """Who was made host could not read so while somebody asked for a seat."""
    host, phone = open_page(**STRANGER), open_page(**STRANGER)
    host.click('.seat[data-seat="1"]')
    asks(host)
    virtual.do(virtual_acts.Button(1, True))
    nameless(host)
    assert table.phones is not None
    table.phones.do(MakeHost(1), HOST)
    expect(host.locator("#notes .wait")).to_have_count(1)
    phone.click('.seat[data-seat="2"]')
    expect(host.locator("#waits .wait")).to_have_count(1)
    waits, note = boxes(host.locator(".waits .wait"))
    assert waits["y"] + waits["height"] <= note["y"]


def test_a_second_seat_agrees_to_an_undo(
    open_page: Open, virtual: FakeVirtual, table: FakeTable
) -> None:
    phones = [open_page(**STRANGER) for _ in range(2)]
    for seat, phone in enumerate(phones):
        phone.click(f'.seat[data-seat="{seat}"]')
        asks(phone)
        virtual.do(virtual_acts.Button(seat, True))
        nameless(phone)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    expect(phones[1].locator(".value")).to_have_text("9")
    phones[1].click("#menu")
    phones[1].click("#sheet [data-key=undo]")
    phones[1].click("#confirm [value=yes]")
    expect(phones[1].locator("#waits")).to_contain_text(say("page.wait.undo.yours", what="")[:20])
    picture(phones[0], "undo-asked")
    phones[0].click(f"#waits button:has-text('{say('page.wait.yes')}')")
    expect(phones[0].locator(".value")).not_to_have_text("9")
    assert len(table.undone) == 1


def test_a_phone_becomes_host_from_its_own_menu_and_hands_it_on(
    open_page: Open, virtual: FakeVirtual
) -> None:
    phone, other = open_page(**STRANGER), open_page(**STRANGER)
    other.click('.seat[data-seat="1"]')
    asks(other)
    virtual.do(virtual_acts.Button(1, True))
    nameless(other)
    phone.click("#menu")
    phone.click("#sheet [data-key=host]")
    phone.fill("#sheet [name=code]", CODE)
    with phone.expect_navigation():
        phone.click("#sheet form button")
    phone.click("#menu")
    phone.click("#sheet [data-key=host]")
    expect(phone.locator("#sheet")).to_contain_text(CODE)
    picture(phone, "host-menu")
    with phone.expect_navigation():
        phone.click("#sheet [data-key=hand1]")
    phone.click("#menu")
    phone.click("#sheet [data-key=host]")
    expect(phone.locator("#sheet [name=code]")).to_have_count(1)
    other.reload()
    other.click("#menu")
    other.click("#sheet [data-key=host]")
    expect(other.locator("#sheet")).to_contain_text(CODE)


def test_a_request_is_over_after_its_time(
    open_page: Open, app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    approvals = app.extensions["web"].approvals
    phone = open_page(**STRANGER)
    phone.click('.seat[data-seat="1"]')
    asks(phone)
    monkeypatch.setattr(approvals, "_now_ms", lambda: clock_ms() + SEAT_MS)
    expect(phone.locator("#sit")).to_be_hidden()
    assert not table.confirm(1)
    assert create_app(table).extensions["web"].holders.taken == frozenset()


@pytest.mark.verify
def test_what_became_of_a_request_is_read_and_put_away(
    open_page: Open, virtual: FakeVirtual, table: FakeTable
) -> None:
    host, phone = open_page("/table"), open_page(**STRANGER)
    phone.click('.seat[data-seat="2"]')
    host.click(f"#waits button:has-text('{say('page.wait.no')}')")
    expect(phone.locator("#notes")).to_contain_text("The table said no")
    phone.click("#menu")  # which the note does not cover
    phone.click("#sheet [data-key=close], #sheet .close")
    large_enough(phone)
    picture(phone, "note-refused")
    phone.click(f"#notes button:has-text('{say('page.note.read')}')")
    expect(phone.locator("#notes")).to_be_hidden()
    phone.click('.seat[data-seat="1"]')
    asks(phone)
    virtual.do(virtual_acts.Button(1, True))
    phone.reload()  # which asks again
    nameless(phone)
    assert table.phones is not None
    table.phones.do(MakeHost(1), HOST)
    expect(phone.locator("#notes")).to_contain_text("is now the host")
    picture(phone, "note-host")
    with phone.expect_navigation():  # the page is a host's then
        phone.click(f"#notes button:has-text('{say('page.note.read')}')")
    phone.click("#menu")
    phone.click("#sheet [data-key=host]")
    expect(phone.locator("#sheet")).to_contain_text(CODE)
    phone.click("#sheet [data-key=close], #sheet .close")
    host.click("#menu")
    host.click("#sheet [data-key=host]")
    host.click("#sheet [data-key=free1]")
    expect(host.locator("#toast")).to_be_visible()  # the code is another
    expect(phone.locator("#notes .wait")).to_have_count(1)  # one after the other
    expect(phone.locator("#notes")).to_contain_text("is free now")
    picture(phone, "note-freed")
    phone.click(f"#notes button:has-text('{say('page.note.read')}')")
    expect(phone.locator("#notes")).to_contain_text("no longer the host")


@pytest.mark.parametrize("locale", breadth(["fr", "en"]))
def test_who_sits_down_where_somebody_else_played_is_asked_who_they_are(
    open_page: Open, virtual: FakeVirtual, table: FakeTable, locale: str
) -> None:
    table.do(Begin("coyote", {}, 3, ("", "Ada", "")))
    phone = open_page(locale=locale, **STRANGER)
    phone.click('.seat[data-seat="1"]')
    asks(phone)
    big = open_page("/table", SCREEN, locale=locale, **STRANGER)
    expect(big.locator("#waits")).to_contain_text("Ada")
    assert big.locator("#waits button").count() == 0
    picture(big, f"seat-asked-table-{locale}")
    virtual.do(virtual_acts.Button(1, True))
    expect(phone.locator("#sit .asks")).to_contain_text("Ada")
    expect(phone.locator("#sit [data-key=same]")).to_contain_text("Ada")
    large_enough(phone)
    picture(phone, f"sit-who-{locale}")
    nameless(phone)
    expect(phone.locator('.seat[data-seat="1"]')).not_to_contain_text("Ada")
