"""The heartbeat: the service manager hears that the table is ready, and whether it is alive."""

from __future__ import annotations

import math
import os
import re
import shutil
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware
from firmware.service import heartbeat, supervisor
from firmware.service.heartbeat import Heart, notify_manager, watchdog_interval_s
from firmware.service.supervisor import Supervisor, Worker
from referee.match.desk import Desk
from tests.process import PATIENCE_S, Process, eventually, run_program

UNIT = Path(firmware.__file__).parent / "install" / "files" / "coyote-table.service"


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """Be the service manager: yield what it hears."""
    heard: list[bytes] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))

        def hear() -> None:
            while (state := line.recv(99)) != b"over":
                heard.append(state)

        hearing = threading.Thread(target=hear)
        hearing.start()
        yield heard
        notify_manager("over")
        hearing.join(PATIENCE_S)


def test_the_table_says_when_it_is_ready_beats_and_stops_beating_when_it_stands_still(
    heard: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25 seconds after it was stopped the service was still "active"."""
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    options = ("--camera", f"folder:{tmp_path}", "--gpio", "mock")
    table = Process(tmp_path / "data", *options, table="table")
    # On a busy machine, the first beat may come before the table is ready.
    eventually(lambda: b"READY=1" in heard and heard.count(b"WATCHDOG=1") > 2)
    table.process.send_signal(signal.SIGSTOP)
    status = Path(f"/proc/{table.process.pid}/stat")
    eventually(lambda: status.read_text().rpartition(")")[2].split()[0], "T")
    notify_manager("mark")
    time.sleep(1.5)  # in which it would have beaten seven times
    notify_manager("mark")
    eventually(lambda: heard.count(b"mark"), 2)
    assert heard[-2:] == [b"mark"] * 2
    table.process.send_signal(signal.SIGCONT)
    eventually(lambda: heard[-1] != b"mark")
    assert table.kill(signal.SIGTERM) == 0
    eventually(lambda: b"STOPPING=1" in heard)
    assert heard.count(b"READY=1") == 1
    assert set(heard) == {b"READY=1", b"WATCHDOG=1", b"mark", b"STOPPING=1"}


def test_a_part_that_hangs_and_a_desk_that_hangs_are_no_sign_of_life(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "SILENT_S", 0.2)
    monkeypatch.setattr(heartbeat, "DESK_S", 0.05)
    going_on = threading.Event()

    def hangs(_: Worker) -> None:
        going_on.wait(PATIENCE_S)

    def beats(worker: Worker) -> None:
        while not worker.stop.wait(0.01):
            worker.beat()

    table = Supervisor(lambda: None)
    silent_s = 0.0
    heart = Heart(table, desk, lambda: silent_s)
    table.start("panel", beats)
    table.start("lights", hangs)  # without which the table plays on
    eventually(heart.hung_parts, ())
    table.start("camera", hangs)
    eventually(heart.hung_parts, ("camera",))
    held = threading.Event()

    def hold() -> None:
        with desk.writing:
            held.set()
            going_on.wait(PATIENCE_S)

    holding = threading.Thread(target=hold)
    holding.start()
    assert held.wait(PATIENCE_S)
    eventually(heart.hung_parts, ("camera", "desk"))
    silent_s = math.inf
    eventually(heart.hung_parts, ("camera", "pages", "desk"))
    going_on.set()
    holding.join(PATIENCE_S)
    table.stop()


def test_without_a_service_manager_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    notify_manager("READY=1")
    assert watchdog_interval_s() is None
    assert caplog.text == ""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify_manager("READY=1")  # a manager that is gone ends no table
    assert "READY=1" in caplog.text
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    assert watchdog_interval_s() == pytest.approx(20 / 3)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid() + 1))
    assert watchdog_interval_s() is None


# -- the unit ------------------------------------------------------------------------------------


def test_the_unit_wants_what_the_program_does() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    for line in (
        "Type=notify",
        "Restart=always",
        "Environment=HOME=/var/lib/coyote-table",
        "Environment=LG_WD=/run/coyote-table",
    ):
        assert f"\n{line}\n" in unit
    assert "COYOTE_OPTIONS=--gpio gpio" in unit  # on mock pins it would run and no button work
    watchdog = re.search(r"^WatchdogSec=(\d+)$", unit, re.M)
    assert watchdog
    assert int(watchdog[1]) > heartbeat.DESK_S * 2 + int(watchdog[1]) / 3
    burst = re.search(r"^StartLimitBurst=(\d+)$", unit, re.M)
    assert burst


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_service_is_shut_in() -> None:
    """Its exposure was 8.2."""
    text = run_program(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)], check=False
    ).stdout
    level = re.search(r"exposure level for \S+: ([\d.]+)", text)
    assert level, text
    assert float(level[1]) < 3.0
