"""A whole match in real browsers: dealt, announced, challenged, laid down, read, scored.

Everything is the program that people start: its process, its camera's frames, its journal,
its pages. The desk's page plays for three players with a mouse; a phone follows.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from referee.match.desk import Desk
from tests.matches import match_of
from tests.process import Process, eventually
from tests.webui.pages import DESK, PATIENCE_MS, PHONE

ALIVE = '#live[data-live="yes"]'
HIGH = 90  # more than any three cards hold: whoever announces it loses the challenge


class Players:
    """Three people at the virtual table's page, and what its state says of the match."""

    def __init__(self, process: Process, page: Page) -> None:
        self.process = process
        self.page = page
        self.laid: list[list[str]] = []

    def state(self) -> Any:
        return self.process.state()

    def deal(self) -> None:
        # Not by the pointer: a banner that comes this very moment would take the press.
        self.page.locator("#deal:visible").evaluate("button => button.click()")
        seats_in = sum(not seat["out"] for seat in self.state()["seats"])
        expect(self.page.locator(".hand")).to_have_count(seats_in, timeout=PATIENCE_MS)

    def announce(self, number: int) -> None:
        before = self.state()["seq"]
        # By keys: what stands above the pad goes as cards are dealt, and a click may meet nothing.
        self.page.locator('#forms [data-key="done"]').focus()
        self.page.keyboard.type(str(number))
        self.page.keyboard.press("Enter")
        eventually(lambda: self.state()["seq"] > before)
        expect(self.page.locator("#now .number")).to_have_text(str(number), timeout=PATIENCE_MS)

    def challenge(self) -> None:
        offers = self.state()["offers"]
        seat = next(offer["seat"] for offer in offers if offer["shown"]["press"])
        self.page.locator(f'.led[data-seat="{seat}"]').hover()  # waits until it stands still
        self.page.mouse.down()
        self.page.mouse.up()

    def lay_down_and_be_read(self) -> None:
        """Lay the hands down; turn up a drawn card where one is wanted; wait for the count."""
        strikes = self.strikes()
        self.page.click(".duty")

        def settled() -> bool:
            state = self.state()
            if state["scene"]["placed"] and not any(state["scene"]["hands"]):
                laid = len(state["scene"]["placed"])
                if any("pile" in duty["cards"] for duty in state["scene"]["duties"]):
                    self.page.click("#pile")
                    eventually(lambda: len(self.state()["scene"]["placed"]) > laid)
            return self.strikes() > strikes

        eventually(settled)
        self.laid.append(sorted(card["card"] for card in self.state()["scene"]["placed"]))

    def strikes(self) -> int:
        return sum(token["count"] for seat in self.state()["seats"] for token in seat["tokens"])


def open_page(browser: Browser, process: Process, path: str, size: Any) -> Page:
    page = browser.new_context(viewport=size, locale="en").new_page()
    page.goto(f"http://127.0.0.1:{process.port}{path}")
    page.wait_for_selector(ALIVE, timeout=PATIENCE_MS)
    return page


def test_three_players_play_a_whole_match_through_the_virtual_table_and_a_phone_follows(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("--edition", "tomahawk", "--option", "strikes=1")  # two rounds, one of each kind
    process = Process(tmp_path, "--seats", "3", *options, "--seed", "7")
    desk_page = open_page(browser, process, "/virtual", DESK)
    phone = open_page(browser, process, "/", PHONE)
    players = Players(process, desk_page)
    rounds = 0
    while not players.state()["over"]:
        rounds += 1
        assert rounds < 20
        players.deal()
        players.announce(rounds)
        players.announce(HIGH)
        expect(phone.locator("#focus")).to_contain_text(str(HIGH), timeout=PATIENCE_MS)
        players.challenge()
        players.lay_down_and_be_read()
        total, over = players.state()["count"]["steps"][-1]["total"], players.state()["over"]
        if over:  # The last count covers no winner.
            expect(phone.locator(".winner")).to_be_visible(timeout=PATIENCE_MS)
            phone.click("#menu")
            phone.click("#sheet [data-key=count]")
        expect(phone.locator("#sheet")).to_be_visible(timeout=PATIENCE_MS)
        expect(phone.locator("#sheet .sum .total").last).to_contain_text(
            str(total).replace("-", "−"), timeout=PATIENCE_MS
        )
        if not over:
            desk_page.click('#sheet [data-key="done"]')
    phone.keyboard.press("Escape")
    expect(phone.locator(".winner")).to_be_visible(timeout=PATIENCE_MS)
    over = players.state()["over"]
    process.kill(signal.SIGTERM)
    for page in (desk_page, phone):
        page.context.close()

    desk = Desk.open(tmp_path / "play.sqlite")
    match = match_of(desk)
    outcome = match.game.rules.outcome(match.state)
    assert outcome is not None
    assert list(outcome.winners) == over["winners"]
    moves = [json.loads(line) for line in desk.export()[1:]]
    read = [sorted(move["cards"]) for move in moves if move.get("move") == "cards_read"]
    desk.close()
    # What the camera read in every reveal is what lay on the mat, card for card.
    assert [cards for cards in read if cards in players.laid] == players.laid
