"""The hub's pages: everybody reads, the director alone changes, and nothing that a table says is
taken for more than text."""

from __future__ import annotations

import time
from itertools import count

import pytest
from msgspec.structs import replace

from firmware.club.topics import proof
from tests.firmware.hub.pages import Club, post, text
from tests.webui.pages import say
from tests.webui.routes.test_words import keys_shown
from webui.access.guard import FORM
from webui.access.hosts import GUESSES


def test_the_wall_shows_whose_turn_it_is_the_score_and_the_last_ruling(club: Club) -> None:
    club.shows(0)
    shown = text(club, "/")
    for item in ("Table 1", "Coyote", "Round 2", "Bo", "1 strike", "Ada was right."):
        assert item in shown
    assert shown.count('class="tile"') == 2


def test_a_table_that_has_gone_quiet_is_pointed_out_unless_it_is_over_paused_or_free(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.shows(0, ago_s=400)
    assert 'data-quiet="yes"' in text(club, "/wall")
    for values in ({"winner": "Bo"}, {"paused": True}, {"game": ""}):
        club.shows(0, ago_s=400, **values)
        assert 'data-quiet="yes"' not in text(club, "/wall")
    club.shows(0, ago_s=60)
    assert 'data-quiet="yes"' not in text(club, "/wall")
    monkeypatch.setattr(time, "time", lambda: 4e9)  # The hub's date arrives from the network.
    assert 'data-quiet="yes"' not in text(club, "/wall")
    club.shows(0, here=False)
    assert say("hub.tile.away") in text(club, "/wall")
    assert "Ada was right." not in text(club, "/wall")


def test_what_a_table_or_a_player_is_called_is_text_on_every_page(club: Club) -> None:
    post(club, "/event/open", title="<b>Cup", game="coyote", format="swiss_of_two", names="<i>x\ny")
    club.shows(0, turn="<script>", ruling="<img>", game="<u>")
    match = club.tells(0, "<i>x", "y")
    for path in ("/", "/standings", "/round", "/matches", f"/matches/{match}", "/tables"):
        shown = text(club, path, director=True)
        for tag in ("<i>x", "<script>", "<img>", "<u>", "<b>Cup", "<Club>"):
            assert tag not in shown, (path, tag)


def test_no_page_has_the_key_of_a_table(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="A\nB\nC")
    post(club, "/event/draw")
    post(club, "/event/comes", names="Z")
    club.shows(0)
    match = club.tells(0, "Ada", "Bo")
    blanks = {"match": match, "tag": "de", "name": "dark"}
    all_ = club.app.url_map.iter_rules()
    rules = [rule for rule in all_ if "GET" in (rule.methods or ()) and rule.endpoint != "static"]
    assert len(rules) > 12
    for director in (False, True):
        client = club.client(director=director)
        for rule in rules:
            path = rule.build({name: blanks[name] for name in rule.arguments})
            assert path is not None
            answer = client.get(path[1]).get_data()
            names = [table.name for table in club.tables if table.key.encode() in answer]
            assert not names, path
            assert keys_shown(answer.decode("utf-8", "ignore")) == [], "words, not their keys"


def test_a_stranger_changes_nothing_nor_does_the_director_from_another_page(club: Club) -> None:
    club.tells(0, "Ada", "Bo")
    before, elsewhere = [*club.store.entries_after()], {"Origin": "http://elsewhere.example"}
    rules = [rule for rule in club.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    blanks = {"table": "1", "match": "0" * 15 + "1", "number": "1", "change": "draw"}
    changes = [item for item in rules if item.endpoint.startswith("hub_directing.")]
    assert len(changes) >= 7
    for rule in changes:
        path = rule.build({name: blanks[name] for name in rule.arguments})
        assert path is not None
        if path[1] == "/codes/picture":  # It takes no form.
            continue
        if path[1] != "/director":
            answer = club.client().post(path[1], data={"title": "x", "say": "struck"})
            assert answer.status_code == 403, path
            assert say("hub.not_director") in answer.get_data(as_text=True)
        answer = club.client(director=True).post(path[1], headers=elsewhere, content_type=FORM)
        assert answer.status_code == 403, path
    for page in ("/tables", "/codes"):
        assert club.client().get(page).status_code == 403
    assert [*club.store.entries_after()] == before


def test_a_browser_becomes_the_directors_by_the_code(club: Club) -> None:
    client = club.client()
    assert client.post("/director", data={"code": "000 000 000"}).status_code == 403
    entered = client.post("/director", data={"code": club.directors.code}, follow_redirects=True)
    assert entered.request.path == "/round"
    assert client.get("/tables").status_code == 200
    answers = [client.post("/director", data={"code": "1"}).status_code for _ in range(11)]
    assert answers[-1] == 429


def test_a_table_joins_by_a_code_once_and_has_a_key_of_its_own(club: Club) -> None:
    code, keys = club.hub.code(), set()
    client = club.client()
    wrong = client.post("/api/join", json={"code": "AAAA AAAA", "name": "Table 9"})
    assert wrong.status_code == 403
    joined = client.post("/api/join", json={"code": code.lower(), "name": "Table 9"}).get_json()
    assert joined["club"] == "The <Club>"
    assert joined["table"] in club.broker.admitted
    assert client.post("/api/join", json={"code": code, "name": "x"}).status_code == 403
    code, again = club.hub.code(), {"name": "Table 9", "table": joined["table"]}
    proved = {**again, "code": code, "key": proof(joined["key"], code)}
    same = client.post("/api/join", json=proved).get_json()
    assert same["table"] == joined["table"]
    bare = {**again, "code": club.hub.code(), "key": same["key"]}
    assert client.post("/api/join", json=bare).get_json()["table"] != joined["table"]
    old = {**proved, "code": club.hub.code()}
    assert client.post("/api/join", json=old).get_json()["table"] != joined["table"]
    keys = {joined["key"], same["key"], *(table.key for table in club.tables)}
    assert len(keys) == 4
    thief = {**again, "code": club.hub.code(), "key": "0" * 64}
    assert client.post("/api/join", json=thief).get_json()["table"] != joined["table"]


def test_only_wrong_codes_count_as_guesses(club: Club) -> None:
    network = (f"2001:db8::{number:x}" for number in count(1))  # of one owner

    def joins(code: str) -> int:
        sender = {"REMOTE_ADDR": next(network)}
        asked = {"code": code, "name": "New"}
        return club.client().post("/api/join", json=asked, environ_overrides=sender).status_code

    assert {joins(club.hub.code()) for _ in range(GUESSES + 2)} == {200}
    assert [joins("AAAA AAAA") for _ in range(GUESSES + 1)] == [*[403] * GUESSES, 429]
    assert joins(club.hub.code()) == 429


def test_a_later_correction_recounts_and_the_directors_word_is_the_last(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="Ada\nBo")
    post(club, "/event/draw")
    (seated,) = club.post.seated.values()
    match = club.tells(0, *seated.players)
    assert club.standings()[0].player == seated.players[0].lower()
    corrected = replace(club.newest_match().result, version=(12, 0), places=((1,), (0,)))
    club.projection.take(club.tables[0].table, corrected)
    assert club.standings()[0].player == seated.players[1].lower()
    assert post(club, f"/matches/{match}", say="places", seat0="1", seat1="2") == 303
    assert club.standings()[0].player == seated.players[0].lower()
    assert say("club.director_said") in text(club, f"/matches/{match}")
    assert post(club, f"/matches/{match}", say="struck") == 303
    assert [*club.post.seated.values()] == [seated]
    assert post(club, f"/matches/{match}", say="table") == 303
    assert club.standings()[0].player == seated.players[1].lower()


def test_places_that_are_none_are_refused_and_a_match_that_waits_says_for_what(
    club: Club,
) -> None:
    match = club.tells(0, "Ada", "Bo", places=())
    for path in ("/matches", f"/matches/{match}"):
        assert say("club.waits") in text(club, path)
    for form in ({"seat0": "1", "seat1": ""}, {"seat0": "x", "seat1": "2"}, {"seat0": "1"}):
        assert post(club, f"/matches/{match}", say="places", **form) == 400
    assert post(club, f"/matches/{'f' * 16}", say="struck") == 404


def test_a_table_cannot_change_what_another_one_told(club: Club) -> None:
    match = club.tells(0, "Ada", "Bo")
    first, other = club.tables
    result = club.newest_match().result
    lie = replace(result, version=(99, 0), places=((1,), (0,)))
    refusal = club.projection.take(other.table, lie)
    assert refusal is not None
    assert refusal.key == "hub.result.another_table"
    assert club.newest_match().places == ((0,), (1,))
    post(club, f"/tables/{first.table}/off")  # its Pi broke, and its backup is at the other
    assert club.projection.take(other.table, lie) is None
    assert club.newest_match().result.match == match
    assert club.newest_match().places == ((1,), (0,))
