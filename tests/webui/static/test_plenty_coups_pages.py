"""Pages at a table of Plenty Coups: offers, full camps, the count, the neutral tribe's hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from playwright.sync_api import APIResponse, Page, Route, expect

from referee import words
from referee.contract import By, Message
from referee.match.commands import Begin, Move
from referee.plenty_coups import GAME
from referee.reports.tabletop import Placed
from referee.reports.virtual_acts import Gather, Tap, VirtualAct
from tests.referee.plenty_coups.dealing import Table
from tests.referee.plenty_coups.public_state import PublicState
from tests.webui.fake import TABLE_MAT, FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, boxes, sit, when

OFFERS = 7


def crowded(shown: PublicState) -> bool:
    """Tell whether a seat on turn is raided and allied, and has seven kinds of action."""
    offers = GAME.rules.offers(shown.state).for_seat(shown.turn)
    kinds = {one.move for one in offers if one.by is By.SEAT and not one.shown.press}
    stands = shown.raids[shown.turn] is not None and shown.bonds[shown.turn] is not None
    return stands and len(kinds) == OFFERS


def test_what_there_is_to_do_is_on_the_screen_and_the_count_says_whose_prestige_it_is(
    open_page: Open, table: FakeTable
) -> None:
    played = Table({}, 4, Random(7))
    table.do(Begin("plenty_coups", {}, 4))

    def play(until: Callable[[PublicState], bool]) -> None:
        while not until(played.shown) and GAME.rules.outcome(played.state) is None:
            played.make(played.choose())
            table.desk.do(Move(played.moves[-1]))

    play(crowded)
    table.sees = False  # the phone has a button for a picture, too
    phone = open_page()
    sit(phone, played.shown.turn)
    offers = phone.locator("#dock .actions > button")
    expect(offers).to_have_count(OFFERS)
    for box in boxes(offers):
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 740
    assert phone.evaluate("document.querySelector('#seats').clientHeight") > 96
    expect(phone.locator(".seat .you")).to_be_in_viewport(ratio=1)  # however the seats scroll
    phone.click("#dock [data-more]")
    expect(phone.locator("#dock [data-key=done]")).to_be_in_viewport(ratio=1)
    play(lambda _: False)
    outcome = GAME.rules.outcome(played.state)
    assert outcome is not None
    expect(phone.locator("#sheet .verdict p").first).to_contain_text(words.say(outcome.reason))
    names = phone.locator("#seats .name")
    steps = phone.locator("#sheet .sum .step")
    expect(steps.first).to_contain_text(names.first.text_content() or "?")
    expect(phone.locator("#sheet .sum thead th")).to_have_count(0)


def test_at_the_virtual_table_the_neutral_tribe_of_two_has_a_hand_of_its_own(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    table.do(Begin("plenty_coups", {}, 2))
    page = open_page("/virtual", DESK)
    expect(page.locator(".spot.without")).to_have_count(0)
    virtual._faces = {f"card{n}": "weapon_3" for n in range(4)}
    virtual._hands = [("card0",), (), ("card1", "card2", "card3")]
    table.change()
    expect(page.locator(".spot.without .hand")).to_have_count(3)
    expect(page.locator("#held .own .hand")).to_have_count(1)
    table.do(Begin("plenty_coups", {}, 3))
    expect(page.locator(".spot .led")).to_have_count(3)
    expect(page.locator(".spot.without")).to_have_count(0)


def test_a_tap_on_the_pile_is_one_touch_of_it_however_many_cards_the_market_lacks(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(Begin("plenty_coups", {}, 3))
    virtual._faces, virtual._pile = {"card0": "horse"}, ["card0"]
    done: list[VirtualAct] = []
    monkeypatch.setattr(virtual, "do", done.append)
    page = open_page("/virtual", DESK)
    page.click("#pile")
    when(page, lambda: bool(done))
    assert done == [Tap("pile")]


def test_a_market_of_three_alike_is_cleared_by_one_button(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(Begin("plenty_coups", {}, 3))
    table.desk.do(Move({"move": "market_read", "cards": ["horse", "horse", "horse", "bee_2"]}))
    scene, done = virtual.scene, list[VirtualAct]()
    x_mm, y_mm = TABLE_MAT.size_mm[0] / 2, TABLE_MAT.size_mm[1] / 2
    lies = tuple(Placed(f"card{n}", "horse", x_mm, y_mm, 0.0, face_up=True) for n in range(2))
    whole = {"market": (0.0, 0.0, *TABLE_MAT.size_mm)}
    monkeypatch.setattr(
        virtual,
        "scene",
        lambda: replace(scene(), zones=whole, placed=lies, goes=tuple(one.id for one in lies)),
    )
    monkeypatch.setattr(virtual, "do", done.append)
    page = open_page("/virtual", DESK)
    expect(page.locator("#gather")).to_have_attribute("data-next", "yes")
    page.click("#gather")
    when(page, lambda: bool(done))
    assert done == [Gather("market")]
    lies = lies[:1]  # a single card goes by a tap on it
    table.change()
    expect(page.locator("#gather")).to_be_hidden()
    upon = Placed("card9", "bee_2", x_mm, y_mm, 0.0, face_up=True)  # where no tap reaches it
    monkeypatch.setattr(
        virtual,
        "scene",
        lambda: replace(scene(), zones=whole, placed=(*lies, upon), goes=("card0",)),
    )
    table.change()
    expect(page.locator("#gather")).to_be_visible()


def on_turn(open_page: Open, table: FakeTable) -> Page:
    """Return the phone of a player who has taken two cards and has actions left."""
    table.do(Begin("plenty_coups", {}, 4))
    table.desk.do(Move({"move": "market_read", "cards": ["lynx_4", "bee_2", "horse", "moth_1"]}))
    phone = open_page()
    sit(phone, 0)
    table.desk.do(Move({"move": "take", "seat": 0, "cards": ["lynx_4", "bee_2"]}))
    return phone


def test_after_a_move_nothing_stays_open_though_its_news_came_before_its_answer(
    open_page: Open, table: FakeTable
) -> None:
    phone = on_turn(open_page, table)
    held: list[tuple[Route, APIResponse]] = []
    phone.route("**/api/move", lambda route: held.append((route, route.fetch())))
    among = f'#dock [data-key="among.{words.say(Message("plenty_coups.among.raid"))}"]'
    phone.click(among)
    phone.locator('#dock [data-key^="raid.1"]').click()
    phone.click('#dock .cards [data-card="lynx_4"]')
    phone.click("#dock [data-key=done]")
    when(phone, lambda: len(held) == 1)
    expect(phone.locator("#dock .asked")).to_have_count(0)
    expect(phone.locator(among)).to_be_visible()
    phone.click(among)  # what is opened next is not closed by the answer
    route, answer = held.pop()
    route.fulfill(response=answer)
    table.change()
    expect(phone.locator("#dock .asked")).to_be_visible()


def test_what_was_sent_is_closed_though_the_same_is_offered_once_more(
    open_page: Open, table: FakeTable
) -> None:
    phone = on_turn(open_page, table)
    among = f'#dock [data-key="among.{words.say(Message("plenty_coups.among.gift"))}"]'
    phone.route("**/api/move", lambda route: route.fulfill(status=200, json={}))
    phone.click(among)
    phone.click('#dock [data-key="gift.1"]')
    phone.click('#dock .cards [data-card="lynx_4"]')
    phone.click("#dock [data-key=done]")
    expect(phone.locator("#dock .asked")).to_have_count(0)
    expect(phone.locator(among)).to_be_visible()
