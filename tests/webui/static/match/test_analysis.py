"""What else there was, in a browser: a tap asks for it, and it comes by itself to everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware.bots.analyses import analysis_request
from firmware.bots.analysis_worker import analyse
from referee.actor import CAMERA
from referee.match.commands import Begin, Move
from referee.match.past.history import past_match
from referee.reports.analysis import CostlyMoves, NotRequested
from tests.referee.recorded import match_lines
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    fits_across,
    picture,
    say,
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
