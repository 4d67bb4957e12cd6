"""What waits for a yes, in a real browser: on the phone that asks, and where it is answered."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from referee.match.commands import Begin
from referee.reports import virtual_acts
from tests.breadth import breadth
from tests.webui.asking import seq
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import SCREEN, STRANGER, Open, large_enough, nameless, say, tap_menu
from webui.access.seats.approvals import SEAT_MS
from webui.serving.events import clock_ms


def asks(phone: Page) -> None:
    """See that a phone asks for its seat."""
    expect(phone.locator("#sit [data-key=withdraw]")).to_be_visible()


def test_a_phone_sits_down_by_the_button_at_the_table_before_the_time_is_over(
    open_page: Open,
    app: Flask,
    virtual: FakeVirtual,
    table: FakeTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phone = open_page(locale="fr", **STRANGER)
    step = phone.locator("#sit")
    phone.click('.seat[data-seat="1"]')
    asks(phone)
    with monkeypatch.context() as late:
        late.setattr(app.extensions["web"].approvals, "_now_ms", lambda: clock_ms() + SEAT_MS)
        expect(step).to_be_hidden()
        assert not table.confirm(1)
    phone.click('.seat[data-seat="1"]')
    expect(step.locator(".colour")).to_have_text("▲")
    expect(step).to_contain_text("15")
    expect(step.locator(".until")).not_to_have_text("")
    expect(step.get_by_role("button")).to_have_text([say("page.wait.withdraw", "fr")])
    expect(phone.locator("#waits")).to_be_hidden()  # it says the same
    large_enough(phone)
    before = seq(table)
    virtual.do(virtual_acts.Button(1, True))
    expect(step.get_by_role("button")).to_have_text(
        [say("page.sit.go", "fr"), say("page.sit.without", "fr")]
    )
    large_enough(phone)
    assert seq(table) == before
    nameless(phone)
    expect(phone.locator(".seat .you")).to_have_count(1)
    assert seq(table) == before


def test_a_phone_becomes_host_from_its_own_menu_and_hands_it_on(
    open_page: Open, virtual: FakeVirtual
) -> None:
    phone, other = open_page(**STRANGER), open_page(**STRANGER)
    other.click('.seat[data-seat="1"]')
    asks(other)
    virtual.do(virtual_acts.Button(1, True))
    nameless(other)
    tap_menu(phone, "host")
    phone.fill("#sheet [name=code]", CODE)
    with phone.expect_navigation():
        phone.click("#sheet form button")
    tap_menu(phone, "host")
    expect(phone.locator("#sheet")).to_contain_text(CODE)
    with phone.expect_navigation():
        phone.click("#sheet [data-key=hand1]")
    tap_menu(phone, "host")
    expect(phone.locator("#sheet [name=code]")).to_have_count(1)
    other.reload()
    tap_menu(other, "host")
    expect(other.locator("#sheet")).to_contain_text(CODE)


@pytest.mark.verify
@pytest.mark.parametrize("path", breadth(["/table", "/", "/virtual"]))
def test_who_sits_down_where_somebody_else_played_is_asked_who_they_are_once_a_host_says_yes(
    open_page: Open, table: FakeTable, path: str
) -> None:
    table.do(Begin("coyote", {}, 3, ("", "Ada", "")))
    phone = open_page(locale="fr", **STRANGER)
    phone.click('.seat[data-seat="1"]')
    asks(phone)
    big, host = open_page("/table", SCREEN, **STRANGER), open_page(path, SCREEN)
    expect(big.locator("#waits")).to_contain_text("Ada")
    expect(big.locator("#waits button")).to_have_count(0)
    host.click(f"#waits button:has-text('{say('page.wait.seat.yes')}')")
    expect(host.locator("#waits")).to_be_hidden()
    expect(phone.locator("#sit .asks")).to_contain_text("Ada")
    expect(phone.locator("#sit [data-key=same]")).to_contain_text("Ada")
    large_enough(phone)
    nameless(phone)
    expect(phone.locator('.seat[data-seat="1"]')).not_to_contain_text("Ada")
