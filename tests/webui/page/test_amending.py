"""A host sets a kept match right by forms, without a script."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Again
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import OURS, played
from tests.webui.pages import DESK, Open, say
from webui.access.guard import FORM


@pytest.fixture
def match(table: FakeTable) -> int:
    """Play a match that Bo wins, and begin the next one; return the first one's id."""
    result = played(table)
    table.desk.do(Again())
    return result


def post(host: FlaskClient, match: int, act: str, **fields: object) -> str:
    """Post a form of the page as it is now; return the page that follows."""
    page = host.get(f"/history/{match}/amend").get_data(as_text=True)
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    answer = host.post(
        f"/history/{match}/amend/{act}",
        data={"seen": seen[1], **fields},
        content_type=FORM,
        headers={**OURS, "Accept": "text/html"},
    )
    return answer.get_data(as_text=True) if answer.status_code != 303 else ""


def test_a_host_sets_names_seats_and_cards_right_and_every_page_and_file_follows(
    host: FlaskClient, table: FakeTable, match: int
) -> None:
    live = match_of(table.desk)
    assert post(host, match, "name", seat=0, earlier=0, name=" Eve ") == ""
    assert post(host, match, "seats", seat=0, other=1) == ""
    of = re.search(r"card\?of=(\d+)", host.get(f"/history/{match}/amend").get_data(as_text=True))
    assert of
    asked = host.get(f"/history/{match}/amend/card?of={of[1]}&at=1").get_data(as_text=True)
    assert '<option value="10">' in asked
    assert post(host, match, "card", of=of[1], at=1, card="10") == ""
    page = host.get(f"/history/{match}").get_data(as_text=True)
    assert "11 is less than 90" in page
    assert "Eve" in page
    players = host.get("/history/players").get_data(as_text=True)
    assert "Ada" not in players.partition(say("players.forget"))[0]
    evening = host.get(f"/history/{match}/evening").get_data(as_text=True)
    assert "Eve" in evening
    assert "Ada" not in evening
    file = host.get(f"/history/{match}.jsonl").get_data(as_text=True).splitlines()[0]
    assert '"seats": ["Bo<b>", "Eve"]' in file
    assert match_of(table.desk) is live


def test_only_a_host_sets_right_and_each_refusal_is_one_sentence(
    host: FlaskClient, client: FlaskClient, table: FakeTable, match: int
) -> None:
    current = match_of(table.desk).match
    sit_down(client, table, 0)
    sentence(client.get(f"/history/{match}/amend"), 403, "page.error.not_host")
    assert say("past.amend") not in client.get(f"/history/{match}").get_data(as_text=True)
    sentence(host.get(f"/history/{current}/amend"), 409, "desk.not_over")
    sentence(host.get(f"/history/{match}/amend/card?of=x&at=0"), 404, "page.error.not_found")
    sentence(host.get(f"/history/{match}/amend/card?of=1&at=0"), 409, "desk.no_such_card")
    refused = say("desk.named_there", name="").partition(" ")[2]
    assert refused in post(host, match, "name", seat=0, earlier=0, name="bo<B>")
    stale = {"seen": 1, "seat": 0, "other": 1}
    answer = host.post(
        f"/history/{match}/amend/seats",
        data=stale,
        content_type=FORM,
        headers={**OURS, "Accept": "text/html"},
    )
    assert answer.status_code == 409
    assert say("desk.amended_meanwhile") in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "path",
    breadth(["/history/{}", "/history", "/history/{}/amend", "/history/{}/delete", "/table"]),
)
def test_a_reader_in_another_zone_reads_every_time_in_their_own(
    open_page: Open, host: FlaskClient, match: int, path: str
) -> None:
    assert post(host, match, "name", seat=0, earlier=0, name="Eve") == ""
    page = open_page(path.format(match), DESK, waits=False, timezone_id="Pacific/Kiritimati")
    if path == "/table":
        page.click("#log")
    expect(page.locator("time").first).to_be_visible()
    shown = "all => all.map(one => [one.dateTime, one.textContent])"
    for written, read in page.locator("time").evaluate_all(shown):
        there = datetime.fromisoformat(written).astimezone(timezone(timedelta(hours=14)))
        assert f"{there:%H:%M}" in read
        assert len(read) == len("09:30") or read.startswith(f"{there.day} ")
    page.evaluate("document.querySelectorAll('time').forEach(one => one.remove())")
    assert not re.search(r"\d\d:\d\d", page.locator("body").inner_text())
