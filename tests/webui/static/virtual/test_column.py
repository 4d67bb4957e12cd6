"""What lies over the virtual table: what covers it covers it, and what one taps keeps its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from referee.match.commands import Move
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, say, tap_menu, when

SEEN_THROUGH = """() => {
  const { left, top, right, bottom } = document.querySelector("#sheet").getBoundingClientRect();
  const seen = new Set();
  for (let x = left + 20; x < right; x += 40)
    for (let y = top + 20; y < Math.min(bottom, innerHeight); y += 20) {
      const found = document.elementFromPoint(x, y);
      if (!found?.closest("#sheet")) seen.add(found?.outerHTML.slice(0, 80));
    }
  return [...seen];
}"""
REACHED_BEHIND = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("main button")];
  return all.filter((one) => !one.closest("#sheet") && shown(one)).length;
}"""


def test_no_late_answer_opens_or_closes_a_newer_sheet_which_covers_all_that_is_behind_it(
    open_page: Open,
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".pad")).to_be_visible()
    late: list[Route] = []
    for path in ("**/sheet/log*", "**/api/pause*"):
        page.route(path, lambda route: late.append(route), times=1)
    page.click("#log")
    when(page, lambda: len(late) == 1)
    page.click("#menu")
    expect(page.locator("#sheet [data-key=new]")).to_be_visible()
    with page.expect_response("**/sheet/log*"):
        late[0].continue_()
    page.click("#sheet [data-key=new]")
    expect(page.locator("#sheet :is(.game, .match)").first).to_be_visible()
    expect(page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    when(page, lambda: page.evaluate(SEEN_THROUGH) == [])
    when(page, lambda: page.evaluate(REACHED_BEHIND) == 0)
    page.keyboard.press("Escape")
    tap_menu(page, "stop", "stop-keep")
    when(page, lambda: len(late) == 2)
    page.click("#log")
    heading = page.locator("#sheet h2", has_text=say("page.log"))
    expect(heading).to_be_visible()
    with page.expect_response("**/api/pause*"):
        late[1].continue_()
    expect(page.locator("#now h2", has_text=say("desk.paused.who"))).to_be_visible()
    expect(heading).to_be_visible()


@pytest.mark.verify
def test_the_pad_keeps_its_place_and_deal_is_offered_only_while_it_is_due(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    page = open_page("/virtual", DESK)
    again = page.locator("#redeal")
    expect(again).to_be_hidden()
    expect(page.locator("#now")).to_contain_text(say("page.now.deal"))
    expect(page.locator("#dock")).to_be_hidden()
    page.click("#deal")
    expect(page.locator("#deal")).to_be_hidden()
    digit = page.locator("[data-key=digit1]")
    place = digit.bounding_box()
    for seat, number in enumerate((8, 21)):
        table.desk.do(Move({"move": "announce", "seat": seat, "number": number}))
        expect(page.locator("#now .number")).to_have_text(str(number))
        when(page, lambda: digit.bounding_box() == place)
    page.click(".drawer summary")
    again.click()
    expect(page.locator("#confirm")).to_contain_text(say("page.deal.sure"))
