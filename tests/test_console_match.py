"""Whole matches in a real browser without a phone: knob, buttons and cards alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from referee.actor import HOST, at_seat
from referee.contract import Press
from referee.coup.state import claimer, waiting
from tests.process import PATIENCE_S
from tests.test_coup_match import PATIENCE_MS, Evening
from tests.webui.pages import picture

HIGH = 60  # more than two cards hold together


class Table(Evening):
    """People round a table without a phone: its knob, its buttons, its cards."""

    clicks = 0

    @property
    def screen(self) -> list[str]:
        """The display's lines, as they are read aloud to whoever has the knob in hand."""
        return (self.page.locator("#oled-text").text_content() or "").splitlines()

    @property
    def chosen(self) -> str:
        """The line that is chosen."""
        return " ".join(line[2:] for line in self.screen if line.startswith("> "))

    def key(self, key: str) -> bool:
        """Turn or push the knob with a key; tell whether the display answered."""
        before = self.page.locator("#oled").get_attribute("src")
        self.page.locator("#knob").focus()
        self.page.keyboard.press(key)
        end_s = time.monotonic() + (1.0 if key.startswith("Arrow") else PATIENCE_S)
        while self.page.locator("#oled").get_attribute("src") == before:
            if time.monotonic() > end_s:
                return False
            self.page.wait_for_timeout(10)
        return True

    def to(self, words: str) -> None:
        """Turn until the line with these words is the chosen one."""
        for way in ("ArrowDown", "ArrowUp"):
            while words not in self.chosen and self.key(way):
                pass
            if words in self.chosen:
                return
        raise AssertionError(f"no {words!r} among {self.screen}")

    def push(self) -> None:
        """Push, and see it answered."""
        self.clicks += 1
        assert self.key("Enter"), self.screen

    def take(self, *labels: str) -> int:
        """Turn to each of these and push; return how many pushes that took."""
        before = self.clicks
        for label in labels:
            self.to(label)
            self.push()
        return self.clicks - before

    def move(self, *labels: str) -> None:
        """Take these, the last of which makes a move."""
        with self.moves(str(labels)):
            self.take(*labels)

    def announce(self, label: str, least: int = 0) -> None:
        """Announce a number, turned up fast until it is `least` or more."""
        self.take(label)
        while (number := int(self.screen[1])) < least:
            self.key("PageDown")
        with self.moves("a number"):
            self.push()
        assert self.screen[0].startswith(f"{number} ")

    def reveal(self) -> None:
        """Lay the cards down, turn up what is wanted, and have all read."""
        self.page.click("#reveal")

        def counted() -> bool:
            if self.state.phase != "draw":
                return self.state.phase != "reveal"
            scene, reads = self.virtual.scene(), self.match.offers.reads()
            if reads and len(scene.placed) < reads[0][1].least:
                self.page.click("#pile")
                self.page.wait_for_timeout(200)
            return False

        self.until(counted, "the count")


@pytest.fixture
def open_table(tmp_path: Path, browser: Browser) -> Iterator[Callable[[int], Table]]:
    opened: list[Table] = []

    def open_(seed: int) -> Table:
        opened.append(Table(tmp_path, browser, seed))
        opened[-1].page.wait_for_selector("#knob")
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_a_match_of_coyote_is_played_by_knob_buttons_and_cards_alone(
    open_table: Callable[[int], Table],
) -> None:
    table = open_table(7)
    assert table.take("New match", "Players", "2") == 3
    table.take("Begin")
    table.until(lambda: table.desk.snapshot() is not None, "the match")
    assert (table.match.game.name, table.match.seats, table.match.log[0].by) == ("coyote", 2, HOST)
    first = True
    while table.match.outcome is None:
        table.deal(2)
        table.announce("Announce", 0 if first else HIGH)
        if first:
            table.move("Take back")
            table.announce("Announce")
            table.announce("Raise to", HIGH)
            picture(table.page, "console-coyote")
        caller = table.state.turn
        table.press(caller, Press.SHORT)
        assert table.match.log[-1].by == at_seat(caller)
        table.reveal()
        table.page.keyboard.press("Escape")
        if table.page.locator('#sheet [data-key="done"]').is_visible():
            table.page.click('#sheet [data-key="done"]')
        first = False
    assert "wins" in " ".join(table.screen)
    picture(table.page, "console-coyote-over")
    seq = table.match.seq
    assert table.take("Again") == 1  # a rematch is one push away
    table.until(lambda: table.match.seq > seq and table.match.outcome is None, "another match")
    assert table.match.seats == 2


def test_a_match_of_coup_is_played_by_knob_buttons_and_cards_alone(
    open_table: Callable[[int], Table],
) -> None:
    table = open_table(3)
    table.take("New match", "Game", "Coup")
    table.take("Seconds before moving on")
    while table.screen[1] != "1":
        table.key("ArrowUp")
    table.push()
    table.take("Begin")
    table.until(lambda: table.desk.snapshot() is not None, "the match")
    assert (table.match.game.name, table.match.options.least_s) == ("coup", 1)
    table.deal(6)
    by_knob = False
    while table.match.outcome is None:
        state = table.state
        seat = state.turn
        match state.phase:
            case "turn":
                target = next(
                    other for other in range(3) if other != seat and len(state.faces[other]) < 2
                )
                symbol = "●▲■"[target]
                if state.coins[seat] >= 7:
                    table.move("Coup for 7", symbol)
                elif state.coins[seat] >= 3:
                    table.move("Assassinate", symbol)
                else:
                    table.move("Tax")
            case "challenge" | "counter":
                other = waiting(state)[0]
                if by_knob:
                    table.press(other, Press.SHORT)
                else:  # with several who may answer, the seat is chosen first
                    table.move("●▲■"[other], "Challenge")
                    assert table.match.log[-1].by == at_seat(other)
                    by_knob = True
            case "block":
                table.press(waiting(state)[0], Press.DOUBLE)
            case "show":
                card = table.holds(claimer(state))
                if card is not None:
                    table.show(claimer(state), card)
                else:
                    table.press(claimer(state), Press.LONG)
        table.cards()
    assert by_knob
    expect(table.page.locator("#oled-text")).to_contain_text("wins", timeout=PATIENCE_MS)
    picture(table.page, "console-coup-over")
