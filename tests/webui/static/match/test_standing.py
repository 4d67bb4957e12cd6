"""What stands on a page as the match moves on: an opened choice, a refusal, the clock's ring."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from referee.actor import CAMERA
from referee.contract import Message
from referee.match.commands import Begin, Move, NamePlayer, Pause
from referee.reports.status import Denied
from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, STRANGER, Open, boxes, say, sit, when
from tests.webui.tapping import shows


@pytest.fixture
def coup(table: FakeTable) -> FakeTable:
    """A match of Coup: it is the first seat's turn, with coins for a coup."""
    table.do(Begin("coup", {}, 4))
    table.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    return table


def test_an_opened_choice_stays_open_for_as_long_as_it_is_offered(
    open_page: Open, coup: FakeTable
) -> None:
    page = open_page()
    sit(page, 0)
    page.click('#dock [data-key="declare.coup"]')
    target = page.locator('#dock .asked [data-key="declare.coup.2"]')
    expect(target).to_be_visible()
    coup.desk.do(NamePlayer(3, "Zoe"))
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 8}), CAMERA)
    shows(page, coup)
    expect(target).to_be_visible()
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 2}), CAMERA)
    shows(page, coup)
    expect(page.locator("#dock .asked")).to_have_count(0)  # not offered any more
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 7}), CAMERA)
    page.click('#dock [data-key="declare.coup"]')
    target.click()
    expect(page.locator("#dock .asked")).to_have_count(0)


def test_a_refusal_lies_over_no_button_and_goes_as_the_match_moves_on(
    open_page: Open, coup: FakeTable
) -> None:
    page = open_page()
    sit(page, 0)
    coup.denied = (Denied(0, Message("coyote.refused.nothing_to_challenge", {"seat": 0}), "CY-5"),)
    coup.change()
    toast = page.locator("#toast")
    expect(toast).to_be_visible()
    top = boxes(page.locator("#dock"))[0]["top"]
    assert boxes(toast)[0]["bottom"] < top
    coup.denied = ()
    coup.desk.do(Move({"move": "coins_set", "seat": 0, "coins": 3}), CAMERA)
    expect(toast).to_be_hidden()


@pytest.mark.verify
def test_all_see_the_ring_and_a_host_gives_more_time_until_a_pause_stops_it(
    open_page: Open, coup: FakeTable
) -> None:
    coup.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    host, phone, screen = (
        open_page("/table", DESK),
        open_page(**STRANGER),
        open_page("/table", DESK, **STRANGER),
    )
    for page in (host, phone, screen):
        expect(page.locator("#focus .ring")).to_be_visible()
    more = say("page.more_time")
    assert [page.get_by_text(more).count() for page in (phone, screen)] == [0, 0]

    def given(times: int) -> bool:
        return [one.kind for one in match_of(coup.desk).log].count("more_time") == times

    for times in (1, 2):  # a tap before the answer to the last one sends nothing
        host.click("[data-key=more-time]")
        when(host, partial(given, times))
    host.click("#log")
    said = say("page.log.more_time", who=say("page.by.host"))
    expect(host.locator("#sheet .log")).to_contain_text(said)
    coup.desk.do(Pause())
    for page in (host, phone, screen):
        expect(page.locator(".ring")).to_have_count(0)
