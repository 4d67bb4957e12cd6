"""Past matches: all that was ruled, for those at the table; never the match that goes on."""

from __future__ import annotations

import csv
import io
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import words
from referee.actor import CAMERA
from referee.match import matchfile
from referee.match.commands import Again, Begin, Move, Undo
from referee.match.journal.bodies import Begun
from tests.matches import match_of
from tests.webui.asking import do, sentence, sit_down
from tests.webui.fake import FakeTable, png
from tests.webui.pages import say
from webui.access.guard import FORM
from webui.page.past.spreadsheet import COLUMNS, escape_cell
from webui.routes.kept.history import MANY

OURS = {"Origin": "http://localhost"}


def played(table: FakeTable) -> int:
    """Play a match of Ada and Bo to its end, a move taken back in it; return its id."""
    options = {"edition": "tomahawk", "strikes": 1}
    begun = table.desk.do(Begin("coyote", options, 2, ("Ada", "Bo<b>")))
    do(table, "announce", seat=0, number=80)
    table.desk.do(Undo())
    do(table, "announce", seat=0, number=90)
    do(table, "challenge", seat=1)
    read = {"move": "cards_read", "cards": ["1", "2"], "proof": ["one", "two"]}
    table.desk.do(Move(read), CAMERA, evidence={"one": png(60), "two": png(90)})
    return begun.match


def test_past_matches_are_listed_with_players_and_result_and_the_one_that_goes_on_is_not(
    host: FlaskClient, table: FakeTable
) -> None:
    match = played(table)
    page = host.get("/history").get_data(as_text=True)
    assert "Ada" in page
    assert "Bo&lt;b&gt; is the last player left." in page
    assert page.count("<li>") == 1, "nobody made a move in the one that it took the place of"
    match_page = host.get(f"/history/{match}").get_data(as_text=True)
    assert "<s>" in match_page  # what was taken back
    assert "80" in match_page
    assert "3 is less than 90" in match_page
    again = table.desk.do(Again())
    page = host.get("/history").get_data(as_text=True)
    assert f"/history/{match}?" in page
    assert f"/history/{again.match}?" not in page
    for path in (f"/history/{again.match}", f"/history/{again.match}.jsonl"):
        answer = host.get(path, headers={"Accept": "application/json"})
        sentence(answer, 409, "desk.not_over")


def test_a_past_match_replays_to_its_end_and_has_its_pictures(
    host: FlaskClient, table: FakeTable
) -> None:
    match = played(table)
    answer = host.get(f"/history/{match}.jsonl")
    assert "attachment" in answer.headers["Content-Disposition"]
    replayed = matchfile.replay(answer.get_data().splitlines())
    snapshot = match_of(table.desk)
    assert replayed.state == snapshot.state
    assert replayed.players.names == snapshot.names
    page = host.get(f"/history/{match}").get_data(as_text=True)
    assert page.count('<img class="crop" src="/proof/one" alt="1"') == 1
    assert page.count('<img class="crop" src="/proof/two" alt="2"') == 1
    assert say("past.no_pictures") not in page
    table.desk.journal.forget(pictures=[match])
    page = host.get(f"/history/{match}").get_data(as_text=True)
    assert "<img" not in page
    assert say("past.no_pictures") in page


@pytest.mark.parametrize(("locale", "parted"), [("en", ","), ("fr", ";")])
def test_a_past_match_is_a_table_in_the_languages_own_words(
    app: Flask, table: FakeTable, locale: str, parted: str
) -> None:
    host = app.test_client()
    match = played(table)
    headers = {"Accept-Language": locale}
    data = host.get(f"/history/{match}.csv", headers=headers).get_data()
    assert data.startswith(b"\xef\xbb\xbf")
    assert b"\r\n" in data
    text = io.StringIO(data.decode("utf-8-sig"), newline="")
    heading, *rows = csv.reader(text, delimiter=parted)
    heads = [say(f"past.csv.{column}", locale) for column in COLUMNS]
    heads[1] += f" ({words.time_zone(match_of(table.desk).log[0].at_s)})"
    assert heading == heads
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "6", "6"]
    assert [row[3] for row in rows][3:] == ["CY-2", "CY-6", "CY-7", "CY-9", "CY-9"]
    assert [row[6] for row in rows].count(say("past.csv.yes", locale)) == 1
    assert rows[5][5] == ("1 and 2" if locale == "en" else "1 et 2")


def test_no_cell_of_a_table_is_a_formula(host: FlaskClient, table: FakeTable) -> None:
    for bad in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", '="a";b'):
        assert escape_cell(bad) == f"'{bad}"
    for good in ("Ada", "3 < 90", "−5", "'quoted", "", "5"):
        assert escape_cell(good) == good
    table.desk.do(Begin("coyote", {"strikes": 1}, 2, ("=cmd|' /C calc'!A0", 'B";=1')))
    do(table, "announce", seat=0, number=80)
    left = table.desk.snapshot()
    table.desk.do(Begin("coyote", {}, 2))
    assert left is not None
    data = host.get(f"/history/{left.match}.csv").get_data().decode("utf-8-sig")
    for row in csv.reader(io.StringIO(data, newline="")):
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "-", "@"))


def test_a_host_deletes_a_past_match_once_asked_again(
    host: FlaskClient, table: FakeTable, client: FlaskClient
) -> None:
    match = played(table)
    on = f"/history/{match}/delete"
    assert on not in host.get(f"/history/{match}").get_data(as_text=True), "it is on the table"
    table.desk.do(Begin("coyote", {}, 2))
    assert on in host.get(f"/history/{match}").get_data(as_text=True)
    page = host.get(on).get_data(as_text=True)
    assert say("past.delete.sure") in page
    assert "Bo&lt;b&gt;" in page
    assert f"/history/{match}?" in host.get("/history").get_data(as_text=True), "not by asking"
    answer = host.post(on, data={}, headers=OURS, content_type=FORM)
    assert answer.status_code == 303
    assert f"/history/{match}?" not in host.get("/history").get_data(as_text=True)
    assert table.desk.evidence("one") is None
    gone = host.post(on, data={}, headers=OURS | {"Accept": "text/html"}, content_type=FORM)
    assert gone.status_code == 409
    assert say("desk.no_such_match") in gone.get_data(as_text=True)
    assert host.get(on).status_code == 404
    match = played(table)
    there = f"/history/{match}/delete"
    sit_down(client, table, 1)
    for headers, status in (
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
        (OURS, 409),  # it is on the table
    ):
        assert host.post(there, data={}, headers=headers, content_type=FORM).status_code == status
    assert host.post("/api/undo", data={}, headers=OURS, content_type=FORM).status_code == 415
    assert there not in client.get(f"/history/{match}").get_data(as_text=True)
    assert table.desk.journal.lines(match)


def test_a_match_that_cannot_be_read_can_be_deleted(host: FlaskClient, table: FakeTable) -> None:
    bad = table.desk.journal.append(Begun("none", {}, 2), CAMERA)
    table.desk.do(Begin("coyote", {}, 2))
    on = f"/history/{bad.match}/delete"
    assert on in host.get("/history").get_data(as_text=True)
    assert host.get(on).status_code == 200
    assert host.post(on, data={}, headers=OURS, content_type=FORM).status_code == 303
    assert say("page.history.unreadable") not in host.get("/history").get_data(as_text=True)


def test_a_long_history_is_told_page_by_page(host: FlaskClient, table: FakeTable) -> None:
    for _ in range(MANY + 4):
        do(table, "announce", seat=0, number=1)
        table.desk.do(Begin("coyote", {}, 3))
    first = host.get("/history").get_data(as_text=True)
    assert first.count("<li>") == MANY
    (before,) = re.findall(r"before=(\d+)", first)
    older = host.get(f"/history?before={before}").get_data(as_text=True)
    assert older.count("<li>") == 4
    assert say("page.history.older") in first
    assert say("page.history.older") not in older


def test_no_number_in_an_address_takes_the_page_down(host: FlaskClient) -> None:
    for number in ("0", "9" * 15, "9" * 5000, "-1", "x", "١", "1e9"):
        for ending in ("", ".jsonl", ".csv", "/delete"):
            path = f"/history/{number}{ending}"
            assert host.get(path).status_code in (404, 409), path
        assert host.get(f"/history?before={number}").status_code in (200, 404)
