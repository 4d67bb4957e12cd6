"""Cards between hand and mat at the virtual table, as a mouse or a finger carries them."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from referee.judging import Judgement, Refusal
from referee.match.commands import Begin
from referee.reports import virtual_acts
from referee.table import Laid, Zone
from referee.values import Message
from tests.breadth import breadth
from tests.webui.fake import TABLE_MAT, FakeTable, FakeVirtual
from tests.webui.pages import DESK, PHONE, Open, say, sit, when
from tests.webui.static.devices import carry, middle
from tests.webui.static.virtual.test_virtual import only
from webui.access.seats.presence import Presence
from webui.serving.events import clock_ms

HAND = '.spot[data-spot="0"]'
OWN = "#held .own"

# Where a card comes from: the game, the card, and the hand of seat 0. In Coyote nobody sees their
# own card, so it lies by the seat; in Coup it lies in the tray.
ORIGINS = {
    "seat": ("coyote", f"{HAND} .hand", HAND),
    "pile": ("coyote", "#pile", HAND),
    "tray": ("coup", f"{OWN} .hand", OWN),
}
GONE_MS = 25_000  # How long a phone has been away.


def lay(page: Page, virtual: FakeVirtual, what: str) -> Locator:
    """Deal, lay a card from somewhere on the mat, and return it."""
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(3)
    source = page.locator(what).first
    source.scroll_into_view_if_needed()
    carry(page, middle(source), middle(page.locator("#mat"), 0.4, 0.5))
    when(page, lambda: len(virtual.scene().placed) == 1)
    card = page.locator(".placed")
    when(page, lambda: card.get_attribute("data-id") == only(virtual).id)
    return card


def touch(page: Page, card: Locator, *, ends: str) -> None:
    """Drag a card by a finger, until the device takes it away, as for a call, or it is lifted."""
    session = page.context.new_cdp_session(page)
    x, y = middle(card)
    for step in range(6):
        at = [{"x": x + 20 * step, "y": y, "id": 0}]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    session.send("Input.dispatchTouchEvent", {"type": ends, "touchPoints": []})


@pytest.mark.parametrize("origin", breadth(ORIGINS, "seat"))
def test_a_card_is_laid_dragged_turned_flipped_taken_back_and_laid_away_by_finger_and_mouse(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, origin: str
) -> None:
    game, from_, hand = ORIGINS[origin]
    table.do(Begin(game, {}, 3))
    page = open_page("/virtual", DESK, has_touch=True)
    card = lay(page, virtual, from_)
    laid = only(virtual)
    touch(page, card, ends="touchCancel")
    when(page, lambda: only(virtual).x_mm == pytest.approx(laid.x_mm, abs=1))
    touch(page, card, ends="touchEnd")
    when(page, lambda: only(virtual).x_mm > laid.x_mm + 20)
    card.hover()
    page.mouse.wheel(0, 100)
    when(page, lambda: only(virtual).turn_deg == 5)
    card.dblclick()
    when(page, lambda: not only(virtual).face_up)
    hint = page.locator("#held .drop")
    expect(hint).to_be_hidden()
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(hand)), steps=4)
    if origin == "tray":
        expect(hint).to_have_text(say("page.hand.drop"))
    expect(page.locator(".ghost")).to_be_visible()  # A card in the air is seen everywhere.
    page.mouse.up()
    when(page, lambda: not virtual.scene().placed)
    assert laid.id in virtual.scene().hands[0]
    expect(card).to_have_count(0)
    expect(hint).to_be_hidden()
    carry(page, middle(page.locator(from_).first), middle(page.locator("#mat"), 0.7, 0.3))
    when(page, lambda: len(virtual.scene().placed) == 1)
    placed, (width_mm, height_mm) = only(virtual), TABLE_MAT.size_mm
    assert abs(placed.x_mm - width_mm * 0.7) < 3
    assert abs(placed.y_mm - height_mm * 0.3) < 3
    expect(card).to_have_count(1)
    carry(page, middle(card), middle(page.locator("#discards")))
    when(page, lambda: not virtual.scene().placed and virtual.scene().discards == 1)
    expect(card).to_have_count(0)


def test_a_misplaced_card_is_edged_its_place_glows_and_a_button_and_a_key_take_it_back(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    virtual.do(virtual_acts.Deal())
    scene = virtual.scene()
    card = scene.hands[0][0]
    virtual.do(virtual_acts.Place(card, 55.0, 200.0, 0.0, True))
    laid = Laid(scene.faces[card], Zone("seat", 1))
    wrong = Refusal("CE-22", Message("table.virtual.deal_first"), (laid,), (0,), (Zone("seat", 0),))
    status, judged = table.status, Judgement(refusals=(wrong,))
    monkeypatch.setattr(table, "status", lambda: replace(status(), judged=judged))
    page = open_page("/virtual", DESK)
    button = page.locator(f"#marks .wrongs [data-key=takeback{card}]")
    expect(button).to_have_text(say("page.card.takeback"))
    expect(page.locator(f'.placed[data-id="{card}"]')).to_have_attribute("data-amiss", "yes")
    expect(page.locator('#marks .glow[data-zone="seat:0"]')).to_be_visible()
    expect(page.locator("#marks .wrongs li")).to_have_count(1)
    expect(page.locator("#marks .lies")).to_have_count(0)  # the cards themselves lie there
    button.click()
    when(page, lambda: card in virtual.scene().hands[0])
    expect(page.locator(".placed")).to_have_count(0)
    virtual.do(virtual_acts.Place(card, 55.0, 200.0, 0.0, True))
    table.change()
    page.locator(".placed").focus()
    page.keyboard.press("t")
    when(page, lambda: card in virtual.scene().hands[0])


def test_a_seat_whose_phone_is_away_is_said_and_played_here(
    open_page: Open, app: Flask, table: FakeTable, virtual: FakeVirtual
) -> None:
    table.do(Begin("coup", {}, 3))
    virtual.do(virtual_acts.Deal())
    presence: Presence = app.extensions["web"].presence
    page, phone = open_page("/virtual", DESK), open_page("/", PHONE)
    away = page.locator("#away")

    def close() -> None:
        """Close the page of the phone, as if that was long ago."""
        presence.now_ms = lambda: clock_ms() - GONE_MS
        phone.goto("about:blank")
        when(page, gone)
        presence.now_ms = clock_ms

    def gone() -> bool:
        table.change()  # a stream notices with its next word that its reader has gone
        return sum(presence._streams.values()) == 0

    sit(phone, 0)
    (card,) = virtual.scene().hands[0]
    address = phone.url
    hidden = page.locator(f'.hand[data-id="{card}"]')
    expect(hidden).not_to_have_attribute("data-face", re.compile(""))
    expect(away).to_be_hidden()
    close()
    expect(away).to_contain_text(re.compile(r"hand is on a phone .* away for 2\d seconds"))
    expect(page.locator(f"{HAND} .cue")).to_contain_text(say("cue.away"))
    phone.goto(address)
    expect(away).to_be_hidden()
    close()
    page.click("#away [data-key=here0]")
    expect(away).to_be_hidden()
    own = page.locator(f'{OWN} .hand[data-id="{card}"]')
    expect(own).to_have_attribute("data-face", virtual.scene().faces[card])
