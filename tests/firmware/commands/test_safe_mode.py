"""A table that fails to start three times in a row serves a page that says why instead."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from firmware.service.starts import BOOT, MOST, Starts
from hardware import PINS
from tests.process import PATIENCE_S, Process

BLIND = ("--camera", "none", "--gpio", "mock")  # a table that renders and reads no picture


def started(data: Path, pins: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--gpio", "mock"]
    return subprocess.run(
        [*command, "--data", str(data), "--pins", str(pins), "--camera", "folder:none"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def failed_before(data: Path) -> None:
    """Let the table fail to start so often that safe mode follows the next time."""
    data.mkdir(exist_ok=True)
    for _ in range(MOST - 1):
        with suppress(RuntimeError), Starts(data / "table.starts").counted(lambda _: False):
            raise RuntimeError


def page(process: Process) -> str:
    url = f"http://127.0.0.1:{process.port}/"
    request = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        said: bytes = answer.read()
    return said.decode()


@pytest.mark.verify
def test_after_three_failed_starts_a_page_says_why_and_the_table_starts_from_there(
    tmp_path: Path,
) -> None:
    data, pins = tmp_path / "data", tmp_path / "pins.toml"
    pins.write_bytes(PINS.read_bytes())
    options: Any = ("--gpio", "mock", "--camera", "folder:none", "--pins", str(pins))
    table = Process(data, *options, "--seats", "3", table="table")
    table.move(move="announce", seat=0, number=5)
    table.move(move="announce", seat=1, number=6)
    assert table.kill(signal.SIGTERM) == 0

    pins.write_text("[seats]\n")
    for _ in range(3):
        failed = started(data, pins)
        assert (failed.returncode, failed.stdout) == (2, "")
        assert failed.stderr.count("\n") == 1
    safe = Process(data, *options, table="table")
    said = page(safe)
    assert "Safe mode" in said
    assert "Moves saved: 2." in said
    reason = failed.stderr.removeprefix("coyote: ").strip()
    assert reason.split(":")[0] in said.replace("&#34;", '"').replace("&#39;", "'")
    safe.post("/safe/act/undo")
    assert "Moves saved: 1." in page(safe)
    assert safe.kill(signal.SIGTERM) == 0
    assert json.loads((data / "table.starts").read_text())["failed"] == 3

    pins.write_bytes(PINS.read_bytes())
    safe = Process(data, *options, table="table")
    safe.post("/safe/act/start")
    safe.listen()  # to the same program, which is the table now
    assert "5" in json.dumps(safe.state()["log"][0])
    assert json.loads((data / "table.starts").read_text())["failed"] == 0
    assert safe.kill(signal.SIGTERM) == 0


def test_safe_mode_starts_a_table_whose_pins_cannot_be_used_without_them(tmp_path: Path) -> None:
    """`--gpio gpio` needs pins that this computer does not have, as after a kernel's update."""
    data, pins = tmp_path / "data", tmp_path / "pins.toml"
    pins.write_text(PINS.read_text() + '\n[header]\nchip = "of another kernel"\n')
    options: Any = ("--camera", "folder:none", "--gpio", "gpio", "--pins", str(pins))
    command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", *options]
    failed_before(data)
    failed = subprocess.run(
        [*command, "--data", str(data)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (failed.returncode, failed.stderr.count("\n")) == (2, 1)
    assert failed.stderr.startswith("coyote: No button works")
    safe = Process(data, *options, table="table")
    assert "Play without buttons and lamps" in page(safe)
    safe.post("/safe/act/pinless")
    safe.listen()
    troubles = [part["text"] for part in safe.state()["parts"] if not part["well"]]
    assert any(text.startswith("No button works") for text in troubles)
    assert safe.kill(signal.SIGTERM) == 0


@pytest.mark.verify
def test_a_port_that_is_in_use_leads_to_no_safe_mode(tmp_path: Path) -> None:
    table = Process(tmp_path, *BLIND, table="table")
    try:
        command = [sys.executable, "-m", "firmware.cli", "play", "--no-browser"]
        options = ("--port", str(table.port), "--data", str(tmp_path / "other"))
        failed = subprocess.run(
            [*command, *options],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert failed.returncode == 2
        assert "--port" in failed.stderr
        kept = json.loads((tmp_path / "other" / "play.starts").read_text())
        assert kept["failed"] == 0
    finally:
        table.kill(signal.SIGTERM)


@pytest.mark.verify
def test_safe_mode_names_a_journal_of_a_later_release_and_keeps_it(tmp_path: Path) -> None:
    table = Process(tmp_path, "--gpio", "mock", "--camera", "folder:none", table="table")
    assert table.kill(signal.SIGTERM) == 0
    journal = tmp_path / "table.sqlite"
    with closing(sqlite3.connect(journal)) as db:
        db.execute("PRAGMA user_version = 3")
    before = journal.read_bytes()
    failed_before(tmp_path)
    failed = started(tmp_path, PINS)
    assert failed.returncode == 2
    assert failed.stderr.startswith("coyote: A newer version of the table wrote the journal")
    safe = Process(tmp_path, "--gpio", "mock", "--camera", "folder:none", table="table")
    said = page(safe)
    assert "A newer version of the table wrote the journal" in said
    assert "install the newer version" in said
    assert "damaged" not in said
    assert journal.read_bytes() == before
    safe.post("/safe/act/anew")
    safe.listen()
    assert safe.kill(signal.SIGTERM) == 0
    (aside,) = tmp_path.glob("table.sqlite.later-*Z")
    assert aside.read_bytes() == before


@pytest.mark.verify
@pytest.mark.skipif(
    not BOOT.exists(), reason="only Linux tells one run of the machine from another"
)
def test_three_power_cuts_soon_after_a_start_lead_to_no_safe_mode(tmp_path: Path) -> None:
    starts = tmp_path / "table.starts"
    for _ in range(MOST):
        table = Process(tmp_path, *BLIND, table="table")
        table.kill(signal.SIGKILL)
        kept = json.loads(starts.read_text())
        assert (kept["failed"], kept["served"]) == (1, BOOT.read_text().strip())
        starts.write_text(json.dumps({**kept, "served": "the machine's run before"}))
    table = Process(tmp_path, *BLIND, table="table")
    assert table.state()["seats"]
    assert table.kill(signal.SIGTERM) == 0
