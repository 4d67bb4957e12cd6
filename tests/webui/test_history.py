"""Past matches: all that was ruled, for those at the table; never the match that goes on."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.actor import CAMERA
from referee.match import matchfile
from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, Open, picture, say
from webui.routes.history import MANY


def do(table: FakeTable, move: str, **fields: object) -> None:
    table.desk.submit({"move": move, **fields}, by=CAMERA)


def played(table: FakeTable) -> int:
    """Play a match of Ada and Bo to its end, a move taken back in it; return its id."""
    begun = table.desk.begin("coyote", {"edition": "tomahawk", "strikes": 1}, ("Ada", "Bo<b>"))
    do(table, "announce", seat=0, number=80)
    table.desk.undo()
    do(table, "announce", seat=0, number=90)
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["1", "2"])
    return begun.match


def test_past_matches_are_listed_with_players_and_result(
    host: FlaskClient, table: FakeTable
) -> None:
    match = played(table)
    page = host.get("/history").get_data(as_text=True)
    assert "Ada" in page
    assert "Bo&lt;b&gt; is the last one in." in page
    assert say("page.history.left") in page  # the one that it took the place of
    one = host.get(f"/history/{match}").get_data(as_text=True)
    assert "<s>" in one  # what was taken back
    assert "80" in one
    assert "3 &lt; 90" in one


def test_a_match_that_goes_on_is_neither_listed_nor_given_away(
    host: FlaskClient, table: FakeTable
) -> None:
    over = played(table)
    again = table.desk.again()
    page = host.get("/history").get_data(as_text=True)
    assert f"/history/{over}?" in page
    assert f"/history/{again.match}?" not in page
    for path in (f"/history/{again.match}", f"/history/{again.match}.jsonl"):
        answer = host.get(path, headers={"Accept": "application/json"})
        sentence(answer, 409, "desk.not_over")


def test_the_match_file_of_a_past_match_replays_to_its_end(
    host: FlaskClient, table: FakeTable
) -> None:
    answer = host.get(f"/history/{played(table)}.jsonl")
    assert "attachment" in answer.headers["Content-Disposition"]
    replayed = matchfile.replay(answer.get_data().splitlines())
    snapshot = table.desk.snapshot()
    assert snapshot is not None
    assert replayed.state == snapshot.state
    assert replayed.header.names == snapshot.names


def test_past_matches_are_for_those_at_the_table(
    app: Flask, client: FlaskClient, table: FakeTable
) -> None:
    match = played(table)
    for path in ("/history", f"/history/{match}", f"/history/{match}.jsonl"):
        answer = phone(app).get(path, headers={"Accept": "application/json"})
        sentence(answer, 403, "page.error.no_seat")
    sit_down(client, table, 1)
    assert client.get("/history").status_code == 200


def test_a_long_history_is_told_page_by_page(host: FlaskClient, table: FakeTable) -> None:
    for _ in range(MANY + 4):
        last = table.desk.begin("coyote", {}, 3).match
    first = host.get("/history").get_data(as_text=True)
    assert first.count("<li>") == MANY
    older = host.get(f"/history?before={last - MANY}").get_data(as_text=True)
    assert older.count("<li>") == 4
    assert say("page.history.older") in first
    assert say("page.history.older") not in older


def test_no_number_in_an_address_takes_the_page_down(host: FlaskClient) -> None:
    for number in ("0", "9" * 15, "9" * 5000, "-1", "x", "١", "1e9"):
        for path in (f"/history/{number}", f"/history/{number}.jsonl"):
            assert host.get(path).status_code in (404, 409), path
        assert host.get(f"/history?before={number}").status_code in (200, 404)


def test_a_match_that_cannot_be_read_is_said_and_the_others_are_listed(
    host: FlaskClient, table: FakeTable
) -> None:
    over = played(table)
    table.desk.journal.append("begin", {"game": "none", "options": {}, "seats": 2}, CAMERA)
    page = host.get("/history").get_data(as_text=True)
    assert say("page.history.unreadable") in page
    assert f"/history/{over}?" in page


def test_the_host_comes_to_a_past_match_and_back(open_page: Open, table: FakeTable) -> None:
    match = played(table)
    page = open_page("/table", DESK, locale="fr")
    page.click("#log")
    page.click(f"#sheet >> text={say('page.history', 'fr')}")
    picture(page, "history-list")
    page.click(f"a[href^='/history/{match}']")
    expect(page.locator(".result")).to_contain_text("Bo")
    page.set_viewport_size(PHONE)
    picture(page, "history-one")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(f"text={say('page.back', 'fr')}")
    page.click(f"text={say('page.back', 'fr')}")
    page.wait_for_selector('#live[data-live="yes"]')
    assert page.url.endswith("/table")
