"""The form for a new match: the choice just made wins."""

from __future__ import annotations

from typing import Any

from flask import Flask
from playwright.sync_api import Page, expect

from referee.match.commands import Begin
from referee.match.running import Snapshot
from tests.matches import match_of
from tests.webui.access.test_people import finish
from tests.webui.asking import phone, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import PHONE, STRANGER, Open, say, tap_menu


def open_form(page: Page, game: str = "coyote") -> None:
    tap_menu(page, "new")
    page.click(f"#sheet [data-game={game}]")


def choose(page: Page, field: str) -> None:
    """Tap the label of a choice."""
    page.locator("#sheet label", has=page.locator(field)).click()


def start(page: Page, table: FakeTable) -> Snapshot:
    page.click("#sheet [data-key=start]")
    if page.locator("#confirm[open]").count():
        page.click("#confirm [value=yes]")
    expect(page.locator("#sheet")).to_be_hidden()
    return match_of(table.desk)


def test_the_form_lists_who_is_here_and_says_who_is_not_and_who_has_no_seat(
    open_page: Open, app: Flask, table: FakeTable
) -> None:
    """Bo has left. Of the three who are here, two play; then Di does in place of Ada."""
    phones = [phone(app, f"192.0.2.{20 + seat}") for seat in range(4)]
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        sit_down(phones[seat], table, seat)
        phones[seat].post("/api/seat/name", json={"name": name})
    phones[3].post("/api/seat/next", json={"name": "Di"})
    phones[1].post("/api/seat/leave", json={})
    page = open_page("/virtual", PHONE)
    open_form(page)
    seats = page.locator("#sheet .names select")
    expect(seats.locator(":checked")).to_have_text(["Ada", "Di", "Cy"])
    choose(page, "[name=seats][value='2']")
    expect(seats.locator(":checked")).to_have_text(["Ada", "Cy"])
    lines = {"page.match.away": "Bo", "page.match.out": "Di"}
    for key, names in lines.items():
        line = page.locator(f"#sheet [data-key='{key}']")
        expect(line).to_have_text(say(key, names=names))
    seats.nth(0).select_option("Di")
    assert start(page, table).players.people == ("Di", "Cy")


def test_an_option_belongs_to_its_edition_and_tribes_chosen_for_three_let_five_begin(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", PHONE)
    open_form(page)
    choose(page, "[name='edition'][value=tomahawk]")
    expect(page.locator("#sheet [name=seats]").last).to_have_value("6")
    page.click("#sheet .more summary")
    actions = page.locator("#sheet [name='tomahawk.actions']")
    choose(page, "[name='tomahawk.actions']")
    choose(page, "[name='edition'][value=kidult]")
    expect(page.locator("#sheet [name='kidult.actions']")).not_to_be_checked()
    choose(page, "[name='edition'][value=tomahawk]")
    expect(actions).to_be_checked()
    choose(page, "[name='edition'][value=kidult]")
    choose(page, "[name='kidult.starter'][value=lot]")
    options: Any = start(page, table).options
    assert not options.actions
    assert options.starter in range(3)

    open_form(page, "plenty_coups")
    page.click("#sheet .more summary")
    page.locator("#sheet .each select").nth(0).select_option("moth")
    choose(page, "[name=seats][value='5']")
    expect(page.locator("#sheet .each select")).to_have_count(5)
    match = start(page, table)
    assert len({*match.options.clans[:5]}) == 5
    assert match.game.name == "plenty_coups"


def test_a_late_comer_plays_next_and_again_says_so_first(
    open_page: Open, app: Flask, table: FakeTable
) -> None:
    for seat in range(3):
        sit_down(phone(app, f"192.0.2.{20 + seat}"), table, seat)
    table.desk.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, 3))
    late, host = open_page("/", PHONE, **STRANGER), open_page("/virtual", PHONE)
    late.click("[data-key=next]")
    late.fill("#sheet [name=name]", "Di")
    late.click("#sheet .main")
    expect(late.locator("#dock .watch")).to_have_text(say("page.next.waits"))
    expect(late.locator("#last .facts")).to_contain_text(say("page.next.who", names="Di"))
    finish(table)
    host.click("[data-key=again]")
    expect(host.locator("#confirm p")).to_have_text(say("page.again.comes", names=["Di"]))
    host.click("#confirm [value=yes]")
    expect(late.locator(".seat[data-seat='3'] .you")).to_be_visible()
