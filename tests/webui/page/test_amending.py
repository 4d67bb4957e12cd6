"""A host sets a kept match right by forms, without a script."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from referee.match.commands import Again
from tests.matches import match_of
from tests.webui.asking import sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import OURS, played
from tests.webui.pages import say
from webui.access.guard import FORM


@pytest.fixture
def match(table: FakeTable) -> int:
    """Play a match that Bo wins, and begin the next one; return the first one's id."""
    found = played(table)
    table.desk.do(Again())
    return found


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
