"""Deals of Coup d'État in real browsers: at the table alone, and with four phones.

Cards are read by the camera. What lies between a deal's first trick and its last goes to the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.actor import at_seat
from referee.contract import By, Press
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.reports import virtual_acts as acts
from tests.played.evening import Evening
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.dealing import Table
from tests.webui.pages import PATIENCE_MS, all_fits, picture, say

SEATS = 4
DRAWN = ("AC", "9D", "9H", "9S")  # the first seat presides


class Party(Evening):
    """Four people with real cards: who may play what is known to `hands`, not to the referee."""

    def __init__(self, folder: Path, browser: Browser, **options: Any) -> None:
        """Begin, draw for the Presidency, and deal at the virtual table."""
        desk = Desk.open(folder / "coup_detat.sqlite")
        desk.do(Begin("coup_detat", options, SEATS))
        for seat, card in enumerate(DRAWN):
            desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
        desk.do(Move({"move": "cleared"}))
        super().__init__(desk, browser, 7)
        self.hands = Table(options, SEATS, Random(1))
        self.deal(SEATS * 8)
        scene = self.virtual.scene()
        self.hands.dealt = [[scene.faces[id_] for id_ in hand] for hand in scene.hands]
        self.hands.table = self.virtual.snapshot()[0].pile.faces[self.backs[0]]
        self.hands.state = self.state
        self.hands.deal = self.hands.deals

    @property
    def phase(self) -> str:
        """The phase by its word."""
        return summary.phase(self.state)

    @property
    def contract(self) -> str:
        """The contract that was named."""
        return summary.tricks(self.state).contract

    @property
    def backs(self) -> list[str]:
        """The ids of the cards that lie face down: the table card, until it is taken up."""
        return [card.id for card in self.virtual.scene().placed if not card.face_up]

    def put_away(self) -> int:
        """See the Coup card laid away for the table card; return who held it."""
        holder = self.hands.holder()
        assert holder is not None
        self.until(lambda: not self.backs, "that the table card is taken up")
        self.hands.swap()
        return holder

    def lies(self, card: str) -> str:
        """Return the id of a card."""
        return next(id_ for id_, face in self.virtual.scene().faces.items() if face == card)

    def tap_card(self, card: str) -> None:
        """Choose a card that is held or lies at hand; it is read where it is wanted."""
        expect(self.page.locator("body")).to_have_attribute("data-seq", str(self.match.seq))
        id_, hands = self.lies(card), self.virtual.scene().hands
        holder = next((seat for seat, hand in enumerate(hands) if id_ in hand), None)
        with self.moves(card):
            if self.phones and holder is not None:
                phone = self.phones[holder]
                phone.locator(f'#held [data-key="{id_}"]').press("Enter", timeout=PATIENCE_MS)
                phone.click('#sheet [data-key^="lay:"]', timeout=PATIENCE_MS)
            else:
                self.page.locator(f'[data-id="{id_}"]').focus()
                self.page.keyboard.press("Enter")

    def trick(self) -> None:
        """Play a trick by tapping a card of each, and gather it."""
        for _ in range(SEATS):
            self.hands.state = self.state
            self.hands.step()
            self.tap_card(self.hands.moves[-1]["cards"][0])
            assert summary.laid(self.state) == summary.laid(self.hands.state)
        assert self.phase == "clear"
        with self.moves("a gathered trick"):
            self.page.click("#gather")

    def until_trick(self, number: int) -> None:
        """Have tricks played without anybody looking, up to one.

        They are made up first: pages skip what comes at once.
        """
        self.hands.state, before = self.state, len(self.hands.moves)
        while (
            summary.phase(self.hands.state) != "play"
            or len(summary.tricks(self.hands.state).tricks) < number
        ):
            self.hands.step()
        for move in self.hands.moves[before:]:
            if move["move"] == "card_played":
                self.virtual.do(acts.Take(self.lies(move["cards"][0])))
            self.desk.do(Move(move))


@pytest.fixture
def party(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., Party]]:
    opened: list[Party] = []

    def open_(**options: Any) -> Party:
        opened.append(Party(tmp_path, browser, **options))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


@pytest.mark.verify
def test_a_deal_is_played_by_a_contract_card_buttons_and_cards_alone(
    party: Callable[..., Party],
) -> None:
    table = party()
    holder = table.hands.holder()
    assert holder is not None
    table.press(holder, Press.LONG)
    assert (table.phase, table.match.log[-1].by) == ("name", at_seat(holder))
    table.put_away()
    table.tap_card("victory")
    assert table.contract == "victory"
    table.trick()
    picture(table.page, "coup-detat-virtual")
    table.until_trick(7)
    table.trick()
    assert (table.phase, table.state.deals) == ("coup", 2)
    assert sum(table.state.accounts.cash) + table.state.accounts.bank == SEATS * 10_000
    assert table.match.log[-1].by.kind is By.CAMERA
    expect(table.page.locator("#sheet .verdict")).to_contain_text("F", timeout=PATIENCE_MS)
    picture(table.page, "coup-detat-virtual-counted")


def told(page: Page) -> str:
    """Return all that a page was sent, and all that it shows."""
    sent = page.evaluate("fetch('/api/state?view=phone').then((answer) => answer.text())")
    return f"{sent} {page.locator('body').inner_text()}"


@pytest.mark.verify
def test_a_deal_with_four_phones_tells_of_a_secret_coup_on_its_own_phone_alone(
    party: Callable[..., Party],
) -> None:
    table = party(secret_coup=True)
    table.sit_down(SEATS)
    holder = table.hands.holder()
    assert holder is not None
    table.tap(holder, "decline")
    table.put_away()
    table.tap(0, "name_contract", "name_contract.victory")
    assert table.contract == "victory"
    for seat, lodges in ((1, True), (2, False), (3, False)):
        key = say("coup_detat.offer.lodge" if lodges else "coup_detat.offer.no")
        with table.moves(key):
            button = table.phones[seat].locator(f'[data-key="answer.{str(lodges).lower()}"]')
            button.click(timeout=PATIENCE_MS)
    assert summary.tricks(table.state).answers.given == (False, True, False, False)
    lodged, not_lodged = say("coup_detat.lodged"), say("coup_detat.not_lodged")
    for seat, page in enumerate((*table.phones, table.page)):
        assert (lodged in told(page)) is (seat == 1)
        assert (not_lodged in told(page)) is (seat in (2, 3))
    picture(table.phones[1], "coup-detat-lodged")
    for phone in table.phones:
        all_fits(phone)
    table.until_trick(7)
    table.trick()
    for phone in table.phones:
        said = say("coup_detat.secret_fails", seat=1).split(",")[0]
        expect(phone.locator("body")).to_contain_text(said, timeout=PATIENCE_MS)
    picture(table.phones[0], "coup-detat-counted")
