"""A tap on what the page has only just put there is ignored: it was meant for something else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from referee.match.commands import Begin, Move
from tests.breadth import breadth
from tests.webui.asking import UNBUNDLED, seq, static
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open, sit, stop_clock, when
from tests.webui.static.devices import middle

CALM_MS = 350
GUARDED = 'localStorage.removeItem("coyote-calm-ms")'  # other tests tap faster than any person


def frozen(page: Page) -> Page:
    """Load a page again as people use it, with a clock that stands still unless a test runs it."""
    page.add_init_script(GUARDED)
    stop_clock(page)
    page.reload()
    page.wait_for_selector('#live[data-live="yes"]')
    page.clock.run_for(2 * CALM_MS)
    return page


def painted(page: Page) -> None:
    """Let the page paint what it shows; the calm time begins now."""
    page.clock.run_for(40)


def tap(page: Page, at: tuple[float, float], by: str = "mouse") -> None:
    """Tap with a finger or a mouse, whatever is there."""
    (page.touchscreen.tap if by == "touch" else page.mouse.click)(*at)


def under(page: Page, at: tuple[float, float]) -> Any:
    """Return the key of the button at a place of the page."""
    find = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.key ?? null"
    return page.evaluate(find, at)


@pytest.fixture
def coup(table: FakeTable) -> FakeTable:
    table.do(Begin("coup", {"most_s": 60}, 6))
    for seat in range(6):
        table.desk.do(Move({"move": "coins_set", "seat": seat, "coins": 7}))
    return table


@pytest.mark.parametrize("by", breadth(["touch", "mouse"]))
def test_a_double_tap_on_an_action_picks_no_player(
    open_page: Open, coup: FakeTable, by: str
) -> None:
    page = open_page(has_touch=True)
    sit(page, 0)
    frozen(page)
    before, action = seq(coup), middle(page.locator('[data-key="declare.extort"]'))
    tap(page, action, by)
    expect(page.locator('[data-key="declare.extort.1"]')).to_be_visible()
    victim = page.locator(f'[data-key="{under(page, action)}"]')
    painted(page)
    for _ in range(3):
        page.clock.run_for(100)
        tap(page, action, by)
    expect(victim).to_be_visible()
    assert seq(coup) == before
    page.clock.run_for(CALM_MS)
    tap(page, action, by)
    expect(victim).to_be_hidden()


@pytest.mark.verify
def test_however_late_a_move_is_shown_a_second_tap_does_not_move_for_the_next_seat(
    open_page: Open, coup: FakeTable
) -> None:
    page = frozen(open_page("/table", DESK))
    held: list[Route] = []
    page.route("**/api/move", lambda route: held.append(route))
    before, income = seq(coup), middle(page.locator('[data-seat="0"][data-key="declare.income"]'))
    tap(page, income)
    when(page, lambda: len(held) == 1)
    page.clock.run_for(2 * CALM_MS)
    tap(page, income)  # the first is not answered yet
    held[0].continue_()
    expect(page.locator('[data-seat="1"][data-key="declare.income"]')).to_be_visible()
    assert under(page, income) == "declare.income"
    tap(page, income)  # nothing is painted yet, as on a slow phone
    painted(page)
    page.clock.run_for(CALM_MS - 60)
    tap(page, income)
    page.unroute("**/api/move")
    assert (seq(coup), len(held)) == (before + 1, 1)
    page.clock.run_for(60)
    tap(page, income)
    when(page, lambda: seq(coup) == before + 2)


OPENS = """async () => {
    const { confirmed } = await import(STATIC);
    const asks = () => confirmed("?", "yes", "no").then((yes) => { window.said = yes; });
    const cover = document.createElement("button");
    Object.assign(cover, { onclick: asks, style: "position: fixed; inset: 0; z-index: 9" });
    document.body.append(cover);
}""".replace("STATIC", f'"{static("base/http.js")}"')


@UNBUNDLED
def test_a_question_is_not_answered_as_it_opens_and_quick_taps_elsewhere_are_not_held_up(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page()
    sit(page, 0)
    frozen(page)
    before = seq(table)
    for digit in (1, 2):
        tap(page, middle(page.locator(f"[data-key=digit{digit}]")))
        painted(page)
    tap(page, middle(page.locator("#dock [data-key=done]")))
    when(page, lambda: seq(table) == before + 1)
    expect(page.locator("#focus .value")).to_have_text("12")
    page.evaluate(OPENS)
    painted(page)
    page.clock.run_for(CALM_MS)
    yes, no = (page.locator(f"#confirm [value={value}]") for value in ("yes", "no"))
    tap(page, (180, 20))
    expect(yes).to_be_visible()
    place = middle(yes)
    page.keyboard.press("Enter")  # so soon, a key does nothing either
    painted(page)
    expect(no).to_be_focused()
    page.clock.run_for(CALM_MS)
    page.keyboard.press("Enter")
    expect(no).to_be_hidden()
    painted(page)
    page.clock.run_for(CALM_MS)
    for _ in range(2):
        tap(page, place)
        expect(yes).to_be_visible()
        painted(page)
    page.clock.run_for(CALM_MS)
    tap(page, place)
    when(page, lambda: bool(page.evaluate("window.said")))
