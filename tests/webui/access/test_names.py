"""Names: typed once, kept for the next evening, and a tap each from then on."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.match.people.names import MOST
from tests.matches import match_of
from tests.webui.asking import phone, sit_down
from tests.webui.fake import FakeTable
from webui.access.guard import Refused
from webui.access.names import KEY, MOST_RECENT, Names, clean_name


class Shelf(dict[str, object]):
    """A store in memory."""

    put = dict.__setitem__


def test_names_are_kept_newest_first_each_once_in_one_line_and_never_cut() -> None:
    shelf = Shelf()
    names = Names(shelf)
    names.remember(["Ada", "", "Bo"])
    names.remember(["Bo"])
    assert Names(shelf).recent == ("Bo", "Ada")
    for number in range(30):
        names.remember([f"N{number}"])
    assert len(names.recent) == MOST_RECENT
    assert names.recent[0] == "N29"
    assert Names(shelf).recent == names.recent
    assert clean_name(" Ada \x07  B.\n") == "Ada B."
    assert clean_name("\u202e" + "x" * MOST) == "x" * MOST
    with pytest.raises(Refused) as error:
        clean_name("x" * (MOST + 1))
    assert error.value.message.key == "page.error.long_name"
    assert Names(Shelf({KEY: ["x" * 999, "\x00", "Bo", "BO"]})).recent == ("Bo",)


@pytest.mark.parametrize("damaged", [7, "Ada", {"a": 1}, [1, 2], [["Ada"]]])
def test_kept_names_that_are_damaged_are_said_and_the_table_goes_on(
    damaged: object, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        names = Names(Shelf({KEY: damaged}))
    assert not names.recent
    assert len(caplog.records) == 1
    names.remember(["Ada"])
    assert names.recent == ("Ada",)


def test_names_are_offered_to_seats_and_hosts_and_only_those_that_nobody_bears(
    app: Flask, client: FlaskClient, host: FlaskClient, table: FakeTable
) -> None:
    def known(who: FlaskClient) -> list[str]:
        return list(who.get("/api/state").get_json()["known"])

    body = {"game": "coyote", "seats": 3, "names": ["Ada", " ", "Cy\x00", "no seat"]}
    assert host.post("/api/match", json=body).status_code == 200
    snapshot = match_of(table.desk)
    assert snapshot.names == ("Ada", "", "Cy")
    assert known(host) == []  # they sit here
    assert host.post("/api/match", json={"game": "coyote", "seats": 3}).status_code == 200
    sit_down(client, table, 0)
    assert known(host) == known(client) == ["Ada", "Cy"]
    assert known(phone(app)) == []  # a stranger
    assert client.post("/api/seat/name", json={"name": "Cy"}).status_code == 200
    assert known(host) == ["Ada"]
