"""A bundle holds what a bug report needs, and none of the secrets planted on the machine."""

from __future__ import annotations

import json
import zipfile
from itertools import cycle
from pathlib import Path

import pytest

from firmware.checking.bundle.bundle import (
    QUESTIONS,
    write_bundle,
    write_report,
)
from firmware.checking.bundle.names import private_names
from firmware.checking.findings import Finding, found
from hardware import PINS
from referee import words
from referee.contract import Message
from referee.match.commands import Begin, HandOver
from referee.match.desk import Desk
from tests.firmware.checking.box import Box

# Names of players that are words of this program, too, so that only the journal gives them away.
PLAYERS = ("Zoé", "Buzzer", "Display")
SECRETS = (
    *PLAYERS,
    "Marguerite",
    "Pedals",
    "Freebox-7A41C2",
    "hunter2hunter2",
    "192.168.178.23",
    "fe80::ba27",
    "kitchen-pi",
    "/srv/marguerite",
    "5F3A2B1C",
    "321386",
    "granny",
)


TIMES = ("2026-11-21 09:52:15,386+0100", "2026-11-21 09:52:15,386")  # Older logs name no zone.


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a journal and a log that are full of secrets."""
    folder = tmp_path / "marguerite"
    folder.mkdir()
    desk = Desk.open(folder / "table.sqlite")
    desk.do(Begin("coyote", {}, len(PLAYERS), PLAYERS))
    desk.do(HandOver(1, "Pedals"))
    desk.put("names", ["Granny", *PLAYERS])
    desk.close()
    lines = [
        f"{at} INFO camera firmware.cameras.reconnecting: Camera {one} is there."
        for at, one in zip(cycle(TIMES), SECRETS, strict=False)
    ]
    lines += ['  File "/srv/marguerite/table/firmware/running/table.py", line 3, in run']
    (folder / "coyote.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def bundle(box: Box, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("socket.gethostname", lambda: "kitchen-pi")
    monkeypatch.setenv("SUDO_USER", "marguerite")
    wifi = "[wifi]\nssid=Freebox-7A41C2\n[wifi-security]\npsk=hunter2hunter2\n"
    box.file("etc/NetworkManager/system-connections/Freebox-7A41C2.nmconnection", wifi)
    box.file("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    findings = [
        found("data", True, "cli.doctor.data", folder="/srv/marguerite/x", mb=9, least=200),
        found("address", True, "cli.doctor.address", url="http://192.168.178.23:8080/"),
        found("name", True, "cli.doctor.name", url="http://kitchen-pi.local/"),
        found("camera", True, "cli.doctor.camera", camera="usb:C920_5F3A2B1C", width=1, height=2),
        found("camera", True, "cli.doctor.camera", camera="pi:0 (imx708)", width=1, height=2),
        found("cameras", True, "cli.doctor.cameras", cameras=("usb:usb-046d_C920_5F3A2B1C",)),
        found("table.panel", True, "cli.doctor.runs_part", part="Panel", said="Zoé, Buzzer!"),
        found("gpio", None, "cli.doctor.line_users", programs=("granny (812)",)),
        Finding("gpio", False, Message("table.gpio.stub")),
    ]
    pins = tmp_path / "pins.toml"
    pins.write_text(PINS.read_text("utf-8") + "\n# of granny\n[reserved]\ngranny = 14\n", "utf-8")
    path = tmp_path / "report.zip"
    names = private_names(box.machine, data, {"seats": [{"name": "Marguerite"}], "known": []})
    write_bundle(path, findings, machine=box.machine, data=data, pins=pins, names=names)
    report = path.with_suffix(".md")
    write_report(report, findings, machine=box.machine, names=names, locale="en")
    return path


def contents(bundle: Path) -> dict[str, str]:
    with zipfile.ZipFile(bundle) as opened:
        assert opened.testzip() is None
        assert not opened.comment
        return {name: opened.read(name).decode("utf-8") for name in opened.namelist()}


def test_no_secret_is_in_it(bundle: Path) -> None:
    texts = contents(bundle) | {"report": bundle.with_suffix(".md").read_text("utf-8")}
    for name, text in texts.items():
        if name == "ABOUT.txt":
            continue
        for secret in SECRETS:
            if secret in ("Buzzer", "Display"):  # the wiring and the sentences have these
                assert name != "log.txt" or secret not in text
                continue
            assert secret.lower() not in text.lower(), (name, secret)


def test_it_has_what_a_bug_report_needs(bundle: Path) -> None:
    files = contents(bundle)
    assert set(files) == {
        "ABOUT.txt",
        "doctor.json",
        "versions.json",
        "wiring.json",
        "games.json",
        "log.txt",
    }
    checks = json.loads(files["doctor.json"])["checks"]
    assert [one["check"] for one in checks][:2] == ["data", "address"]
    assert "imx708" in checks[4]["text"]
    assert "python3-lgpio" in checks[-1]["text"]
    versions = json.loads(files["versions.json"])
    assert versions["board"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert versions["system"] == "Debian GNU/Linux 13 (trixie)"
    assert {"numpy", "lgpio", "picamera2"} <= versions["packages"].keys()
    wiring = json.loads(files["wiring.json"])
    assert (len(wiring["seats"]), wiring["reserved"]) == (6, [14])
    assert "coyote-tomahawk" in json.loads(files["games.json"])["decks"]
    log = files["log.txt"].splitlines()
    assert len(log) == len(SECRETS) + 1
    assert all(line.endswith("reconnecting: Camera … is there.") for line in log[:3])
    assert log[-1] == "  firmware/running/table.py:3 run"


def test_who_has_built_a_table_is_asked_for_what_only_they_can_see(bundle: Path) -> None:
    report = bundle.with_suffix(".md").read_text("utf-8")
    assert "- board: Raspberry Pi 5 Model B Rev 1.0" in report
    assert "- ✓ camera: " in report
    assert report.count("\n\n…") == len(QUESTIONS)
    assert all(words.has_key(f"cli.report.{one}") for one in QUESTIONS)
