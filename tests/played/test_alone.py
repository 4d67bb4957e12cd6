"""One person with the table's own players, at the virtual table: begun, marked, handed over, back.

On real sockets, in a browser: the laptop, a seat's phone, a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from firmware.bots import bots
from referee.match.desk import Desk
from tests.breadth import breadth
from tests.played.home import VirtualHome
from tests.webui.pages import (
    NOTEBOOK,
    hand_of,
    say,
    when,
)


@pytest.fixture
def home(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[VirtualHome]:
    monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
    monkeypatch.setattr(bots, "CHORE_S", 0.05)
    monkeypatch.setattr(bots, "LOOK_S", 0.2)
    with closing(VirtualHome(Desk.open(tmp_path / "journal.sqlite"), browser)) as made:
        yield made


@pytest.mark.parametrize("locale", breadth(["en", "fr"]))
def test_one_person_is_in_a_match_of_coup_with_three_taps_from_the_first_page(
    home: VirtualHome, locale: str
) -> None:
    laptop = home.open("/virtual", viewport=NOTEBOOK, locale=locale)
    laptop.click('.game[data-game="coup"]')
    laptop.click("[data-key=alone]")
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
    scene = home.virtual.scene()
    big = home.open("/table", viewport=NOTEBOOK, locale=locale)
    expect(big.locator(".seat .bot")).to_have_count(2)
