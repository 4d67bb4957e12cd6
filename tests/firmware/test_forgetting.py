"""A host forgets a person on the players' page: no file of the table has the name any more."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from firmware.backup.data_files import Keeping
from firmware.backup.manifest import read_manifest
from firmware.backup.restoring import prepare
from firmware.folders import REPORT, log_to
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.match.journal.journal import Journal
from referee.match.people.same_names import KEY as SAME
from tests.referee.match.test_forgetting_people import ZOE, traces
from tests.referee.test_records import COYOTE
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.access.guard import FORM
from webui.app import create_app

PLAYERS = "/history/players"
PATH = f"{PLAYERS}/forget"
NICK = "Quilly"
KEY = "zoë quillfeather"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def table(data: Path) -> Iterator[FakeTable]:
    fake = FakeTable(data / "table.sqlite")
    yield fake
    fake.desk.close()


@pytest.fixture
def host(table: FakeTable, data: Path) -> Iterator[FlaskClient]:
    handlers = logging.getLogger().handlers[:]
    log_to(data)
    keeping = Keeping(table.desk, data, lambda _: None)
    made = create_app(table, maintenance=keeping, host_code=CODE).test_client()
    made.environ_base |= {"REMOTE_ADDR": "127.0.0.1", "HTTP_ACCEPT_LANGUAGE": "en"}
    yield made
    for handler in logging.getLogger().handlers:
        handler.close()
    logging.getLogger().handlers[:] = handlers


def forget(host: FlaskClient, **fields: str) -> str:
    answer = host.post(
        PATH,
        data=fields,
        content_type=FORM,
        headers={"Origin": "http://localhost", "Accept": "text/html"},
    )
    return answer.get_data(as_text=True)


def played(desk: Desk, *names: str) -> int:
    match = desk.do(Begin("coyote", {"starter": 0, "strikes": 2}, len(names), names)).match
    for move in COYOTE if len(names) == 3 else ():
        desk.do(Move(move))
    return match


def test_one_tap_and_a_yes_and_no_file_of_the_folder_has_the_name(
    host: FlaskClient, table: FakeTable, data: Path
) -> None:
    desk = table.desk
    other = Desk.open(data / "play.sqlite")  # of the virtual table, on the same machine
    played(other, "Ada", ZOE, "Cy")
    other.put("names", [ZOE, "Ada"])
    other.close()
    match = played(desk, "Ada", ZOE, "Cy")
    desk.put(SAME, {"zo": "zoë quillfeather"})
    logging.getLogger("firmware").warning("Nobody knows %s.", ZOE)
    (data / REPORT).write_text(f"LookupError: {ZOE!r}", encoding="utf-8")
    for path in ("/history", "/history/players", f"/history/{match}/evening"):
        assert host.get(path).status_code == 200  # what it comes to is kept now
    table.desk.do(Begin("coyote", {}, 2, ("Ada", "Cy")))
    assert len(set(traces(data, ZOE))) >= 4
    assert f">{ZOE}</button>" in host.get(PLAYERS).get_data(as_text=True)
    asked = forget(host, key=KEY)
    assert ZOE in asked
    assert say("past.keep") in asked
    assert traces(data, ZOE) != []
    done = forget(host, key=KEY, sure="yes")
    assert say("players.forget.no_backup") in done
    assert ZOE not in done
    assert traces(data, ZOE, '"zo"') == []
    for path in ("/history", "/history/players", f"/history/{match}/evening"):
        page = host.get(path).get_data(as_text=True)
        assert ZOE not in page
        assert "Ada" in page
    assert say("page.error.gone") in forget(host, key=KEY, sure="yes")
    logging.getLogger("firmware").warning("The log goes on.")
    assert "The log goes on." in (data / "coyote.log").read_text(encoding="utf-8")


def test_phones_lose_name_and_nickname_keep_their_seats_and_whoever_plays_is_not_forgotten(
    host: FlaskClient, table: FakeTable, data: Path
) -> None:
    parts = host.application.extensions["web"]
    holders, notices = parts.holders, parts.approvals.notices
    table.desk.do(Begin("coyote", {"starter": 0, "strikes": 2}, 3, ("Ada", ZOE, "Cy")))
    for seat, name, person in ((0, NICK, ZOE), (1, ZOE, ""), (2, "Cy", "")):
        holders.take(seat, f"token {seat}")
        holders.name(seat, name, person)
        holders.used.remember([name])
    notices.ask(holders.hash_of(2), 2, ZOE, kept=False)
    refused = say("desk.forget_plays", seat=1).rpartition(". ")[2]
    assert refused in forget(host, key=KEY, sure="yes")
    assert holders.names[1] == ZOE, "nothing has changed"
    for move in COYOTE:
        table.desk.do(Move(move))
    holders.free(1, ZOE)
    assert holders.departed_names
    forget(host, key=KEY, sure="yes")
    assert holders.names == {2: "Cy"}
    assert holders.taken == {0, 2}
    assert holders.used.recent == ("Cy",)
    assert holders.departed_names == {}
    assert notices.notes_for(holders.hash_of(2)) == ()
    assert traces(data, ZOE, NICK) == []


def test_the_page_names_each_old_file_that_may_have_the_name_and_a_new_backup_has_it_not(
    host: FlaskClient, table: FakeTable, data: Path, tmp_path: Path
) -> None:
    played(table.desk, "Ada", ZOE, "Cy")
    (data / "own.zip").touch()
    (data / "before-restore").mkdir()
    (data / "table.sqlite.damaged-20260101T000000Z-mirror").touch()
    with closing(Journal(data / "play.sqlite")):  # Another program has it open.
        done = forget(host, key=KEY, sure="yes")
    old = ("own.zip", "before-restore", "table.sqlite.damaged-20260101T000000Z")
    for name in ("play.sqlite", *old):
        assert name in done
    assert "-mirror" not in done
    with host.get("/data/backup") as after:
        (tmp_path / "after.zip").write_bytes(after.get_data())
    assert read_manifest(tmp_path / "after.zip").matches == 1
    (tmp_path / "out").mkdir()
    prepare(tmp_path / "out", tmp_path / "after.zip")
    assert traces(tmp_path / "out", ZOE) == []
