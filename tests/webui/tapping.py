"""Matches played on a page by taps alone, counted there, while cards are read as a camera would."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from referee import words
from referee.actor import CAMERA
from referee.contract import AskSeat, By, Offer
from referee.match.commands import Move
from referee.offers import AskChoice, AskNumber
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from tests.webui.fake import FakeTable

COUNT = """() => {
    if (window.taps !== undefined) return;
    window.taps = 0;
    addEventListener("click", event => { if (event.isTrusted) window.taps += 1; }, true);
}"""


class Taps:
    """The taps that something takes on a page, as the page itself hears them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(COUNT)
        self.before = self._all()

    def _all(self) -> int:
        return int(self.page.evaluate("window.taps"))

    def many(self) -> int:
        """Return how many there were since the last time."""
        before, self.before = self.before, self._all()
        return self.before - before


def shows(page: Page, table: FakeTable) -> None:
    """Wait until a page shows the newest state of the match."""
    expect(page.locator("body")).to_have_attribute("data-seq", str(match_of(table.desk).seq))


def read(table: FakeTable, chance: random.Random) -> None:
    """Let the camera read what is asked for: any cards that there may be."""
    offers = match_of(table.desk).offers
    asked = tuple(offer for offer in offers if offer.by is By.CAMERA)
    table.desk.do(Move(choose(type(offers)(asked, offers.cues), chance)), CAMERA)


def take_up(within: Locator, offer: Offer, chance: random.Random) -> None:
    """Take an offer up: tap it, then an answer to what it asks, if it asks."""
    key = ".".join([offer.move, *map(str, offer.given.values())])
    number = any(isinstance(ask, AskNumber) for ask in offer.ask)
    button = within.locator(f'[data-key="{key}"]', has_text=words.say(offer.label))
    if not number or button.count():
        button.click()
    for ask in offer.ask:
        options: Any = ()
        if isinstance(ask, AskSeat):
            options = ask.seats
        elif isinstance(ask, AskChoice):
            options = [choice.value for choice in ask.choices]
        if options:
            within.locator(f'[data-key="{key}.{chance.choice(options)}"]').click()
    if number:
        within.locator(f'[data-key="done"][data-move="{offer.move}"]').click()
