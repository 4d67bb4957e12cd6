"""Games that no file of the project knows: played at the virtual table, phone and console.

They lie in the data folder and the owner trusts them; nothing else tells the table of them.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from firmware.games import trust
from referee import examples
from tests.process import Process, eventually
from tests.test_whole_match import open_page
from tests.webui.pages import DESK, PATIENCE_MS, PHONE, hand_of, picture

EXAMPLE = Path(examples.__file__).parent / "high_card"
GAME = ("--game", "high_card", "--option", "points=1", "--seats", "2", "--seed", "3")

GAME_OF_LIES = ("--game", "one_lie", "--option", "lives=1", "--seats", "2", "--seed", "3")
SIT = """fetch("/api/seat/take", {method: "POST", body: '{"seat": 0}',
    headers: {"Content-Type": "application/json"}})"""


def moved_on(process: Process, seq: int) -> bool:
    return bool(process.state()["seq"] > seq)


def test_a_game_from_elsewhere_is_played_in_a_browser_to_its_end(
    browser: Browser, tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "games" / "high_card")
    trust(tmp_path, "high_card")
    process = Process(tmp_path, *GAME)
    table = open_page(browser, process, "/virtual", DESK)
    phone = open_page(browser, process, "/", PHONE)
    expect(phone.locator("main")).to_contain_text("plays a card", timeout=PATIENCE_MS)
    rounds = 0
    while not process.state()["over"]:
        rounds += 1
        assert rounds < 10
        table.click("#deal")
        expect(table.locator(".hand")).to_have_count(2, timeout=PATIENCE_MS)
        expect(table.locator("#oled-text")).to_contain_text("Play a card", timeout=PATIENCE_MS)
        for _ in range(2):
            seq, turn = process.state()["seq"], process.state()["focus"]["seat"]
            card = hand_of(table, turn)
            card.hover()
            table.mouse.down()
            zone = process.state()["scene"]["zones"][f"seat:{turn}"]
            mat, size = table.locator("#mat").bounding_box(), process.state()["scene"]["mat_mm"]
            assert mat is not None
            x = mat["x"] + mat["width"] * (zone[0] + zone[2]) / 2 / size[0]
            y = mat["y"] + mat["height"] * (zone[1] + zone[3]) / 2 / size[1]
            table.mouse.move(x, y, steps=4)
            table.mouse.up()
            eventually(partial(moved_on, process, seq))
        if rounds == 1:
            picture(table, "sixth-virtual")
            picture(phone, "sixth-phone")
    expect(phone.locator("main")).to_contain_text("has won", timeout=PATIENCE_MS)
    phone.goto(f"http://127.0.0.1:{process.port}/rules/high_card")
    expect(phone.locator("main")).to_contain_text("gets one card", timeout=PATIENCE_MS)


@pytest.mark.verify
def test_a_game_with_cards_face_down_is_played_by_taps_against_a_bot_to_its_end(
    browser: Browser, tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLE.with_name("one_lie"), tmp_path / "games" / "one_lie")
    trust(tmp_path, "one_lie")
    process = Process(tmp_path, *GAME_OF_LIES)
    phone = open_page(browser, process, "/", PHONE)
    phone.evaluate(SIT)
    process.post("/api/seat/over", {"seat": 1, "level": "gentle"})
    phone.reload()
    phone.get_by_text("Play without a name").click(timeout=PATIENCE_MS)
    phone.locator('.held[data-lays="yes"]').first.click(timeout=PATIENCE_MS)  # the bot has dealt
    phone.locator('#sheet [data-key^="lay:"]').click()
    eventually(partial(backs, process, 1))
    phone.locator('[data-key="claim"]').click()
    picture(phone, "one-lie-phone")
    ace = phone.get_by_role("button", name="ace", exact=True)
    eventually(partial(tapped, ace, process, 2))
    doubt = phone.locator('[data-key="doubt"]')
    eventually(lambda: process.state()["over"] or doubt.is_visible())
    if not process.state()["over"]:  # it believed, and has laid a card face down as well
        assert backs(process, 2)
        picture(open_page(browser, process, "/virtual", DESK), "one-lie-virtual")
        doubt.click()
    eventually(lambda: process.state()["over"])
    expect(phone.locator("main")).to_contain_text("The match is over", timeout=PATIENCE_MS)


def tapped(button: Locator, process: Process, seq: int) -> bool:
    """Tap a button that is there; return whether the match has gone on."""
    if button.is_visible():
        button.click()
    return moved_on(process, seq)


def backs(process: Process, count: int) -> bool:
    """Whether so many cards lie face down."""
    return sum(not one["face_up"] for one in process.state()["scene"]["placed"]) == count
