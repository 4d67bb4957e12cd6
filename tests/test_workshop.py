"""Setting a table up in a real browser, on the virtual table: calibration, and a deck taught."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.process import Process, eventually
from tests.webui.pages import DESK, PATIENCE_MS
from vision.decks.deck import load_deck

CARDS = ("1", "2", "20", "-5", "night")


@pytest.fixture
def process(tmp_path: Path) -> Process:
    return Process(tmp_path, "--edition", "kidult", "--seats", "3", "--seed", "3", "--quiet")


@pytest.fixture
def page(browser: Browser, process: Process) -> Iterator[Page]:
    page = browser.new_context(viewport=DESK, locale="en").new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{process.port}/table")
    yield page
    page.context.close()
    assert errors == []


def follow_link(page: Page, text: str) -> None:
    """Follow a link of the host's drawer, which C opens."""
    page.wait_for_selector('#live[data-live="yes"]')
    if page.get_attribute("#controls", "aria-expanded") == "false":
        page.keyboard.press("c")
    page.click(f"text={text}")


def says(page: Page, text: str) -> None:
    expect(page.locator("#say")).to_contain_text(text, timeout=PATIENCE_MS)


def kept(page: Page, card: str) -> None:
    page.wait_for_selector(f'[data-card="{card}"][data-kept="yes"]')


@pytest.mark.verify
def test_a_deck_is_taught_left_killed_taken_up_tried_and_played_with(
    page: Page, process: Process, tmp_path: Path
) -> None:
    follow_link(page, "Teach a deck")
    page.wait_for_selector("#tray button")
    page.fill("[name=name]", "../ours")
    page.select_option("[name=list]", "")
    page.fill("[name=cards]", " ".join((*CARDS, "night")))
    page.click("button.main")
    expect(page.locator("#toast")).to_contain_text(
        "cannot be the name of a deck", timeout=PATIENCE_MS
    )
    page.fill("[name=name]", "Ours")
    page.click("button.main")
    says(page, "Show me the 1.")
    page.click('[data-lay="1"]')
    kept(page, "1")
    page.check(".beside input")
    page.click('[data-lay="10"]')
    says(page, "There are 2 cards here")
    page.uncheck(".beside input")
    page.click('[data-lay="2"]')
    kept(page, "2")

    process.kill(signal.SIGKILL)
    assert load_deck(tmp_path / "decks" / "Ours").missing == ("20", "-5", "night")
    again = Process(tmp_path, "--quiet")
    page.goto(f"http://127.0.0.1:{again.port}/teach")
    page.wait_for_selector("#tray button")
    page.click("text=Ours")
    says(page, "was already a card")  # the 2, which must not be taken for the 20
    for card in ("20", "-5", "night"):
        page.click(f'[data-lay="{card}"]')
        kept(page, card)
        expect(page.locator(f'[data-card="{card}"] img')).to_be_visible()
    page.click('[data-lay="back"]')
    kept(page, "BACK")
    page.wait_for_selector(".fine")
    deck = load_deck(tmp_path / "decks" / "Ours")
    assert deck.missing == ()
    assert deck.counts == {**dict.fromkeys(CARDS, 1), "night": 2}
    page.click('[data-card="20"]')  # once more, as one would after a bad picture
    says(page, "20")
    page.click('[data-lay=""]')
    says(page, "Show me the 20.")
    page.click("text=Continue later")
    page.wait_for_selector("form.match")
    page.goto(f"http://127.0.0.1:{again.port}/virtual")
    page.wait_for_selector('#live[data-live="yes"]')
    # The table reads again, and what lies there is soon read.
    eventually(lambda: again.state()["watching"], [])
