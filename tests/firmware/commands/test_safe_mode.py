"""A table that fails to start three times in a row serves a page that says why instead."""

from __future__ import annotations

import json
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware import cli
from firmware.service.starts import MOST, Starts
from hardware import PINS
from tests.process import Process, eventually


def test_safe_mode_starts_a_table_whose_pins_cannot_be_used_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--gpio gpio` needs pins that this computer does not have, as after a kernel's update."""
    data, pins = tmp_path / "data", tmp_path / "pins.toml"
    pins.write_text(PINS.read_text() + '\n[header]\nchip = "of another kernel"\n')
    options: Any = ("--camera", "folder:none", "--gpio", "gpio", "--pins", str(pins))
    data.mkdir()
    for _ in range(MOST - 1):
        with suppress(RuntimeError), Starts(data / "table.starts").counted(lambda _: False):
            raise RuntimeError
    assert cli.run(["table", "--port", "0", *options, "--data", str(data)]) == 2
    assert re.fullmatch("coyote: No button works.*\n", capsys.readouterr().err)
    safe = Process(data, *options, table="table")
    shown = safe.get("/")
    assert "Safe mode" in shown
    assert "No button works" in shown
    assert "Play without buttons and lamps" in shown
    safe.post("/safe/act/pinless")
    safe.listen()
    eventually(
        lambda: any(part["text"].startswith("No button works") for part in safe.state()["parts"]),
    )
    kept = data / "table.starts"
    eventually(lambda: json.loads(kept.read_text())["failed"], 0)
    assert safe.kill(signal.SIGTERM) == 0
