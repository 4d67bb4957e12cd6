"""Nothing lies over anything else on the virtual table, and no name is cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import NOTEBOOK, PAINTED, Open, apart, boxes
from tests.webui.static.test_drawn_pages import holds

SMALL: ViewportSize = {"width": 1180, "height": 720}
NAMES = ("Grandma", "Bartholomew J.", "Wilhelmina Ott", "Max", "Maximiliane", "Jo")

PARTS = """.spot .led, .spot .hand, .spot .name, .spot .tokens, .spot .cue, .spot .presses,
[data-regions=yes] .region, #mat .placed"""
CUT = """selector => [...document.querySelectorAll(selector)].filter(one => one.offsetParent
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
    .map(one => one.innerText)"""


@pytest.mark.verify
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("game", ["coyote", "coup"])
def test_four_and_six_seats_have_room_on_a_notebook(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, game: str, seats: int
) -> None:
    bad: dict[tuple[str, int], list[str]] = {}

    def look(moment: str) -> None:
        snapshot = match_of(table.desk)
        expect(page.locator("body")).to_have_attribute("data-seq", str(snapshot.seq))
        for size in (NOTEBOOK, SMALL):
            page.set_viewport_size(size)
            page.evaluate(PAINTED)
            parts, (within,) = boxes(page.locator(PARTS)), boxes(page.locator(".tabletop"))
            apart([part for part in parts if part["width"]], 2)
            assert all(holds(within, part) for part in parts if part["width"]), moment
            if result := page.evaluate(CUT, ".spot .name"):
                bad[moment, size["width"]] = result

    table.do(Begin(game, {}, seats))
    virtual.do(virtual_acts.Deal())
    if game == "coup":
        for seat in range(seats):
            virtual.do(virtual_acts.Hold("pile", seat))
    page = open_page("/virtual", NOTEBOOK)
    for named in ("colours", "names"):
        if named == "names":
            table.do(Begin(game, {}, seats, NAMES[:seats]))
            for seat in range(seats):
                expect(page.locator(f'[data-spot="{seat}"] .name')).to_have_text(NAMES[seat])
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
