"""A table that runs is found by its service and its pages, and asked in place of its devices."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest

from firmware.checking import lines, reading, running, service, walk
from firmware.checking.case import Case
from firmware.checking.examining import examine
from referee import words
from referee.contract import Message
from tests.firmware.checking.box import HANGS, Box, results_of
from tests.process import PATIENCE_S
from tests.webui.asking import serving
from webui.safe import create_safe_app

SHOWN = """LoadState={load}
ActiveState={active}
NRestarts={restarts}
ExecStart={{ path=/opt/coyote ; argv[]=/opt/coyote table --port ${{COYOTE_PORT}} \
--data /var/lib/coyote-table $COYOTE_OPTIONS ; ignore_errors=no ; pid=0 }}"""


def unit(box: Box, active: str, restarts: int = 0, load: str = "loaded") -> service.Unit | None:
    box.says("systemctl", SHOWN.format(load=load, active=active, restarts=restarts))
    return service.unit(box.machine)


def state(locale: str) -> dict[str, object]:
    """Return a running table's state as its pages have it: a camera lost, all else well."""
    lost = words.say(Message("table.camera.none", {"camera": "usb:0"}), locale)
    parts = [
        {"name": words.say(Message("part.camera"), locale), "well": False, "text": lost},
        {"name": words.say(Message("part.panel"), locale), "well": True, "text": "Wired."},
        {"name": words.say(Message("part.club"), locale), "well": True, "text": "Connected."},
        {"name": "something new", "well": True, "text": "Well."},
        "rubbish",
    ]
    return {"seq": 4, "seats": [], "locale": locale, "parts": parts}


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[int]:
    """Serve one answer to all that is asked; yield the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE_S)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_running_table_says_how_its_parts_are(locale: str) -> None:
    with answering(json.dumps(state(locale)).encode()) as port:
        case = Case(given_port=port, pages=service.pages(port, locale))
        findings = list(running.table(case))
    assert results_of(findings) == [
        ("table", True, "runs"),
        ("table.camera", False, "runs_part"),
        ("table.panel", True, "runs_part"),
        ("table.club", True, "runs_part"),
        ("table.part", True, "runs_part"),
    ]
    assert "usb:0" in words.say(findings[1].message, locale)


@pytest.mark.parametrize("body", [b"<html>a router</html>", b'{"seq": 1}', b"[" * 99999])
def test_another_program_at_the_port_is_no_table(body: bytes) -> None:
    with answering(body) as port:
        assert service.pages(port, "en") == service.Pages()


class Broken:
    """What keeps a table from starting, as the page of safe mode asks it."""

    def get(self, _: str) -> object:
        return None

    def put(self, _: str, __: object) -> None:
        """Keep nothing."""


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_table_that_waits_in_safe_mode_is_known_by_its_page(locale: str) -> None:
    """By the very application that such a table serves."""
    app = create_safe_app(cast(Any, Broken()), cast(Any, Broken()))
    with serving(app) as server:
        assert service.pages(server.port, locale) == service.Pages(safe=True)
    assert results_of(running.table(Case(pages=service.Pages(safe=True)))) == [
        ("table", False, "runs_safe")
    ]


def test_the_service_names_its_port_and_folder_through_its_settings(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.file(
        "etc/default/coyote-table", "# of the table\nCOYOTE_PORT=80\nCOYOTE_OPTIONS='--gpio gpio'\n"
    )
    result = unit(box, "active")
    assert result is not None
    assert (result.port, result.data) == (80, Path("/var/lib/coyote-table"))
    assert result.given["--gpio"] == "gpio"
    monkeypatch.delenv("COYOTE_DATA", raising=False)
    assert service.data_of(result, tmp_path) == tmp_path, "what is given comes first"
    there = service.Unit("active", 0, {"--data": str(tmp_path)})
    assert (service.data_of(there, None), service.data_of(None, None)) == (tmp_path, None)
    box.file("etc/default/coyote-table", "COYOTE_PORT = 81\r\n")  # and no options
    result = unit(box, "active")
    assert result is not None
    assert (result.port, result.given["--gpio"]) == (81, "gpio")


def test_where_no_service_is_installed_none_is_told(box: Box) -> None:
    assert unit(box, "inactive", load="not-found") is None
    box.tool("systemctl", "echo 'System has not been booted with systemd' >&2; exit 1")
    assert service.unit(box.machine) is None
    box.tool("systemctl", HANGS)
    assert service.unit(box.hurried) is None


@pytest.mark.parametrize(
    ("active", "restarts", "answers", "expected"),
    [
        ("active", 0, True, (True, "service")),
        ("active", 3, True, (None, "service_restarted")),
        ("active", 0, False, (False, "service_silent")),
        ("failed", 8, False, (False, "service_failed")),
        ("activating", 5, False, (False, "service_starting")),
        ("inactive", 0, False, (None, "service_off")),
    ],
)
def test_the_service_is_told_as_it_is(
    box: Box, active: str, restarts: int, answers: bool, expected: tuple[bool | None, str]
) -> None:
    running_unit = unit(box, active, restarts)
    assert running_unit is not None
    assert results_of(
        running.service(Case(unit=running_unit, pages=service.Pages({} if answers else None)))
    ) == [("service", *expected)]


def test_a_table_that_runs_keeps_its_pins_and_camera(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def untouchable(*_: object) -> None:
        raise AssertionError("it is in use")

    for module, name in ((lines, "open_gpio"), (lines, "find_bus"), (reading, "take_picture")):
        monkeypatch.setattr(module, name, untouchable)
    monkeypatch.setattr(walk, "open_panel", untouchable)
    with answering(json.dumps(state("en")).encode()) as port:
        case = box.case(given_port=port, given_data=tmp_path).with_table("en")
        results = results_of([*examine(case), *walk.walk(case)])
    assert ("table.camera", False, "runs_part") in results
    assert results[-1] == ("walk", False, "runs")
    assert not {"gpio", "camera", "console", "port"} & {check for check, _, _ in results}
    assert all(key not in ("failed", "hangs") for _, _, key in results)
