"""The column beside the virtual table: what is new is seen, and what covers it covers it."""

from __future__ import annotations

from playwright.sync_api import expect

from referee.match.commands import Move, Undo
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open, say, when

LOW = {"width": 1280, "height": 550}
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


def test_nothing_shows_through_the_games_to_choose_from_and_no_key_reaches_behind_them(
    open_page: Open,
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".pad")).to_be_visible()
    page.click("#log")
    page.click("#new")
    expect(page.locator(".game, .match").first).to_be_visible()
    expect(page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    when(page, lambda: page.evaluate(SEEN_THROUGH) == [])
    when(page, lambda: page.evaluate(REACHED_BEHIND) == 0)


def test_a_new_question_is_seen_though_the_column_was_scrolled(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", LOW)
    page.click("#deal")
    words = page.locator("#now .what")
    for offer in ({"move": "announce", "seat": 0, "number": 8}, {"move": "challenge", "seat": 1}):
        page.evaluate("document.querySelector('aside').scrollTop = 9999")
        expect(words).not_to_be_in_viewport()
        table.desk.do(Move(offer))
        expect(words).to_be_in_viewport()
    page.click(".drawer summary")  # what somebody has in hand stays under it
    page.evaluate("document.querySelector('aside').scrollTop = 9999")
    said = words.inner_text()
    table.desk.do(Undo())
    expect(words).not_to_have_text(said)
    expect(words).not_to_be_in_viewport()


def test_the_pad_keeps_its_place_and_deal_is_offered_only_while_it_is_due(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", DESK)
    again = page.locator("#redeal")
    expect(again).to_be_hidden()
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
