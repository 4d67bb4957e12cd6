"""How many taps things take on a phone, counted by the page; docs/evening.md states them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Begin, Move, Undo
from tests.matches import match_of
from tests.webui.asking import count_cards, do
from tests.webui.fake import FakeTable, png
from tests.webui.pages import DESK, PHONE, Open, nameless, tap_menu
from tests.webui.tapping import Taps, shows

GUIDE = Path(__file__).parents[4] / "docs" / "evening.md"
ROW = re.compile(r"\| ([^|;]+?)(?:; [^|]+)? \| ([\d; ]+) \|")


def stated() -> dict[str, list[int]]:
    """Return the guide's taps, by the words up to the first semicolon of each row."""
    section = GUIDE.read_text("utf-8").split("\n## Taps\n")[1].split("\n## ")[0]
    return {what: [int(n) for n in many.split(";")] for what, many in ROW.findall(section)}


@pytest.mark.verify
def test_the_guide_says_how_many_taps_things_take(
    open_page: Open, host: FlaskClient, table: FakeTable
) -> None:
    for names in (["Ada", "Bo", "Cy"], []):
        body = {"game": "coyote", "seats": 3, "names": names}
        assert host.post("/api/match", json=body).status_code == 200
    page = open_page()
    taps, took = Taps(page), dict[str, list[int]]()
    mine = page.locator(".seat .you")

    page.click('.seat[data-seat="1"]')
    page.click("#sit .chips button >> nth=0")
    expect(page.locator("#sit")).to_be_hidden()
    took["sit down with a saved name"] = [taps.many()]
    page.click("#menu")
    page.click("#sheet [data-key=name]")  # where one types at once
    expect(page.locator("#sheet [name=name]")).to_be_focused()
    page.keyboard.type("Eve")
    page.click("#sheet form.name button")
    expect(page.locator('.seat[data-seat="1"] .name')).to_contain_text("Eve")
    took["sit down with a saved name"].append(taps.many())

    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    shows(page, table)
    page.click("#dock [data-key=done]")
    expect(page.locator(".value")).to_have_text("6")
    took["say one more"] = [taps.many()]

    tap_menu(page, "undo")
    page.click("#confirm [value=yes]")
    expect(page.locator(".value")).to_have_text("5")
    undo = taps.many()
    tap_menu(page, "redo")
    expect(page.locator(".value")).to_have_text("6")
    took["undo"] = [undo, taps.many()]
    table.desk.do(Undo())
    shows(page, table)

    page.click("[data-key=digit4]")
    page.click("[data-key=digit2]")
    page.click("#dock [data-key=done]")
    expect(page.locator(".value")).to_have_text("42")
    took["say one more"].append(taps.many())

    table.pictures |= {f"p{n}": png(80 + 40 * n) for n in range(3)}
    do(table, "challenge", seat=2)
    do(table, "cards_read", cards=["9", "2", "3"], proof=["p0", "p1", "p2"])
    expect(page.locator("#sheet .sum")).to_be_visible()
    page.click("#sheet .tap >> nth=0")
    page.click('#sheet .cards [data-card="6"]')
    expect(page.locator("#sheet .sum .total").last).to_have_text("= 11")
    took["correct a card"] = [taps.many()]

    table.do(Begin("coyote", {}, 3))  # of which nothing was dealt: nothing is asked
    desk = open_page("/table", DESK)
    host_taps = Taps(desk)
    desk.click("#new")
    desk.click("#sheet [data-game=coup]")
    desk.click("#sheet [data-key=start]")
    expect(desk.locator("#sheet")).to_be_hidden()
    took["start a match of any game, as a host"] = [host_taps.many()]

    alone = open_page("/", PHONE)  # from the games on, which screens offer where no match is on
    begun = match_of(table.desk).match
    tap_menu(alone, "new")
    alone_taps = Taps(alone)
    alone.click("#sheet [data-game=coup]")
    alone.click("#newmatch [data-key=alone]")
    alone.click("#sheet [data-key=start]")
    expect(alone.locator("#sheet")).to_be_hidden()
    took["start alone against bots"] = [alone_taps.many()]
    assert match_of(table.desk).match > begun

    table.do(Begin("coyote", {"strikes": 1}, 2))
    count_cards(table, "1", "2", number=90)
    page.locator("[data-key=again]:visible").first.click()
    expect(page.locator("body")).to_have_attribute("data-over", "no")
    took["start a rematch"] = [taps.many()]

    table.do(Begin("coup", {"starter": 1}, 3))
    shows(page, table)
    page.click('[data-key="declare.income"]')
    expect(page.locator('[data-key="declare.income"]')).to_have_count(0)  # the move is made
    table.desk.do(Move({"move": "declare", "seat": 2, "action": "foreign_aid"}))
    shows(page, table)
    took["take an action"] = [taps.many()]
    page.click("[data-move=pass]")
    expect(page.locator("[data-move=pass]")).to_have_count(0)
    assert taps.many() == took["take an action"][0]  # an answer to a claim likewise
    table.do(Begin("coup", {"starter": 1}, 3))
    shows(page, table)
    page.click('[data-key="declare.extort"]')
    page.click('[data-key="declare.extort.2"]')
    expect(page.locator("[data-move=move_on]")).to_be_visible()
    took["take an action"].append(taps.many())

    tap_menu(page, "more", "more2")
    nameless(page)
    expect(mine).to_have_count(2)
    took["add a player to a phone"] = [taps.many()]
    page.keyboard.press("Escape")
    table.do(Begin("coup", {"starter": 1}, 3))
    shows(page, table)
    page.click("#dock [data-key=take1]")
    expect(page.locator('[data-key="declare.income"]')).to_be_visible()
    took["pass a shared phone on"] = [taps.many()]

    assert stated() == took
