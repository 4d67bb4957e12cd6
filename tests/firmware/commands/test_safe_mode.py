"""A table that fails to start three times in a row serves a page that says why instead."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware.service.starts import MOST, Starts
from hardware import PINS
from tests.process import PATIENCE_S, Process


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
