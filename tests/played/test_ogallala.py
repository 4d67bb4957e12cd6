"""Ogallala in real browsers: at the virtual table's camera, and by the pictures of five phones.

What lies there at first is laid out; what is played is dragged or tapped, and read from frames.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from firmware.mats import load_mats
from referee.contract import By, Cell
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.ogallala.state.state import GROUNDS, top_card
from referee.ogallala.state.territory import cells
from tests.laid_out import lay_out
from tests.photos import territory
from tests.played.evening import Evening
from tests.played.home import RealHome
from tests.played.pictures import Phone, choose
from tests.referee.phase import phase
from tests.webui.pages import PATIENCE_MS, PHONE, all_fits, large_enough, say, sit
from vision.photo import decode_jpeg

DRAWS = ("cannon_left", "empty_stern", "tent")  # in this order


def lays(desk: Desk, seat: int, *cards: str, row: int = 1) -> None:
    """Have a player lay cards in a row, one after the other."""
    for column, card in enumerate(cards):
        laid = {"card": card, "row": row, "column": column}
        desk.do(Move({"move": "place", "player": seat, "source": "pile", "laid": laid}))


def discards(desk: Desk, seat: int, card: str) -> None:
    """Have a player discard a card, which ends the turn."""
    desk.do(Move({"move": "discard", "player": seat, "cards": [card]}))


class Duel(Evening):
    """Two players at the virtual table, one of them about to complete a canoe."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        desk = Desk.open(folder / "ogallala.sqlite")
        desk.do(Begin("ogallala", {}, 2))
        lays(desk, 0, "empty_bow", "warrior_g_red", "soldier", "fur")
        discards(desk, 0, "warrior_f_black")
        lays(desk, 1, "tobacco", "warrior_a_black")
        discards(desk, 1, "dynamite")
        lay_out(desk, DRAWS)
        super().__init__(desk, browser, 1)

    def laid(self, seat: int, card: str) -> Locator:
        """Return a card as it lies in a territory."""
        found = next(
            one.id
            for one in self.virtual.scene().placed
            if one.card == card
            and self.virtual.spread.zone_of(one.x_mm, one.y_mm) == f"territory:{seat}"
        )
        return self.page.locator(f'.placed[data-id="{found}"]')

    def draw(self) -> None:
        """Tap the pile that is highest."""
        self.page.locator('.stack[data-zone="pile:2"]').click()
        expect(self.page.locator(".hand")).to_have_count(1)

    def names(self, seat: int) -> list[list[str]]:
        """Return the cards of each row of a territory, from the left."""
        found = sorted(cells(self.state.territories[seat]), key=lambda one: one.column)
        return [[one.card for one in found if one.row == row] for row in range(3)]


@pytest.fixture
def duel(tmp_path: Path, browser: Browser) -> Iterator[Duel]:
    opened = Duel(tmp_path, browser)
    yield opened
    opened.close()


@pytest.mark.verify
def test_a_card_is_pushed_in_a_canoe_completed_another_captured_and_a_card_discarded(
    duel: Duel,
) -> None:
    spread = duel.virtual.spread
    fur = next(one for one in duel.virtual.scene().placed if one.card == "fur")
    duel.draw()
    expect(duel.page.locator(".fit").first).to_be_visible()
    with duel.moves("a card pushed in"):
        duel.drag_to(duel.page.locator(".hand"), fur.x_mm - 12, fur.y_mm)
    pushed = ["empty_bow", "warrior_g_red", "soldier", "cannon_left", "fur"]
    assert duel.names(0) == [[], pushed, []]
    with_stern = Cell("empty_stern", 1, len(pushed))
    duel.draw()
    (held,) = duel.virtual.scene().held.values()
    last = next(one for one in duel.virtual.scene().placed if one.card == "fur")
    at = spread.cell_at(last.x_mm, last.y_mm)
    assert at is not None
    number = [spread.cell_at(x, y) for x, y, _ in held.fits].index((at[0], at[1], at[2] + 1))
    with duel.moves("a canoe"):
        duel.page.locator(".fit").nth(number).click()
    assert with_stern in cells(duel.state.territories[0])
    assert phase(duel.state) == "attack"
    with duel.moves("an attack"):
        duel._drag(duel.laid(1, "tobacco"), duel.page.locator('.spot[data-spot="0"] .about'))
    left, upper, right, lower = spread.zones[str(GROUNDS)]
    duel.drag_to(duel.laid(1, "warrior_a_black"), (left + right) / 2, (upper + lower) / 2)
    assert duel.state.phase.held == ("tobacco",)
    with duel.moves("the spoils"):
        duel.page.locator(".hand").click()
    assert "tobacco" in [one.card for one in cells(duel.state.territories[0])]
    assert (duel.names(1), top_card(duel.state)) == ([[], [], []], "warrior_a_black")
    before = duel.match.seq
    duel.page.click("[data-key=look0]", position={"x": 6, "y": 6})  # small while the other plays
    duel.page.click("[data-key=along00]")
    expect(duel.page.locator("[data-key=along00]")).to_be_enabled()
    duel.draw()
    with duel.moves("a discard"):
        duel.drag_to(duel.page.locator(".hand"), (left + right) / 2, (upper + lower) / 2)
    assert (duel.match.seq, top_card(duel.state), duel.state.turn) == (before + 1, "tent", 0)
    assert {entry.by.kind for entry in duel.match.log[-5:]} == {By.CAMERA}
    expect(duel.page.locator('.spot[data-spot="0"] .counter')).to_have_text(
        str(duel.match.view(None).seats[0].tokens[0].count)
    )


SEATS = 5
SHOWN = (0, 4)  # whose phones are pages; the others send what a page would
TWICE = ("warrior_a", "warrior_b", "warrior_c", "warrior_d", "warrior_e")


@pytest.mark.verify
def test_five_phones_send_pictures_of_their_territories_and_each_is_a_turn(
    tmp_path: Path, browser: Browser
) -> None:
    evening = RealHome(tmp_path, browser)
    evening.desk.do(Begin("ogallala", {}, SEATS))
    for seat, card in enumerate(TWICE):
        lays(evening.desk, seat, f"{card}_red")
        discards(evening.desk, seat, ("fur", "tobacco", "tent", "eagle", "dynamite")[seat])
    mats = load_mats("ogallala", SEATS)[1:]
    try:
        pages = {seat: evening.open("/", viewport=PHONE) for seat in SHOWN}
        for seat, page in pages.items():
            sit(page, seat)
        for seat, card in enumerate(TWICE):
            twice = [(f"{card}_red", 1, 4), (f"{card}_black", 2, 5)]  # the same once more: it ends
            lying = decode_jpeg(territory(twice, mats[seat]))
            if seat in pages:
                page = pages[seat]
                expect(page.locator("body")).to_have_attribute("data-seq", str(evening.match.seq))
                choose(page, "photo", lying)
                came = page.locator("#sheet .came")
                expect(came).to_have_text(say("table.photo.moved"), timeout=PATIENCE_MS)
                page.click("[data-key=done]")
            else:
                assert Phone(evening, seat).send(lying)["came"] == "moved"
            assert evening.match.state.turn == (seat + 1) % SEATS
            assert len(cells(evening.match.state.territories[seat])) == 2
        for seat, page in pages.items():
            expect(page.locator(".cut[data-seat]:visible")).to_have_attribute(
                "data-seat", str(seat)
            )
        all_fits(pages[0])
        large_enough(pages[0])
    finally:
        evening.close()
