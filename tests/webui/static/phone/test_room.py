"""What a phone shows if there is little room, and to a player who is out before the end."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect

from referee.match.commands import Begin
from tests.matches import match_of
from tests.webui.asking import count_cards
from tests.webui.fake import FakeTable
from tests.webui.moments import lying
from tests.webui.pages import PAINTED, Open, say, sit, when
from tests.webui.tapping import shows

# How many steps of what gives way a page has taken.
STEPS = """() => {
  const { short } = document.querySelector("main").dataset;
  return short ? short.split(" ").length : 0;
}"""


def steps(page: Page, size: ViewportSize) -> int:
    """Return how much gives way on a page of this size."""
    page.set_viewport_size(size)
    when(page, lambda: bool(page.evaluate("innerHeight") == size["height"]))
    page.evaluate(PAINTED)
    return int(page.evaluate(STEPS))


def test_what_gives_way_comes_back_and_who_is_out_is_told_so_and_begins_another_match(
    open_page: Open, table: FakeTable
) -> None:
    lying("plenty_coups", table)
    phone = open_page()
    shows(phone, table)
    heights = (1400, 740, 560, 1400)
    high, usual, low, again = (steps(phone, {"width": 360, "height": height}) for height in heights)
    assert high == again == 0
    assert high <= usual <= low
    assert low > 0
    expect(phone.locator("#drawing")).to_be_visible()
    table.do(Begin("coyote", {"strikes": 1}, 3, levels=("", "fair", "fair")))
    sit(phone, 0)
    count_cards(table, "1", "2", "3", number=90)
    phone.click("#sheet [data-key=done]")
    expect(phone.locator("#dock .watch")).to_have_text(say("page.out"))
    begun = match_of(table.desk).match
    phone.click("#dock [data-key=new]")
    phone.click("#sheet [data-game=coyote]")
    phone.route("**/sheet/newmatch?view=*", lambda _: None)  # the form is not drawn again yet
    phone.click("#newmatch [data-key=alone]")
    phone.click("#sheet [data-key=start]")
    phone.click("#confirm [value=yes]")
    when(phone, lambda: match_of(table.desk).match > begun)
    assert match_of(table.desk).players.levels == {1: "fair", 2: "fair"}
