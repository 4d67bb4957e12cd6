"""Games that no file of the project knows: played at the virtual table, phone and console.

They lie in the data folder and the owner trusts them; nothing else tells the table of them.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from firmware.games import trust
from referee import examples
from tests.process import Process, eventually
from tests.test_whole_match import open_page
from tests.webui.pages import DESK, PATIENCE_MS, PHONE, hand_of, picture

EXAMPLE = Path(examples.__file__).parent / "high_card"
GAME = ("--game", "high_card", "--option", "points=1", "--seats", "2", "--seed", "3")


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
