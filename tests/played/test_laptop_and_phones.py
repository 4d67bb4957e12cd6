"""A laptop in the middle and a phone for each player, in a real browser: hands are secret there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.reports import virtual_acts as acts
from tests.played.home import VirtualHome
from tests.webui.pages import (
    DESK,
    NOTEBOOK,
    PAINTED,
    PHONE,
    STRANGER,
    apart,
    boxes,
    hand_of,
    nameless,
    say,
    when,
)

SMALL: ViewportSize = {"width": 320, "height": 640}
SIDE: ViewportSize = {"width": 844, "height": 390}
UPRIGHT: ViewportSize = {"width": 390, "height": 844}


class Laptop(VirtualHome):
    """A laptop in the middle, whose camera reads no card, and phones."""

    def phone(self, seat: int) -> Page:
        page = self.open("/", viewport=PHONE, has_touch=True, **STRANGER)
        page.tap(f'.seat[data-seat="{seat}"]')
        self.confirm(page, seat)
        nameless(page)
        return page

    def has_fetched(self, page: Page, faces: set[str]) -> None:
        """Wait until a page has fetched these faces, and check that it has no other."""
        when(page, lambda: self.fetched[page] >= faces)
        assert self.fetched[page] == faces

    def laid(self) -> list[bool]:
        """Return of each card on the mat whether it lies face up."""
        return [placed.face_up for placed in self.virtual.scene().placed]

    def held(self, seat: int) -> set[str]:
        scene = self.virtual.scene()
        return {scene.faces[card] for card in scene.hands[seat]}


@pytest.fixture
def home(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Laptop]]:
    made = []

    def make(game: str, seats: int) -> Laptop:
        made.append(Laptop(Desk.open(tmp_path / "journal.sqlite"), browser, reads=False))
        made[-1].desk.do(Begin(game, {}, seats))
        made[-1].virtual.do(acts.Deal())
        return made[-1]

    yield make
    for home in made:
        home.close()


@pytest.mark.verify
def test_faces_are_on_the_phone_of_whose_they_are_and_a_tap_there_lays_one(
    home: Callable[..., Laptop],
) -> None:
    table = home("coup", 2)
    phones = [table.phone(seat) for seat in range(2)]
    laptop = table.open("/virtual", viewport=DESK)
    for seat, phone in enumerate(phones):
        expect(phone.locator("#held .held")).to_have_count(2)
        table.has_fetched(phone, table.held(seat))
    expect(laptop.locator(".hand")).to_have_count(4)
    laptop.locator(".hand").first.focus()
    laptop.keyboard.press("Enter")  # whose phone has them is said; nothing is laid
    expect(laptop.locator("#toast")).to_contain_text("phone")
    assert table.virtual.scene().placed == ()
    assert table.fetched[laptop] == set()
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    mine = phones[0].locator('#held .held[data-lays="yes"]')
    expect(mine).to_have_count(2)
    assert phones[1].locator('#held .held[data-lays="yes"]').count() == 0
    card = mine.first.get_attribute("data-card")
    mine.first.tap()
    phones[0].get_by_role("button", name=say("page.held.lay", zone="middle")).tap()
    expect(phones[0].locator("#held .held")).to_have_count(1)
    assert card is not None
    table.has_fetched(laptop, {card})
    (placed,) = table.virtual.scene().placed
    assert (placed.card, placed.face_up) == (card, True)


@pytest.mark.verify
def test_on_a_notebook_a_hand_is_covered_without_scrolling_and_no_plate_lies_over_a_pile(
    home: Callable[..., Laptop],
) -> None:
    table = home("plenty_coups", 3)
    table.phone(0)
    laptop = table.open("/virtual", viewport=NOTEBOOK)
    hand_of(laptop, 2).first.click()
    expect(laptop.locator("#sheet .held")).to_have_count(3)
    expect(laptop.locator("#sheet [data-key=cover]")).to_be_in_viewport(ratio=1)
    for seat in (1, 2):
        table.phone(seat)
    expect(laptop.locator('.tray[data-hands="no"]')).to_be_visible()
    laptop.evaluate(PAINTED)
    apart(boxes(laptop.locator(".spot, .tray .pile")), 1)


def test_at_the_forehead_each_phone_shows_all_cards_but_its_own(
    home: Callable[..., Laptop],
) -> None:
    table = home("coyote", 3)
    phones = [table.phone(seat) for seat in range(2)]
    laptop = table.open("/virtual", viewport=DESK)
    for seat, phone in enumerate(phones):
        expect(phone.locator("#held .held")).to_have_count(3)
        expect(phone.locator('#held .held[data-card=""]')).to_have_count(1)
        others = set.union(*(table.held(number) for number in range(3) if number != seat))
        table.has_fetched(phone, others)
    expect(laptop.locator("#note")).to_contain_text("\N{BLACK SQUARE}")
    assert table.fetched[laptop] == set()
    hand_of(laptop, 2).focus()
    laptop.keyboard.press("Enter")  # who has no phone looks there
    expect(laptop.locator("#sheet .held")).to_have_count(3)
    table.has_fetched(laptop, table.held(0) | table.held(1))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 3}))
    expect(laptop.locator("#sheet .held")).to_have_count(0)  # until anything else happens
    for seat, page, sizes in ((1, phones[1], (SMALL, SIDE)), (2, laptop, (UPRIGHT,))):
        expect(page.locator("#dock .pad")).to_be_visible()
        for size in sizes:  # beside the cards, all that may be done is on the screen
            page.set_viewport_size(size)
            for button in page.locator("#dock button").all():
                expect(button).to_be_in_viewport(ratio=1)
        table.desk.do(Move({"move": "announce", "seat": seat, "number": 3 + seat}))


@pytest.mark.verify
def test_a_back_that_is_dragged_is_turned_up_only_where_cards_are_read(
    home: Callable[..., Laptop],
) -> None:
    table = home("coup", 2)
    table.phone(0)
    laptop = table.open("/virtual", viewport=DESK)
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    for held, part, up in ((2, 0.92, False), (1, 0.5, True)):
        backs, mat = hand_of(laptop, 0), laptop.locator("#mat")
        expect(backs).to_have_count(held)  # else the one that was dragged may still be drawn there
        back = backs.first
        box, ground = back.bounding_box(), mat.bounding_box()
        assert box is not None
        assert ground is not None
        laptop.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        laptop.mouse.down()
        x, y = ground["x"] + ground["width"] * part, ground["y"] + ground["height"] / 2
        laptop.mouse.move(x, ground["y"] + ground["height"] / 2, steps=6)
        assert not any(table.laid())
        laptop.mouse.move(x, y)
        laptop.mouse.up()
        when(laptop, partial(lambda up: table.laid()[-1:] == [up], up))
        if not up:
            expect(laptop.locator("#toast")).to_contain_text(say("page.card.stays"))
    when(laptop, lambda: len(table.fetched[laptop]) == 1)
