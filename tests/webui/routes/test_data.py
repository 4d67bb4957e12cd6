"""Backups and the bug's bundle: for the host alone, and large ones by a real server."""

from __future__ import annotations

import http.client
import io
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import IO
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.contract import BadOptions, Message, Value
from tests.process import PATIENCE_S
from tests.webui.asking import phone, serving
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from webui.app import create_app
from webui.serving.serve import Server

LARGE = 3_000_000  # far more than any other request may have
HTML = {"Accept": "text/html"}
HOLDS: dict[str, Value] = {"when": 0.0, "version": "–", "matches": "–", "names": "–", "decks": "–"}


@pytest.fixture
def kept(tmp_path: Path) -> Mock:
    """What keeps a table's data: it has a backup, a log and no newer release."""
    file, log = tmp_path / "kept.zip", io.BytesIO()
    file.write_bytes(b"backup")
    with zipfile.ZipFile(log, "w") as whole:
        whole.writestr("log.txt", "the log")
    made = Mock(version="0.1.0", came=b"")
    made.backup.side_effect = lambda: nullcontext(file)
    made.bundle.return_value = log.getvalue()
    made.newer.return_value = made.pending_restore.return_value = None

    def restore(sent: IO[bytes], name: str) -> None:
        made.came = sent.read()
        if not made.came.startswith(b"PK"):
            raise BadOptions("table", Message("cli.backup.none", {"file": name}))
        made.pending_restore.return_value = Message("cli.backup.holds", HOLDS)

    made.restore.side_effect = restore
    return made


@pytest.fixture
def keeps(table: FakeTable, kept: Mock) -> Flask:
    return create_app(table, maintenance=kept, host_code=CODE)


@pytest.fixture
def hosted(keeps: Flask) -> FlaskClient:
    client = keeps.test_client()
    client.environ_base |= {"REMOTE_ADDR": "127.0.0.1"}
    return client


def test_a_host_gets_the_files_and_sees_what_lies_ready_and_a_stranger_is_asked_for_the_code(
    keeps: Flask, hosted: FlaskClient, kept: Mock
) -> None:
    page = phone(keeps).get("/data", headers=HTML).text
    assert ('id="become"' in page, "/data/backup" in page) == (True, False)
    with hosted.get("/data/backup") as answer:
        assert answer.data == b"backup"
    assert hosted.get("/data/log").text == "the log"
    origin = {"Origin": "http://localhost"} | HTML
    sent = {"file": (io.BytesIO(b"PK whole"), "b.zip")}
    assert hosted.post("/data/backup", data=sent, headers=origin).status_code == 303
    page = hosted.get("/data", headers=HTML).text
    assert 'Backup of <time datetime="1970-01-01T00:00:00+00:00"' in page
    assert "/data/forget" in page
    hosted.post("/data/forget", data={"a": "b"}, headers=origin)
    kept.discard_restore.assert_called_once_with()
    kept.pending_restore.return_value = None
    assert "/data/forget" not in hosted.get("/data", headers=HTML).text


def test_a_newer_release_is_asked_for_by_a_tap_alone(hosted: FlaskClient, kept: Mock) -> None:
    origin = {"Origin": "http://localhost"} | HTML
    page = hosted.get("/data", headers=HTML).text
    assert ("This is version 0.1.0." in page, kept.newer.call_count) == (True, 0)
    page = hosted.post("/data/newer", data={"a": "b"}, headers=origin).text
    assert ("There is no newer version." in page, kept.newer.call_count) == (True, 1)
    kept.newer.return_value = "0.2.0"
    page = hosted.post("/data/newer", data={"a": "b"}, headers=origin).text
    assert "There is a newer version: 0.2.0." in page


def test_what_is_no_backup_is_told_on_a_page(hosted: FlaskClient, kept: Mock) -> None:
    origin = {"Origin": "http://localhost"} | HTML
    sent = {"file": (io.BytesIO(b"no"), "b.zip")}
    answer = hosted.post("/data/backup", data=sent, headers=origin)
    assert (answer.status_code, "b.zip is not a backup of a table" in answer.text) == (409, True)
    nothing = hosted.post("/data/backup", data={"a": "b"}, headers=origin)
    assert nothing.status_code in (400, 415)
    sent = {"file": (io.BytesIO(b"PK"), "b.zip")}
    kept.came = b""
    answer = hosted.post("/data/backup", data=sent, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, kept.came) == (403, b"")


def posted(server: Server, name: str, size: int) -> int:
    """Send a backup of so many bytes, as the machine itself or under another name."""
    edge = "edge"
    head = f"--{edge}\r\nContent-Disposition: form-data; name=file; filename=b.zip\r\n\r\nPK"
    body = head.encode() + b"x" * size + f"\r\n--{edge}--\r\n".encode()
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    try:
        headers = {"Host": name, "Origin": f"http://{name}", "Accept": "text/html"}
        headers["Content-Type"] = f"multipart/form-data; boundary={edge}"
        link.request("POST", "/data/backup", body, headers)
        return link.getresponse().status
    except (BrokenPipeError, ConnectionResetError):
        return 413  # the server hung up amid it
    finally:
        link.close()


def test_a_hosts_backup_may_be_large_and_nobody_elses(keeps: Flask, kept: Mock) -> None:
    with serving(keeps) as server:
        assert posted(server, f"localhost:{server.port}", LARGE) == 303
        assert len(kept.came) == LARGE + 2
        assert posted(server, "192.0.2.1", LARGE) == 413
