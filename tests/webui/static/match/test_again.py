"""A rematch: one tap of a seat or a host, and nobody sits down or is named again."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import ViewportSize, expect

from referee.match.commands import Begin
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import count_cards, phone, seq, sit_down, state
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    NOTEBOOK,
    PHONE,
    SCREEN,
    Open,
    all_fits,
    say,
    sit,
    when,
)

COVERED = """() => {
  const button = document.querySelector(":is(.ending, .step) [data-key=again]");
  const again = button.getBoundingClientRect();
  return [...document.querySelectorAll(".ending :is(.winner, tr, .chart, li, .foot > *)")]
    .filter(one => one.checkVisibility()).map(one => [one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < again.right - 1 && again.left < box.right - 1
      && box.top < again.bottom - 1 && again.top < box.bottom - 1).map(([name]) => name);
}"""


def end(table: FakeTable, *names: str) -> None:
    """Play a match of Coyote of one strike to its end: a count, and its ruling, come last."""
    names = names or ("Ada", "Bo")
    table.desk.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, 2, names))
    count_cards(table, "1", "2", number=90)


def test_the_winner_reads_victory_and_two_taps_of_phones_at_once_begin_one_match(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    end(table)
    other = phone(app)
    for who, seat in ((client, 0), (other, 1)):
        sit_down(who, table, seat)
    for who, words in ((other, say("moment.end")), (client, "Bo wins!"), (host, "Bo wins!")):
        assert state(who)["moment"]["acts"][-1]["words"] == words
    assert say("moment.end") in state(other)["ending"]
    body = {"seen": seq(table)}
    assert client.post("/api/again", json=body).status_code == 200
    begun = match_of(table.desk).match
    for who in (other, client, host):  # who saw the end still, as both tapped at once
        assert who.post("/api/again", json=body).status_code == 200
    assert match_of(table.desk).match == begun
    body = {"seen": seq(table)}
    for who in (other, host):
        assert who.post("/api/again", json=body).status_code in (403, 409), "it goes on"
    assert match_of(table.desk).match == begun


@pytest.mark.parametrize(
    ("path", "size"),
    breadth([("/virtual", NOTEBOOK), ("/", PHONE), ("/virtual", PHONE), ("/table", SCREEN)]),
)
def test_the_end_names_the_winner_first_and_one_tap_begins_the_same_match_again(
    open_page: Open, table: FakeTable, path: str, size: ViewportSize
) -> None:
    page = open_page(path, size)
    expect(page.locator("[data-key=again]")).to_have_count(0)
    if path == "/":
        sit(page, 0)
    end(table)
    expect(page.locator(".winner")).to_have_attribute("data-seat", "1")
    parts = page.locator(".whole > :is(.winner, .scores, .charts, .told, .foot)")
    expect(parts.last).to_be_visible()
    names = parts.evaluate_all("all => all.map(one => one.classList[0])")
    assert names[0] == "winner"
    assert [name for name in names if name != "charts"] == ["winner", "scores", "told", "foot"]
    main = page.locator(":is(.ending, .dock, .top, .step) .main:visible")
    expect(main).to_have_attribute("data-key", "again")
    expect(main).to_be_in_viewport(ratio=1)
    when(page, lambda: page.evaluate(COVERED) == [])
    page.locator(".ending .told").evaluate("one => one.scrollIntoView()")
    when(page, lambda: page.evaluate(COVERED) == [])
    main.click()
    expect(page.locator("body")).to_have_attribute("data-over", "no")
    expect(page.locator("[data-key=again]")).to_have_count(0)
    expect(page.locator("#confirm")).not_to_be_visible()
    snapshot = match_of(table.desk)
    assert (snapshot.names, snapshot.options.strikes) == (("Ada", "Bo"), 1)
    if path == "/":
        expect(page.locator(".seat .you")).to_have_count(1)
        all_fits(page)
