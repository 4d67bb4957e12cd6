"""The page of players across evenings, for those at the table."""

from __future__ import annotations

from flask.testing import FlaskClient

from referee.match.commands import Begin
from tests.webui.asking import count_cards, sit_down
from tests.webui.fake import FakeTable
from tests.webui.page.test_history import OURS, played
from tests.webui.pages import say


def shown(host: FlaskClient, locale: str = "en") -> str:
    headers = {"Accept-Language": locale}
    return host.get("/history/players", headers=headers).get_data(as_text=True)


def test_a_player_is_told_of_and_no_rating_from_few_matches(
    host: FlaskClient, table: FakeTable, client: FlaskClient
) -> None:
    assert say("players.none") in shown(host)
    played(table)
    page = shown(host)
    assert ">Bo&lt;b&gt;</bdi></h3>" in page
    assert "after 5 matches (1 so far)" in page
    assert "give or take" not in page.split("</section>")[0]
    for _ in range(4):
        played(table)
    page = shown(host)
    assert "so far" not in page
    assert page.split("</section>")[0].count("give or take") == 2
    assert "Ada, 5 times" in page
    assert "5 sur 5" in shown(host, "fr")
    assert "does not count" not in shown(host)
    table.desk.do(Begin("coyote", {"strikes": 1}, 2))
    count_cards(table, "1", "2", number=90)
    page = shown(host)
    assert say("players.names") in page
    assert "1 match does not count." in page
    played(table)
    sit_down(client, table, 1)
    assert say("players.same") not in client.get("/history/players").get_data(as_text=True)
    assert "/history/players?" in client.get("/history").get_data(as_text=True)
    assert say("players.same") in shown(host)
    for who, data, headers, status in (
        (client, {"one": "ada", "other": "bo<b>"}, OURS, 403),
        (host, {"one": "ada", "other": "bo<b>"}, {}, 403),
        (host, {"one": "ada", "other": "nobody"}, OURS, 409),
        (host, {"one": "ada"}, OURS, 409),
    ):
        assert who.post("/history/players", data=data, headers=headers).status_code == status
    assert ">Ada</bdi></h3>" in shown(host)
    for other, there in (("bo<b>", False), ("ada", True)):
        data = {"one": "ada", "other": other}
        assert host.post("/history/players", data=data, headers=OURS).status_code == 303
        assert (">Ada</bdi></h3>" in shown(host)) == there
        assert (say("players.part") in shown(host)) == (not there)
