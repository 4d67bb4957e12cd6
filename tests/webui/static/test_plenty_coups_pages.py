"""Pages at a table of Plenty Coups: offers, full camps, the count, the neutral tribe's hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from flask import Flask
from playwright.sync_api import APIResponse, Route, expect

from referee import words
from referee.contract import By, Message
from referee.match.commands import Begin, Move
from referee.plenty_coups import GAME
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from tests.referee.plenty_coups.public_state import PublicState
from tests.webui.fake import FakeTable
from tests.webui.pages import Open, boxes, sit, tap_menu, unseen, when

OFFERS = 7


def crowded(shown: PublicState) -> bool:
    """Whether a seat on turn is raided and allied, and has seven kinds of action."""
    offers = GAME.rules.offers(shown.state).for_seat(shown.turn)
    kinds = {offer.move for offer in offers if offer.by is By.SEAT and not offer.shown.press}
    stands = shown.raids[shown.turn] is not None and shown.bonds[shown.turn] is not None
    return stands and len(kinds) == OFFERS


def test_what_there_is_to_do_is_on_the_screen_and_the_count_says_whose_prestige_it_is(
    open_page: Open, table: FakeTable, app: Flask
) -> None:
    table.do(Begin("plenty_coups", {}, 4))
    chance = Random(1)

    def play(until: Callable[[PublicState], bool]) -> None:
        match = match_of(table.desk)
        while not until(PublicState(match.state)) and match.outcome is None:
            match = table.desk.do(Move(choose(match.offers, chance)))

    play(crowded)
    table.sees = False  # the phone has a button for a picture, too
    phone = open_page()
    sit(phone, PublicState(match_of(table.desk).state).turn)
    offers = phone.locator("#dock .actions > button")
    expect(offers).to_have_count(OFFERS)
    for box in boxes(offers):
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 740
    assert phone.evaluate("document.querySelector('#seats').clientHeight") > 96
    expect(phone.locator(".seat .you")).to_be_in_viewport(ratio=1)  # however the seats scroll
    phone.click("#dock [data-more]")
    expect(phone.locator("#dock [data-key=done]")).to_be_in_viewport(ratio=1)
    with unseen(app):
        play(lambda _: False)
    outcome = match_of(table.desk).outcome
    assert outcome is not None
    expect(phone.locator(".winner")).to_be_in_viewport(ratio=1)  # nothing covers the winner
    tap_menu(phone, "count")
    expect(phone.locator("#sheet .verdict p").first).to_contain_text(words.say(outcome.reason))
    names = phone.locator("#seats .name")
    steps = phone.locator("#sheet .sum .step")
    expect(steps.first).to_contain_text(names.first.text_content() or "?")
    expect(phone.locator("#sheet .sum thead th")).to_have_count(0)


@pytest.mark.verify
def test_after_a_move_nothing_stays_open_though_its_news_came_before_its_answer(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("plenty_coups", {}, 4))
    table.desk.do(Move({"move": "market_read", "cards": ["lynx_4", "bee_2", "horse", "moth_1"]}))
    phone = open_page()
    sit(phone, 0)
    table.desk.do(Move({"move": "take", "seat": 0, "cards": ["lynx_4", "bee_2"]}))
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
