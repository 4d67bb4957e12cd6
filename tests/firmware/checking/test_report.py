"""The bug report has what it needs, and none of the secrets planted on the machine."""

from __future__ import annotations

import json
import logging
import zipfile
from pathlib import Path

import pytest

from firmware.checking.findings import Finding, failed, result
from firmware.checking.public_log import log_publicly
from firmware.checking.report import write_bundle
from hardware import PINS
from referee.contract import Message
from tests.firmware.checking.box import Box

SECRETS = (
    "Zoé",
    "Marguerite",
    "Freebox-7A41C2",
    "192.168.178.23",
    "kitchen-pi",
    "/srv/marguerite",
    "5F3A2B1C",
    "321386",
    "granny",
)


@pytest.fixture
def bundle(box: Box, root: logging.Logger, tmp_path: Path) -> Path:
    """Write a bundle from findings and a log that are full of secrets."""
    (folder := tmp_path / "marguerite").mkdir()
    log_publicly(folder)
    logger = logging.getLogger("firmware.cameras.reconnecting")
    for secret in SECRETS:
        logger.warning("Camera %s is there, for the %d. time (%r).", secret, 2, secret)
    logging.getLogger("elsewhere").warning(f"Hello {SECRETS[0]}")
    error = OSError(28, "No space left", "/srv/marguerite/x")
    try:
        raise ValueError(SECRETS[0]) from error
    except ValueError as raised:
        logger.exception("It failed: %s", raised)
        broken = failed("heat", raised)
    findings = [
        result("data", True, "cli.doctor.data", folder="/srv/marguerite/x", mb=9, least=200),
        result("address", True, "cli.doctor.address", url="http://192.168.178.23:8080/"),
        result("name", True, "cli.doctor.name", url="http://kitchen-pi.local/"),
        result("camera", True, "cli.doctor.camera", camera="usb:C920_5F3A2B1C", width=1, height=2),
        result("camera", True, "cli.doctor.camera", camera="pi:0 (imx708)", width=1, height=2),
        result("cameras", True, "cli.doctor.cameras", cameras=("usb:usb-046d_C920_5F3A2B1C",)),
        result("games", True, "cli.doctor.games", games=("coyote-kidult", "marguerite")),
        result("table.panel", True, "cli.doctor.runs_part", part="Panel", said="Zoé, 321386!"),
        result("gpio", None, "cli.doctor.line_users", programs=("granny (812)",)),
        result(
            "gpio", False, "table.pins.twice", file="x.toml", pin=14, wire="granny", other="led"
        ),
        broken,
        Finding("gpio", False, Message("table.gpio.stub")),
    ]
    box.file("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    pins = tmp_path / "pins.toml"
    pins.write_text(PINS.read_text("utf-8") + "\n# of granny\n[reserved]\ngranny = 14\n", "utf-8")
    case = box.case(given_data=folder, pins=pins)
    path = tmp_path / "report.zip"
    write_bundle(path, findings, case)
    assert root.handlers, "the log is of this test alone"
    return path


def contents(bundle: Path) -> dict[str, str]:
    with zipfile.ZipFile(bundle) as opened:
        return {name: opened.read(name).decode("utf-8") for name in opened.namelist()}


def test_no_secret_is_in_it(bundle: Path) -> None:
    for name, text in contents(bundle).items():
        for secret in SECRETS:
            assert secret.lower() not in text.lower(), (name, secret)


def test_it_has_what_a_bug_report_needs(bundle: Path) -> None:
    files = contents(bundle)
    assert set(files) == {"ABOUT.txt", "doctor.json", "log.txt"}
    written = json.loads(files["doctor.json"])
    checks = written["checks"]
    assert [check["check"] for check in checks][:2] == ["data", "address"]
    assert "imx708" in checks[4]["text"]
    assert checks[6]["params"]["games"] == ["coyote-kidult", "…"]
    here = "tests/firmware/checking/test_report.py:"
    trace = checks[10]["params"]["trace"]
    assert [trace[0], trace[2]] == ["ValueError", "OSError (No space left on device)"]
    assert trace[1].startswith(here)
    assert "python3-lgpio" in checks[-1]["text"]
    versions = written["versions"]
    assert versions["board"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert versions["system"] == "Debian GNU/Linux 13 (trixie)"
    assert {"numpy", "lgpio", "picamera2"} <= versions["packages"].keys()
    wiring = written["wiring"]
    assert (len(wiring["seats"]), wiring["reserved"]) == (6, [14])
    assert "coyote-tomahawk" in written["decks"]
    log = files["log.txt"].splitlines()
    assert len(log) == len(SECRETS) + 5
    assert all("Camera … is there, for the 2. time ('…')." in line for line in log[: len(SECRETS)])
    assert " WARNING firmware.cameras.reconnecting:" in log[0]
    assert log[len(SECRETS)].endswith("WARNING … …")
    assert "It failed: ValueError" in log[-4]
    assert [line.strip() for line in log[-3:]] == list(trace)
