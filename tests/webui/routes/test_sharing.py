"""A result is shared as a line of text, by the phone's own means or without them."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from random import Random

import pytest
from babel.dates import format_date
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee import library
from referee.actor import HOST
from referee.contract import IllegalMove
from referee.match.commands import Begin, Move, StopMatch
from referee.words import SYMBOLS
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.matches import match_of
from tests.pseudo import spoken
from tests.webui.asking import static
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import played
from tests.webui.pages import PHONE, Open, say, when

SHEET = """window.shared = [];
navigator.share = async data => {
    window.shared.push(data.text);
    if (window.refuses) throw new DOMException("", window.refuses);
};"""
NO_CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: undefined });
document.addEventListener("copy", () => { window.copied = String(getSelection()); });"""


def line_of(host: FlaskClient, path: str) -> str:
    """Return the line of text that shares a result."""
    answer = host.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 200, answer.text
    return str(json.loads(answer.text)["line"])


def test_a_result_names_winner_reason_places_and_nothing_private(
    host: FlaskClient, table: FakeTable
) -> None:
    line = line_of(host, f"/history/{played(table)}/result")
    assert line.startswith("Coyote, ")
    assert "Winner: Bo<b>." in line
    assert line.endswith("1. Bo<b>, 2. Ada")
    assert not {"http", "127.0.0.1", CODE} & {*line.split()}


@pytest.mark.parametrize("path", ["/history/1/result", "/history/1/evening/result"])
def test_without_a_result_one_sentence_says_so(
    host: FlaskClient, client: FlaskClient, table: FakeTable, path: str
) -> None:
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 2))  # leaves the first match
    answer = host.get(path)
    assert answer.status_code == 409
    key = "evening.none" if "evening" in path else "end.share.none"
    assert json.loads(answer.text)["error"] == say(key)
    assert client.get(path).status_code == 403  # a stranger


def ended(open_page: Open, table: FakeTable, where: str, *scripts: str, **kind: str) -> Page:
    """Open a page of a match that is over, in a browser with such scripts."""
    match = played(table)
    path = "/" if where == "live" else f"/history/{match}"
    page = open_page(static("base/icon.svg"), PHONE, waits=False, **kind)
    for script in scripts:
        page.add_init_script(script)
    page.goto(page.url.replace(static("base/icon.svg"), path))
    expect(page.locator(".share").first).to_be_hidden()  # one button opens all ways to share
    page.click('[data-key="end.share.open"]')
    expect(page.locator(".share").first).to_be_visible()
    return page


@pytest.mark.parametrize("where", breadth(["live", "past"]))
@pytest.mark.parametrize("key", breadth(["end.share", "end.share.evening"]))
def test_the_phones_own_sheet_gets_the_line(
    open_page: Open, table: FakeTable, where: str, key: str
) -> None:
    before = datetime.now(UTC).hour < 12
    page = ended(open_page, table, where, SHEET, timezone_id=f"Etc/GMT{'+12' if before else '-12'}")
    page.click(f'[data-key="{key}"]')
    when(page, lambda: page.evaluate("window.shared.length") == 1)
    (line,) = page.evaluate("window.shared")
    assert "Bo<b>" in line
    there = timezone(timedelta(hours=-12 if before else 12))
    began = datetime.fromtimestamp(match_of(table.desk).log[0].at_s, there)
    assert format_date(began, "medium", "en_GB") in line, "the reader's day"
    expect(page.locator(".shared")).to_be_hidden()
    page.evaluate("window.refuses = 'AbortError'")  # the player closes the sheet
    page.click(f'[data-key="{key}"]')
    when(page, lambda: page.evaluate("window.shared.length") == 2)
    expect(page.locator(f'[data-key="{key}"]')).to_be_enabled()
    expect(page.locator(".shared")).to_be_hidden()
    page.evaluate("window.refuses = 'NotAllowedError'")  # the browser lets nothing through
    page.click(f'[data-key="{key}"]')
    expect(page.locator(".shared")).to_contain_text(say("end.share.how"))


@pytest.mark.parametrize("where", breadth(["live", "past"]))
@pytest.mark.parametrize("language", breadth(["en", "he"]))
def test_without_a_share_sheet_the_line_is_shown_and_copied(
    open_page: Open, table: FakeTable, where: str, language: str
) -> None:
    with spoken("he"):
        page = ended(open_page, table, where, NO_CLIPBOARD, locale=language)
        page.click('[data-key="end.share"]')
        expect(page.locator(".shared")).to_be_visible()
        expect(page.locator(".shared .line")).to_contain_text("Bo<b>")
        page.click(".shared button")
        expect(page.locator(".shared button")).to_have_text(say("end.share.copied", language))
        assert "Bo<b>" in str(page.evaluate("window.copied"))


@pytest.mark.parametrize("game", library.names())
def test_a_match_of_any_game_that_all_stopped_is_shared_too(
    host: FlaskClient, table: FakeTable, game: str
) -> None:
    seats = library.game(game).seats[0]
    begun = table.desk.do(Begin(game, {}, seats, ("Ada", "Bo", "Cy")[:seats]))
    random, last = Random(game), begun
    for _ in range(12):
        with suppress(IllegalMove):
            last = table.desk.do(Move(choose(last.offers, random)), HOST)
    last = table.desk.do(StopMatch(), HOST)
    for seat in range(seats):
        if last.outcome is None and last.proposal is not None:
            last = table.desk.do(Move({"move": "agree_to_proposal", "seat": seat}))
    assert last.outcome is not None
    line = line_of(host, f"/history/{begun.match}/result")
    assert "winner" in line.lower()
    assert "Ada" in line
    assert "Bo" in line
    assert not set(SYMBOLS) & set(line)
    assert 'class="facts"' not in host.get(f"/history/{begun.match}").get_data(as_text=True)
