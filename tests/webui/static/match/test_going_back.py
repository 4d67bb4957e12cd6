"""Going back to a chosen entry and dealing again, from a host's page; what a player reports."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Undo
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import do, phone, sentence, seq, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    PHONE,
    Open,
    all_fits,
    large_enough,
    say,
    sit,
    tap_menu,
    when,
)


def test_only_a_host_goes_back_or_deals_anew_and_a_player_asks_all(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    entry = do(table, "announce", seat=0, number=5)
    sit_down(client, table, 0)
    body = {"seen": seq(table)}
    sentence(client.post("/api/deal_anew", json=body), 403, "page.error.not_host")
    sentence(client.post("/api/back", json={"to": entry, **body}), 403, "page.error.not_host")
    sentence(client.get(f"/sheet/back?to={entry}"), 403, "page.error.not_host")
    assert client.get("/api/state").get_json()["anew"] is None
    wrong = {"seat": 0, "wrong": "lost", **body}
    sentence(phone(app).post("/api/misdeal", json=wrong), 403, "page.error.no_seat")
    garbage = client.post("/api/misdeal", json={**wrong, "wrong": "all"})
    sentence(garbage, 400, "page.error.garbage")
    assert client.post("/api/misdeal", json=wrong).status_code == 200
    now = client.get("/api/state").get_json()
    assert now["cited"] == ["SL-16"]
    assert now["phase"] == say("desk.misdeal.lost", seat=0, to=0)
    for seat in (1, 2):
        yes = {"move": "agree_to_proposal", "seat": seat}
        values = {"move": yes, "seen": seq(table), "as": "host"}
        assert host.post("/api/move", json=values).status_code == 200
    now = client.get("/api/state").get_json()
    assert now["cited"] == ["SL-26"]
    assert now["last"] == say("desk.dealt_anew", count=1)


@pytest.mark.parametrize("path", breadth(["/", "/table", "/virtual"]))
def test_from_any_page_a_host_goes_back_pauses_goes_on_lets_a_player_leave_and_asks_to_stop(
    open_page: Open, table: FakeTable, path: str
) -> None:
    page = open_page(path, PHONE if path == "/" else DESK)

    def fits() -> None:
        if path == "/":
            all_fits(page)
            large_enough(page)

    if path == "/":
        sit(page, 0)
    entries = [do(table, "announce", seat=seat % 3, number=5 + seat) for seat in range(4)]
    tap_menu(page, "log")
    page.click(f"[data-key=entry{entries[2]}]")
    expect(page.locator("#sheet")).to_contain_text(say("page.back.sure", count=2))
    fits()
    page.click("[data-key=goback]")
    expect(page.locator("#sheet[open]")).to_have_count(0)
    when(page, lambda: match_of(table.desk).state.number == 6)
    tap_menu(page, "redo")
    expect(page.locator("#sheet[open]")).to_have_count(0)
    when(page, lambda: match_of(table.desk).state.number == 8)
    if path == "/table":
        page.click("[data-key=pause]")
    else:
        tap_menu(page, "stop", "stop-keep")
    said = page.locator(".label, .what").first
    expect(said).to_have_text(say("desk.paused.who"))
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    fits()
    page.locator(f"[data-key=pause] >> text={say('page.resume')}").last.click()
    expect(page.locator("[data-key=pause].main")).to_have_count(0)
    assert not match_of(table.desk).paused
    if path != "/virtual":
        tap_menu(page, "host", "leave1")
        page.click("#confirm [value=yes]")
        left = page.locator('.seat[data-seat="1"]')
        expect(left).to_have_attribute("data-out", "yes")
        table.desk.do(Undo())
        expect(left).not_to_have_attribute("data-out", "yes")
        page.keyboard.press("Escape")
    tap_menu(page, "stop")
    ways = page.locator("[data-key^=stop-]")
    expect(ways).to_have_text([say("page.stop.keep"), say("page.stop.now")])
    fits()
    ways.last.click()
    expect(said).to_contain_text(say("desk.proposal.waits", seats="")[:8])
    assert match_of(table.desk).proposal is not None
