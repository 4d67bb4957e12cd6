"""One person with the table's own players, at the virtual table: begun, marked, handed over, back.

On real sockets, in a browser: the laptop, a seat's phone, a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from firmware.bots import bots
from referee.actor import at_seat
from referee.coyote.state.moves import Challenge
from referee.match.commands import Move
from referee.match.desk import Desk
from tests.breadth import breadth
from tests.live import SMALL
from tests.played.home import VirtualHome
from tests.webui.pages import (
    PHONE,
    STRANGER,
    all_fits,
    hand_of,
    large_enough,
    nameless,
    picture,
    say,
    when,
)

NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}


class Room(VirtualHome):
    """A virtual table under a camera with small pictures."""

    size = SMALL


@pytest.fixture
def home(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[VirtualHome]:
    monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
    monkeypatch.setattr(bots, "CHORE_S", 0.05)
    monkeypatch.setattr(bots, "LOOK_S", 0.2)
    made = Room(Desk.open(tmp_path / "journal.sqlite"), browser)
    yield made
    made.close()


@pytest.mark.parametrize("locale", breadth(["en", "fr"]))
def test_one_person_is_in_a_match_of_coup_with_three_taps_from_the_first_page(
    home: VirtualHome, locale: str
) -> None:
    laptop = home.open("/virtual", viewport=NOTEBOOK, locale=locale)
    laptop.click('.game[data-game="coup"]')
    laptop.click("[data-key=alone]")
    picture(laptop, f"alone-form-{locale}")
    laptop.click("[data-key=start]")
    when(laptop, lambda: any(home.virtual.scene().hands))
    assert home.match.players.levels == {1: "fair", 2: "fair"}
    expect(hand_of(laptop, 0)).to_have_count(2)
    when(laptop, lambda: len(home.fetched[laptop]) > 0)
    scene = home.virtual.scene()
    assert home.fetched[laptop] <= {scene.faces[card] for card in scene.hands[0]}  # no other hand
    marks = laptop.locator(".spot .bot")
    expect(marks).to_have_text([say("bot.mark.fair", locale)] * 2)
    expect(marks.first).to_have_attribute("aria-label", say("bot.played.fair", locale))
    laptop.locator("#forms [data-move=declare]").first.click()
    when(laptop, lambda: any(entry.by.seat == 1 for entry in home.match.log))  # it plays by itself
    picture(laptop, f"alone-virtual-{locale}")
    scene = home.virtual.scene()
    big = home.open("/table", viewport=NOTEBOOK, locale=locale)
    expect(big.locator(".seat .bot")).to_have_count(2)
    picture(big, f"alone-table-{locale}")


@pytest.mark.verify
def test_the_games_of_the_first_page_open_for_one_person_alone(home: VirtualHome) -> None:
    page = home.open("/", viewport=PHONE)
    page.click("#menu")
    page.click("#sheet [data-key=new]")
    page.click("#sheet .pick:has([value=alone])")
    page.click('#sheet [data-game="coup_detat"]')
    expect(page.locator("#sheet [name=company][value=alone]")).to_be_checked()
    page.click("#sheet .pick:has([value=gentle])")
    expect(page.locator("#sheet .levels .reason")).to_have_text(say("page.level.gentle.how"))
    page.click("details.names summary")
    page.select_option('[name="level.2"]', "keen")
    large_enough(page)
    picture(page, "alone-phone-form")
    page.click("[data-key=start]")
    when(page, lambda: levels(home) == {1: "gentle", 2: "keen"})


def levels(home: VirtualHome) -> dict[int, str]:
    match = home.desk.snapshot()
    return {} if match is None else match.players.levels


@pytest.mark.verify
def test_a_seat_is_handed_to_the_table_and_back_and_its_phone_loses_sight_of_the_hand(
    home: VirtualHome,
) -> None:
    laptop = home.open("/virtual", viewport=NOTEBOOK)
    laptop.click('.game[data-game="coup"]')
    laptop.click("[data-key=alone]")
    laptop.click("[data-key=start]")
    when(laptop, lambda: any(home.virtual.scene().hands))
    phone = home.open("/", viewport=PHONE, has_touch=True, **STRANGER)
    stranger = home.open("/", viewport=PHONE, has_touch=True, **STRANGER)
    phone.tap('.seat[data-seat="0"]')
    home.confirm(phone, 0)
    nameless(phone)
    expect(phone.locator("#held .held")).to_have_count(2)
    expect(phone.locator(".seat .bot")).to_have_count(2)
    all_fits(phone)
    picture(phone, "alone-phone-seat")
    laptop.click("#menu")
    laptop.click("#sheet [data-key=host]")
    laptop.click("#sheet [data-key=over]")
    laptop.click("#sheet [data-key=whose0]")
    picture(laptop, "alone-hand-over")
    laptop.click('#sheet [data-key="table.keen"]')
    expect(phone.locator("#held .held")).to_have_count(0)
    expect(phone.locator("#notes")).to_contain_text("no longer sits there")
    expect(stranger.locator('.seat[data-seat="0"] .bot')).to_have_text(say("bot.mark.keen"))
    picture(phone, "alone-phone-told")
    stranger.tap('.seat[data-seat="1"]')  # somebody comes late
    home.confirm(stranger, 1)
    expect(stranger.locator("#sit h2")).to_be_visible()
    nameless(stranger)
    expect(stranger.locator("#held .held").first).to_be_visible()
    assert 1 not in home.match.players.levels
    stranger.click("#menu")
    stranger.click("#sheet [data-key=bot]")
    stranger.click("#confirm [value=yes]")
    expect(stranger.locator("#held .held")).to_have_count(0)
    when(stranger, lambda: home.match.players.levels == {0: "keen", 1: "fair", 2: "fair"})


@pytest.mark.verify
def test_a_teach_in_alone_goes_step_by_step_with_the_table_playing_the_others(
    home: VirtualHome,
) -> None:
    laptop = home.open("/virtual", viewport=NOTEBOOK)
    laptop.click("[data-key=beginalone]")
    when(laptop, lambda: levels(home) == {1: "gentle", 2: "gentle"})
    assert home.match.lesson
    lesson = laptop.locator("#lesson")
    expect(lesson).to_contain_text("Start low")
    laptop.click("#forms [data-key=done]")
    expect(lesson).to_contain_text("says a higher number")

    def doubted_or_mine() -> bool:
        moves = [entry.move for entry in home.match.log if entry.move is not None]
        return isinstance(moves[-1], Challenge) or bool(home.match.offers.for_seat(0))

    when(laptop, doubted_or_mine)
    picture(laptop, "alone-teach-in")
    if home.match.offers.for_seat(0):
        home.table.do(Move({"move": "challenge", "seat": 0}), at_seat(0))
    expect(lesson).to_contain_text(say("page.lesson.over"))
    laptop.locator("[data-key=again]:visible").first.click()
    when(laptop, lambda: not home.match.lesson)
    assert levels(home) == {1: "gentle", 2: "gentle"}
