"""Cards that travel over a page: from where they were to where they are, and never in the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.match.commands import Move
from referee.reports import virtual_acts
from tests.breadth import breadth
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, PHONE, STRANGER, Open, boxes, sit, when
from tests.webui.static.test_drawn_pages import holds
from tests.webui.static.test_drawn_pages import trick as trick  # a fixture

# Hold each flight at its start, and note at once how it goes and where everything is then: the page
# may be laid out again meanwhile. Note each picture that is shown, and each that flies.
HOLD = """watched => {
  window.paths = []; window.shown = new Set(); window.flown = new Set();
  const address = (one) => one.getAttribute('href') ?? one.getAttribute('src');
  const box = (one) => one.getBoundingClientRect().toJSON();
  const note = () => document.querySelectorAll('body image, body img').forEach((one) =>
    one.closest('#flights') || shown.add(address(one)));
  note();
  new MutationObserver(note)
    .observe(document.body, {subtree: true, childList: true, attributes: true});
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const move = animate.apply(this, how);
    move.pause();
    document.querySelectorAll('#flights img').forEach((one) => flown.add(address(one)));
    if (this.matches('#flights > *')) {
      const {duration, delay} = move.effect.getTiming();
      const at = (time) => { move.currentTime = time; return box(this); };
      const there = Object.fromEntries(
        watched.map((css) => [css, [...document.querySelectorAll(css)].map(box)]));
      paths.push({end: at(delay + duration - .001), start: at(0), duration, there});
    }
    return move;
  };
}"""
FLOWN_PX = 3
ALOFT = "#flights > *"
FACE = '.lies[data-card="9C"]'
PLAYER = '.seat[data-seat="3"]'


def lay_last(table: FakeTable) -> None:
    table.desk.do(Move({"move": "card_played", "player": 3, "cards": ["9C"]}))


def near(spot: Any, other: Any) -> bool:
    return holds(spot, other, FLOWN_PX) and holds(other, spot, FLOWN_PX)


def opened(open_page: Open, view: str) -> Page:
    """Return a page that shows the trick, and holds each flight."""
    page = open_page("/", PHONE) if view == "/" else open_page(view, DESK, **STRANGER)
    if view == "/":
        sit(page, 1)
    expect(page.locator('.lies[data-card="8C"]')).to_be_visible()
    page.evaluate(HOLD, [PLAYER, FACE])
    return page


def paths(page: Page) -> list[Any]:
    """Wait until a card has set off, and return its flight."""
    when(page, lambda: bool(page.evaluate("paths.length")))
    results: list[Any] = page.evaluate("paths.splice(0)")
    assert len(results) == 1
    assert all(200 <= entry["duration"] <= 350 for entry in results)
    return results


@pytest.mark.parametrize(("view", "press"), breadth([("/", "key"), ("/table", "tap")]))
def test_a_card_travels_from_where_it_was_to_where_it_is_and_a_press_ends_its_flight(
    open_page: Open, trick: FakeTable, view: str, press: str
) -> None:
    page = opened(open_page, view)
    lay_last(trick)
    (path,) = paths(page)
    assert holds(path["there"][PLAYER][0], path["start"], FLOWN_PX)
    assert near(path["end"], path["there"][FACE][0])
    expect(page.locator(FACE)).to_have_css("opacity", "0")
    page.mouse.click(5, 5) if press == "tap" else page.keyboard.press("Shift")
    expect(page.locator(ALOFT)).to_have_count(0)
    expect(page.locator(FACE)).to_have_css("opacity", "0.75")  # of a card that must be taken


@pytest.mark.verify
def test_the_cards_of_the_virtual_table_travel_whatever_is_done_with_them(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.do(virtual_acts.Deal())
    page = open_page("/virtual", DESK)
    expect(page.locator(".hand")).to_have_count(3)

    def fly(act: virtual_acts.VirtualAct, from_: str, to: str, number: int = 1) -> None:
        """Do something; check that so many cards fly from one thing to another."""
        before = boxes(page.locator(from_))
        page.evaluate("to => { watched[0] = to; paths.length = 0; }", to)
        virtual.do(act)
        table.change()
        when(page, lambda: len(flown(before, to)) == number)
        page.keyboard.press("Shift")
        expect(page.locator(ALOFT)).to_have_count(0)

    def flown(before: list[Any], to: str) -> list[Any]:
        return [
            entry
            for entry in page.evaluate("paths")
            if any(holds(box, entry["start"], FLOWN_PX) for box in before)
            and any(holds(box, entry["end"], FLOWN_PX) for box in entry["there"][to])
        ]

    page.evaluate(f"window.watched = ['']; ({HOLD})(watched)")
    fly(virtual_acts.Deal(), "#pile img", ".hand img", 3)
    fly(virtual_acts.Hold("pile", 0), "#pile img", ".hand img")
    first, other = virtual.scene().hands[0]
    hand, lies = f'.hand[data-id="{first}"] img', f'.placed[data-id="{first}"] img'
    fly(virtual_acts.Place(first, 300, 200, 20, face_up=True), hand, lies)
    fly(virtual_acts.Place(first, 100, 200, 0, face_up=True), ".mat", lies)
    fly(virtual_acts.Place(first, 100, 200, 0, face_up=False), lies, lies)  # turned over
    fly(virtual_acts.Place(other, 200, 200, 0, face_up=True), ".hand img", ".placed img")
    fly(virtual_acts.Take(first), lies, "#discards")
    fly(virtual_acts.CarryOut("clear"), ".placed img", "#discards")
    assert page.evaluate("[...flown].every((one) => shown.has(one))")  # no face that was hidden
