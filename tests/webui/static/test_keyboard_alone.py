"""Whoever plays with a keyboard alone always has the focus, and hears what is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.contract import AskSeat, By, Offer
from referee.match.commands import Begin, Move
from referee.offers import AskChoice, AskNumber
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, Open, sit
from tests.webui.tapping import read, shows

MOVES = 14
OPTIONS = {"coyote": {}, "coup": {"least_s": 0, "most_s": 60}}
MOST_TABS = 120
HELD = """() => {
    const { activeElement: now } = document;
    return { tag: now.tagName, key: now.dataset.key ?? null, seat: now.dataset.seat ?? null,
             words: (now.getAttribute("aria-label") ?? now.textContent).trim() };
}"""


def held(page: Page) -> Any:
    """Return what has the focus, and the words that a screen reader says."""
    return page.evaluate(HELD)


def go(page: Page, key: str, seat: int | None = None) -> None:
    """Move the focus to a button by Tab alone, wherever it is on the page, and press Enter."""
    for _ in range(MOST_TABS):
        now = held(page)
        if now["key"] == key and (seat is None or now["seat"] == str(seat)):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {key}")


def has_focus(page: Page) -> None:
    """Check that the focus is on something that says what it is."""
    now = held(page)
    assert now["tag"] != "BODY"
    assert now["words"]


def take_up(page: Page, offer: Offer, chance: random.Random) -> None:
    """Make an offered move by keys, with any answer to what it asks."""
    key = ".".join([offer.move, *map(str, offer.given.values())])
    (ask,) = offer.ask or (None,)
    if isinstance(ask, AskNumber):
        page.keyboard.type(str(ask.least))
        go(page, "done")
        return
    go(page, key, offer.seat)
    if isinstance(ask, AskSeat | AskChoice):
        options = ask.seats if isinstance(ask, AskSeat) else [one.value for one in ask.choices]
        expect(page.locator(f'[data-key^="{key}."]').first).to_be_visible()
        has_focus(page)
        assert held(page)["tag"] != "BUTTON"  # on the question, so that a second Enter does nothing
        go(page, f"{key}.{chance.choice(list(options))}")


@pytest.mark.parametrize("path", ["/", "/table"])
@pytest.mark.parametrize("game", ["coyote", "coup"])
def test_a_round_is_played_by_the_keyboard_alone(
    open_page: Open, table: FakeTable, game: str, path: str
) -> None:
    chance = random.Random(3)
    table.do(Begin(game, OPTIONS[game], 3))
    page = open_page(path, PHONE if path == "/" else DESK)
    if path == "/":
        sit(page, 0)
        table.do(Begin(game, OPTIONS[game], 3))
    for _ in range(MOVES):
        shows(page, table)
        match = match_of(table.desk)
        own = [one for one in match.offers if one.by is By.SEAT and not one.aside]
        mine = [one for one in own if path == "/table" or one.seat == 0]
        if page.locator('#sheet[data-kind="ruling"]').is_visible():
            page.keyboard.press("Escape")
            has_focus(page)
        if mine:
            take_up(page, chance.choice(mine), chance)
            expect(page.locator("body")).not_to_have_attribute("data-seq", str(match.seq))
            has_focus(page)
        elif own:
            table.desk.do(Move(choose(type(match.offers)(tuple(own), match.offers.cues), chance)))
        else:
            read(table, chance)


def test_back_returns_to_the_action_and_a_card_stays_under_the_finger(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", OPTIONS["coup"], 3))
    page = open_page()
    sit(page, 0)
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 3}))
    shows(page, table)
    go(page, "declare.extort")
    expect(page.locator('[data-key="declare.extort.1"]')).to_be_visible()
    go(page, "back")
    assert held(page)["key"] == "declare.extort"

    desk = open_page("/table", DESK)
    table.do(Begin("coyote", {}, 3))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    shows(desk, table)
    go(desk, "typed.cards_read")
    desk.locator('#sheet .cards [data-card="5"]').focus()
    for card in ("5", "6"):  # the same card, and the next one when none of it is left
        desk.keyboard.press("Enter")
        assert desk.evaluate("document.activeElement.dataset.card") == card
    go(desk, "place1")
    assert held(desk)["key"] == "place1"
