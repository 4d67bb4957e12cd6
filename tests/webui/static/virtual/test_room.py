"""Nothing lies over anything else on the virtual table, and no name is cut."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import NOTEBOOK, PAINTED, Open

SMALL: ViewportSize = {"width": 1180, "height": 720}
NAMES = ("Grandma", "Bartholomew J.", "Wilhelmina Ott", "Max", "Maximiliane", "Jo")

APART = """() => {
    const parts = [...document.querySelectorAll(
        ".spot .led, .spot .hand, .spot .name, .spot .tokens, .spot .cue, .spot .presses,"
        + " [data-regions=yes] .region, #mat .placed")].filter(one => one.offsetParent !== null);
    const boxes = parts.map(one => [one, one.getBoundingClientRect()]).filter(([, b]) => b.width);
    const within = document.querySelector(".tabletop").getBoundingClientRect();
    const name = one => `${one.className} of ${one.closest(".spot")?.dataset.spot ?? one.id}`;
    const bad = [];
    boxes.forEach(([one, a], n) => {
        if (a.left < within.left - 1 || a.right > within.right + 1
            || a.top < within.top - 1 || a.bottom > within.bottom + 1) bad.push(`${name(one)} cut`);
        boxes.slice(n + 1).forEach(([other, b]) => {
            if (one.contains(other) || other.contains(one)) return;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 2 && high > 2) bad.push(`${name(one)} over ${name(other)}`);
        });
    });
    return bad;
}"""
CUT = """selector => [...document.querySelectorAll(selector)].filter(one => one.offsetParent
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
    .map(one => one.innerText)"""


def call(app: Flask, page: Page, seats: int) -> None:
    """Give every seat a phone, and its player's name."""
    for seat in range(seats):
        phone = app.test_client()
        phone.environ_base |= {"REMOTE_ADDR": "127.0.0.1"}
        assert phone.post("/api/seat/take", json={"seat": seat}).status_code == 200
        assert phone.post("/api/seat/name", json={"name": NAMES[seat]}).status_code == 200
    for seat in range(seats):
        expect(page.locator(f'[data-spot="{seat}"] .name')).to_have_text(NAMES[seat])


@pytest.mark.parametrize("seats", breadth([4, 6], 6))
@pytest.mark.parametrize("game", breadth(["coyote", "coup"]))
def test_four_and_six_seats_have_room_on_a_notebook(
    open_page: Open, app: Flask, table: FakeTable, virtual: FakeVirtual, game: str, seats: int
) -> None:
    bad: dict[tuple[str, int], list[str]] = {}

    def look(moment: str) -> None:
        snapshot = match_of(table.desk)
        expect(page.locator("body")).to_have_attribute("data-seq", str(snapshot.seq))
        for size in (NOTEBOOK, SMALL):
            page.set_viewport_size(size)
            page.evaluate(PAINTED)
            if result := page.evaluate(APART) + page.evaluate(CUT, ".spot .name"):
                bad[moment, size["width"]] = result

    table.do(Begin(game, {}, seats))
    virtual.do(virtual_acts.Deal())
    if game == "coup":
        for seat in range(seats):
            virtual.do(virtual_acts.Hold("pile", seat))
    page = open_page("/virtual", NOTEBOOK)
    for named in ("colours", "names"):
        if named == "names":
            table.do(Begin(game, {}, seats))
            call(app, page, seats)
        expect(page.locator(".hand")).to_have_count(len(sum(virtual.scene().hands, ())))
        look(f"{named}: dealt")
        if game == "coyote":
            table.desk.do(Move({"move": "announce", "seat": 0, "number": 1_234_567}))
            look(f"{named}: announced")
            table.desk.do(Move({"move": "challenge", "seat": 1}))
            look(f"{named}: reveal")
        else:
            table.desk.do(Move({"move": "declare", "seat": 0, "action": "foreign_aid"}))
            look(f"{named}: block")
            table.desk.do(Move({"move": "block", "seat": seats - 1}))
            look(f"{named}: counter")
    assert bad == {}
