"""Cards that travel over a page: from where they were to where they are, and never in the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.reports import virtual_acts
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying
from tests.webui.pages import DESK, PAINTED, PHONE, STRANGER, Open, boxes, sit, when

# Hold each flight at its start, so that one can look at it. Note each picture that is shown, and
# each that flies.
HOLD = """() => {
  window.shown = new Set(); window.flown = new Set();
  const address = (one) => one.getAttribute('href') ?? one.getAttribute('src');
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
    return move;
  };
}"""

# Where each flight begins and ends, in pixels, and how long it takes.
PATHS = """() => [...document.querySelectorAll('#flights > *')].map((copy) => {
  const moves = copy.getAnimations({subtree: true});
  const {duration, delay} = moves[0].effect.getTiming(), now = moves[0].currentTime;
  const at = (time) => {
    moves.forEach((one) => { one.currentTime = time; });
    return copy.getBoundingClientRect().toJSON();
  };
  const path = {end: at(delay + duration - .001), start: at(0), duration};
  at(now);
  return path;
})"""
HALFWAY = """() => [...document.querySelectorAll('#flights > *')].map((copy) => {
  for (const move of copy.getAnimations({subtree: true})) {
    const {duration, delay} = move.effect.getTiming();
    move.currentTime = delay + duration / 2;
  }
  return copy.getBoundingClientRect().toJSON();
})"""
ALOFT = "#flights > *"
FACE = '.lies[data-card="9C"]'
WINNER = '.seat[data-seat="1"]'


def lay_last(table: FakeTable) -> None:
    table.desk.submit({"move": "card_played", "player": 3, "cards": ["9C"]})


def holds(outer: Any, inner: Any, px: float = 3) -> bool:
    return all(outer[one] - px <= inner[one] for one in ("left", "top")) and all(
        inner[one] <= outer[one] + px for one in ("right", "bottom")
    )


def near(one: Any, other: Any) -> bool:
    return holds(one, other) and holds(other, one)


@pytest.fixture
def trick(table: FakeTable) -> FakeTable:
    lying("coup_detat", table)
    return table


def opened(open_page: Open, view: str, seat: int | None = 1, **options: Any) -> Page:
    page = open_page("/", PHONE) if view == "/" else open_page(view, DESK, **STRANGER, **options)
    if view == "/" and seat is not None:
        sit(page, seat)
    return page


def paths(page: Page, number: int = 1) -> list[Any]:
    """Wait until so many cards fly, and return their flights."""
    when(page, lambda: page.locator(ALOFT).count() == number)
    page.evaluate(PAINTED)  # the page may be laid out anew
    found: list[Any] = page.evaluate(PATHS)
    assert all(200 <= one["duration"] <= 350 for one in found)
    return found


@pytest.mark.parametrize("view", ["/", "/table"])
def test_a_card_travels_from_where_it_was_to_where_it_is(
    open_page: Open, trick: FakeTable, view: str
) -> None:
    page = opened(open_page, view)
    expect(page.locator('.lies[data-card="8C"]')).to_be_visible()
    page.evaluate(HOLD)
    lay_last(trick)
    (path,) = paths(page)
    (seat,), (card,) = boxes(page.locator('.seat[data-seat="3"]')), boxes(page.locator(FACE))
    assert holds(seat, path["start"])
    assert near(path["end"], card)


def test_cards_that_are_gathered_travel_to_whoever_takes_them(
    open_page: Open, trick: FakeTable
) -> None:
    lay_last(trick)
    page = opened(open_page, "/table")
    expect(page.locator('.drawing rect.edge[data-seat="1"]')).to_have_count(4)
    page.evaluate(HOLD)
    trick.desk.submit({"move": "cleared"})
    flights = paths(page, 4)
    (seat,) = boxes(page.locator(WINNER))
    assert all(holds(seat, path["end"]) for path in flights)
    assert page.evaluate("flown.size && [...flown].every((one) => shown.has(one))")


def test_the_cards_of_the_virtual_table_travel_whatever_is_done_with_them(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.do(virtual_acts.Deal())
    page = open_page("/virtual", DESK)
    expect(page.locator(".hand")).to_have_count(3)
    page.evaluate(HOLD)

    def fly(act: virtual_acts.VirtualAct, from_: str, to: str, number: int = 1) -> None:
        """Do something; check that so many cards fly from one thing to another."""
        before = boxes(page.locator(from_))
        virtual.do(act)
        table.change()
        when(page, lambda: page.locator(ALOFT).count() >= number)
        page.evaluate(PAINTED)
        flown, after = page.evaluate(PATHS), boxes(page.locator(to))
        found = [
            one
            for one in flown
            if any(holds(box, one["start"]) for box in before)
            and any(holds(box, one["end"]) for box in after)
        ]
        assert len(found) == number, (act, before, after, flown)
        page.keyboard.press("Shift")
        assert page.locator(ALOFT).count() == 0

    fly(virtual_acts.Deal(), "#pile img", ".hand img", 3)
    fly(virtual_acts.Hold("pile", 0), "#pile img", ".hand img")
    first, other = virtual.scene().hands[0]
    hand, lying = f'.hand[data-id="{first}"] img', f'.placed[data-id="{first}"] img'
    fly(virtual_acts.Place(first, 300, 200, 20, face_up=True), hand, lying)
    fly(virtual_acts.Place(first, 100, 200, 0, face_up=True), ".mat", lying)
    fly(virtual_acts.Place(first, 100, 200, 0, face_up=False), lying, lying)  # turned over
    fly(virtual_acts.Place(other, 200, 200, 0, face_up=True), ".hand img", ".placed img")
    fly(virtual_acts.Take(first), lying, "#discards")
    fly(virtual_acts.Gather("seats"), ".placed img", "#discards")
    assert page.evaluate("[...flown].every((one) => shown.has(one))")  # no face that was hidden


def test_a_newer_state_takes_a_card_from_where_it_flies(open_page: Open, trick: FakeTable) -> None:
    page = opened(open_page, "/table")
    expect(page.locator('.lies[data-card="8C"]')).to_be_visible()
    page.evaluate(HOLD)
    lay_last(trick)
    paths(page)
    (there,) = page.evaluate(HALFWAY)
    trick.desk.submit({"move": "cleared"})
    expect(page.locator(FACE)).to_have_count(0)
    flights = paths(page, 4)
    (seat,) = boxes(page.locator(WINNER))
    assert [near(there, one["start"]) for one in flights].count(True) == 1
    assert all(holds(seat, one["end"]) for one in flights)


@pytest.mark.parametrize("press", ["tap", "key"])
def test_a_press_ends_every_flight(open_page: Open, trick: FakeTable, press: str) -> None:
    page = opened(open_page, "/table")
    expect(page.locator('.lies[data-card="8C"]')).to_be_visible()
    page.evaluate(HOLD)
    lay_last(trick)
    paths(page)
    expect(page.locator(FACE)).to_have_css("opacity", "0")
    page.mouse.click(5, 5) if press == "tap" else page.keyboard.press("Shift")
    assert page.locator(ALOFT).count() == 0
    expect(page.locator(FACE)).to_have_css("opacity", "0.75")  # of a card that is to be taken


def test_nothing_flies_if_motion_is_reduced(open_page: Open, trick: FakeTable) -> None:
    page = opened(open_page, "/table", reduced_motion="reduce")
    expect(page.locator('.lies[data-card="8C"]')).to_be_visible()
    page.evaluate(HOLD)
    lay_last(trick)
    expect(page.locator(FACE)).to_be_visible()
    assert page.locator("#flights").count() == 0


ROWS = """[...document.querySelectorAll("#sheet tbody *")]
  .flatMap((one) => one.getAnimations()).length"""


@pytest.mark.parametrize("view", ["/", "/virtual"])
def test_the_sum_of_a_ruling_builds_row_by_row_and_a_press_shows_it_whole(
    open_page: Open, table: FakeTable, view: str
) -> None:
    page = open_page(view, PHONE if view == "/" else DESK)
    page.evaluate(
        """() => new MutationObserver(() => document.getAnimations().forEach((one) => one.pause()))
          .observe(document.querySelector("#sheet"), {childList: true})"""
    )
    for move in (
        {"move": "announce", "seat": 0, "number": 16},
        {"move": "challenge", "seat": 1},
        {"move": "cards_read", "cards": ["20", "max0", "10"]},
    ):
        table.desk.submit(move)
    rows = page.locator("#sheet tbody .total")
    expect(rows.first).to_have_css("opacity", "0")
    delays = rows.evaluate_all(
        "all => all.map((one) => one.getAnimations()[0].effect.getTiming().delay)"
    )
    assert len(delays) > 1
    assert delays == sorted(set(delays))
    page.keyboard.press("Shift")
    expect(rows.last).to_have_css("opacity", "1")
    table.change()  # the same ruling, drawn anew
    assert page.evaluate(ROWS) == 0
