"""Cards between hand and mat at the virtual table, as a mouse or a finger carries them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.reports.tabletop import Placed
from tests.webui.fake import TABLE_MAT, FakeVirtual
from tests.webui.pages import DESK, Open, when

Spot = tuple[float, float]
HAND = '.spot[data-spot="0"]'


def only(virtual: FakeVirtual) -> Placed:
    (placed,) = virtual.scene().placed
    return placed


def middle(found: Locator, x: float = 0.5, y: float = 0.5) -> Spot:
    """Return a point of something, its middle if nothing else is said."""
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def carry(page: Page, from_: Spot, to: Spot) -> None:
    page.mouse.move(*from_)
    page.mouse.down()
    page.mouse.move((from_[0] + to[0]) / 2, (from_[1] + to[1]) / 2, steps=4)
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def lay(page: Page, virtual: FakeVirtual, what: str) -> Locator:
    """Deal, lay a card from somewhere on the mat, and return it."""
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(3)
    carry(page, middle(page.locator(what).first), middle(page.locator("#mat"), 0.4, 0.5))
    when(page, lambda: len(virtual.scene().placed) == 1)
    card = page.locator(".placed")
    when(page, lambda: card.get_attribute("data-id") == only(virtual).id)
    return card


def lift_and_lose(page: Page, card: Locator) -> None:
    """Lift a card by a finger that the device then takes away, as for a call."""
    touch = page.context.new_cdp_session(page)
    x, y = middle(card)
    for kind, shift in (("touchStart", 0), ("touchMove", 30), ("touchMove", 60)):
        at = [{"x": x + shift, "y": y, "id": 0}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})


@pytest.mark.parametrize("lost", [False, True], ids=["at-once", "after-a-lost-finger"])
@pytest.mark.parametrize("from_", [f"{HAND} .hand", "#pile"], ids=["hand", "pile"])
def test_a_card_laid_from_the_hand_is_dragged_back_to_it(
    open_page: Open, virtual: FakeVirtual, from_: str, lost: bool
) -> None:
    page = open_page("/virtual", DESK, has_touch=True)
    card = lay(page, virtual, from_)
    laid = only(virtual)
    if lost:
        lift_and_lose(page, card)
        when(page, lambda: only(virtual).x_mm == pytest.approx(laid.x_mm, abs=1))
    carry(page, middle(card), middle(page.locator(HAND)))
    when(page, lambda: not virtual.scene().placed)
    assert laid.id in virtual.scene().hands[0]
    expect(card).to_have_count(0)


def test_a_card_dropped_beside_the_table_returns_to_where_it_was(
    open_page: Open, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    card = lay(page, virtual, f"{HAND} .hand")
    laid, seen = only(virtual), middle(card)
    carry(page, middle(card), middle(page.locator("#now")))
    page.wait_for_function(
        """([x, y]) => { const box = document.querySelector(".placed").getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 2; }""",
        arg=seen,
    )
    when(page, lambda: only(virtual).x_mm == pytest.approx(laid.x_mm, abs=1))
    assert only(virtual).y_mm == pytest.approx(laid.y_mm, abs=1)
    assert 0 < only(virtual).x_mm < TABLE_MAT.size_mm[0]
