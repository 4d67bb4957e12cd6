"""The virtual table in a real browser: by mouse, by touch, by the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from referee.match.commands import Move
from referee.reports.tabletop import Placed
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, say, when


def only(virtual: FakeVirtual) -> Placed:
    (placed,) = virtual.scene().placed
    return placed


def test_the_virtual_table_can_be_used_by_the_keyboard_alone(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    page.focus("#deal")
    page.keyboard.press("Enter")
    hand = page.locator(".hand").first
    expect(hand).to_be_visible()
    hand.focus()
    page.keyboard.press("Enter")
    when(page, lambda: len(virtual.scene().placed) == 1)
    start = only(virtual)
    expect(page.locator(".placed")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "r"):
        page.keyboard.press(key)
    when(page, lambda: only(virtual).turn_deg == 15)
    moved = only(virtual)
    assert (moved.x_mm - start.x_mm, moved.y_mm - start.y_mm) == (20, -10)
    page.keyboard.press("f")
    when(page, lambda: not only(virtual).face_up)
    page.keyboard.press("Delete")
    when(page, lambda: not virtual.scene().placed)
    expect(page.locator(".placed")).to_have_count(0)
    page.keyboard.type("12")
    page.focus("#dock [data-key=done]")
    page.keyboard.press("Enter")
    expect(page.locator("#now .number")).to_have_text("12")
    page.focus('.led[data-seat="1"]')
    page.keyboard.down("Space")
    page.keyboard.up("Space")
    when(page, lambda: table.desk.snapshot().state.phase.challenger == 1)  # type: ignore[union-attr]


def test_faults_are_switched_from_their_drawer_and_the_lights_glow_as_the_lamps_do(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    calm = open_page("/virtual", DESK, reduced_motion="reduce")
    page.click(".drawer summary")
    for on in (True, False):
        page.click(f"text={say('fault.glare')}")
        when(page, lambda: virtual.scene().faults["glare"] == on)  # noqa: B023
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    for item in (page, calm):
        expect(item.locator('.led[data-seat="1"]')).to_have_attribute("data-light", "breathe")
        expect(item.locator('.led[data-seat="0"]')).to_have_attribute("data-light", "off")
    moves = "element => getComputedStyle(element, '::before').animationName"
    assert page.locator('.led[data-seat="1"]').evaluate(moves) == "breathe"
    assert calm.locator('.led[data-seat="1"]').evaluate(moves) == "none"
    glow = "element => Number(getComputedStyle(element, '::before').opacity)"
    when(calm, lambda: calm.locator('.led[data-seat="1"]').evaluate(glow) > 0.5)
    when(page, lambda: page.locator('.led[data-seat="0"]').evaluate(glow) == 0)
