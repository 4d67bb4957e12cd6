"""The evening as one file: all its matches, no script, nothing asked of anybody, bounded."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest
from flask.testing import FlaskClient

from referee.match.commands import Again, Begin, NamePlayer
from referee.match.past.history import past_match
from referee.match.running import PlayedMatch
from tests.webui.asking import do, sentence, sit_down
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import played
from webui.page.past import evening


def kept(host: FlaskClient, match: int, locale: str = "en") -> str:
    answer = host.get(f"/history/{match}/evening", headers={"Accept-Language": locale})
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_it_has_every_match_that_ended_by_the_names_of_then_and_no_way_back_to_the_table(
    host: FlaskClient, table: FakeTable, locale: str
) -> None:
    played(table)
    table.desk.do(Begin("coyote", {}, 3))  # which is left
    last = played(table)
    table.desk.do(Again())
    table.desk.do(NamePlayer(1, "Zoe"))
    text = kept(host, last, locale)
    assert len(re.findall(r"\d UTC\S*</small></h2>", text)) == 2, "times name their zone"
    assert text.count('class="winner"') == 2
    assert text.count("Bo&lt;b&gt;</h2>") == 2
    assert "Zoe" not in text
    assert text.count('src="data:image/png;base64,') > 0
    for part in ("<script", "href=", 'src="/', "http:", "https:", "@import", "url("):
        assert part not in text


def test_it_is_for_those_at_the_table_of_no_match_that_goes_on_and_counts_what_had_no_room(
    client: FlaskClient, host: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(table)
    path = f"/history/{match}/evening"
    json = {"Accept": "application/json"}
    sit_down(client, table, 1)
    assert client.get(path).status_code == 200
    on = table.desk.do(Again()).match
    sentence(host.get(f"/history/{on}/evening", headers=json), 409, "desk.not_over")
    do(table, "announce", seat=0, number=5)
    table.desk.do(Begin("coyote", {}, 3))
    assert kept(host, on).count('class="winner"') == 1, "the one that was left is not told"
    assert "data:image/png" in kept(host, match)
    monkeypatch.setattr(evening, "MOST_BYTES", 100)
    text = kept(host, match)
    assert "data:" not in text
    assert "did not fit" in text


def _told(past: PlayedMatch) -> str:
    return evening.evening_html((past,), "en", lambda _: b"png").decode()


def test_what_was_for_few_ears_is_not_in_it(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_match = past_match(table.desk, played(table))
    ending = played_match.ending()
    assert "image/png" in _told(played_match)
    entries = tuple(
        replace(entry, rulings=tuple(msgspec.structs.replace(r, only=0) for r in entry.rulings))
        for entry in ending.entries
    )
    secret = replace(ending, entries=entries)
    monkeypatch.setattr(played_match, "ending", lambda: secret)
    assert "image/png" not in _told(played_match)
