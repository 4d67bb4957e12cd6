"""What else there was, in a browser: a tap asks for it, and it comes by itself to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from firmware.bots.analyses import analysis_request
from firmware.bots.analysis_worker import analyse
from referee.actor import CAMERA
from referee.contract import Message
from referee.match.commands import Begin, Move
from referee.match.past.history import past_match
from referee.reports.analysis import CostlyMoves, Failed, NotRequested
from tests.breadth import breadth
from tests.referee.recorded import match_lines
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    OUT,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    fits_across,
    large_enough,
    picture,
    say,
    sit,
    when,
)

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def ended(table: FakeTable, name: str, recorded: str) -> CostlyMoves:
    """Play a recorded match to its end at the table; return what else there was."""
    first, *moves = match_lines(name, recorded)
    seats = first["seats"]
    table.analyses.now = NotRequested()
    table.do(Begin(name, first["options"], seats, NAMES[:seats]))
    for move in moves:
        table.desk.do(Move(move), CAMERA)
    match = table.desk.snapshot()
    assert match is not None
    assert match.outcome is not None
    review = analysis_request(past_match(table.desk, match.match))
    return CostlyMoves(review.persons, analyse(review).missed)


@pytest.fixture
def found(table: FakeTable) -> CostlyMoves:
    return ended(table, "coyote", "kidult")


def test_a_tap_asks_and_it_comes_by_itself_to_everybody(
    table: FakeTable, open_page: Open, found: CostlyMoves
) -> None:
    match = table.desk.snapshot()
    assert match is not None
    host = open_page("/virtual", DESK)
    big = open_page("/table", SCREEN)
    stranger = open_page("/", PHONE, **STRANGER)
    expect(stranger.locator(".whole")).to_be_visible()
    expect(stranger.locator(".hindsight")).to_have_count(0)
    picture(host, "hindsight-unasked-host")
    host.click("[data-key=hindsight]")
    when(host, lambda: table.analyses.asked == [match.match])
    for page in (host, big, stranger):
        expect(page.locator(".hindsight .works")).to_have_text(say("analysis.works"))
    table.analyses.say(found)
    for page, name in ((host, "host"), (big, "big"), (stranger, "stranger")):
        expect(page.locator(".hindsight .person")).to_have_count(len(found.persons))
        each = {one.seat for one in found.missed}
        many = len(each if page is big else found.missed)  # the big screen has the worst of each
        expect(page.locator(".hindsight li:visible")).to_have_count(many)
        worst = found.missed[0]
        item = page.locator(f'.hindsight .person[data-seat="{worst.seat}"] li').first
        cost = round(100 * (worst.best - worst.made))
        expect(item.locator(".cost b")).to_have_text(say("analysis.right", cost=cost))
        expect(item.locator(".why")).to_have_count(2)  # the chances, and what they come from
        if page is stranger:
            page.click('#sheet button:has-text("Continue")')
        page.locator(".hindsight h3").evaluate("one => one.scrollIntoView()")
        picture(page, f"hindsight-{name}")
        fits_across(page)


def test_a_tap_leads_to_the_ruling_and_nothing_else_is_asked_for(
    table: FakeTable, open_page: Open, found: CostlyMoves
) -> None:
    table.analyses.say(found)
    host = open_page("/virtual", DESK)
    link = host.locator(".hindsight li a").first
    href = link.get_attribute("href")
    assert href is not None
    match = table.desk.snapshot()
    assert match is not None
    assert f"/history/{match.match}?" in href
    link.click()
    when(host, lambda: "#e" in host.url)
    target = host.locator(f"#{host.url.partition('#')[2]}")
    expect(target).to_be_visible()
    assert table.analyses.asked == []


@pytest.mark.verify
def test_a_seat_asks_on_its_phone_and_reads_it_there(table: FakeTable, open_page: Open) -> None:
    page = open_page("/", PHONE)
    sit(page, 1)
    found = ended(table, "coyote", "kidult")
    page.click("#sheet button:has-text('Continue')")
    page.click("[data-key=hindsight]")
    expect(page.locator(".hindsight .works")).to_be_visible()
    table.analyses.say(found)
    expect(page.locator(".hindsight li a")).to_have_count(len(found.missed))
    large_enough(page)
    page.locator(".hindsight h3").evaluate("one => one.scrollIntoView()")
    picture(page, "hindsight-seat")
    fits_across(page)


def test_who_did_nothing_worse_is_told_so(
    table: FakeTable, open_page: Open, found: CostlyMoves
) -> None:
    table.analyses.say(CostlyMoves(found.persons, ()))
    page = open_page("/virtual", PHONE)
    expect(page.locator(".hindsight .person p")).to_have_text(
        [say("analysis.none")] * len(found.persons)
    )


def test_what_could_not_be_worked_out_is_said_in_a_sentence_and_may_be_asked_again(
    table: FakeTable, open_page: Open, found: CostlyMoves
) -> None:
    assert found.persons
    table.analyses.say(Failed(Message("analysis.gone")))
    page = open_page("/virtual", PHONE)
    expect(page.locator(".hindsight [role=status]")).to_have_text(say("analysis.gone"))
    page.click("[data-key=hindsight]")
    expect(page.locator(".hindsight .works")).to_be_visible()
    picture(page, "hindsight-works-phone")


@pytest.mark.parametrize("locale", breadth(["fr", "en"]))
def test_a_past_match_is_asked_about_without_a_script(
    table: FakeTable, open_page: Open, found: CostlyMoves, locale: str
) -> None:
    match = table.desk.snapshot()
    assert match is not None
    page: Any = open_page(
        f"/history/{match.match}", PHONE, waits=False, java_script_enabled=False, locale=locale
    )
    page.click("[data-key=hindsight]")
    expect(page.locator(".hindsight .works")).to_have_text(say("analysis.works", locale))
    assert table.analyses.asked == [match.match]
    table.analyses.say(found)
    expect(page.locator(".hindsight li")).to_have_count(len(found.missed))  # it comes by itself
    page.screenshot(path=OUT / f"hindsight-past-{locale}.jpg", quality=90)
