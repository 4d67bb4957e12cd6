"""`coyote doctor`: its JSON, its exit status, its bundle; no Pi needed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from firmware import cli
from firmware.checking import case, reading
from firmware.errors import CameraLost

FREE_PORT = 65123
Capsys = pytest.CaptureFixture[str]


def no_camera(*_: object) -> None:
    raise CameraLost("table.camera.none", camera="usb:0")


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak English, look at no camera, which takes seconds, and at no running table."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(reading, "take_picture", no_camera)
    monkeypatch.setattr(case, "PORT", FREE_PORT)


def document(capsys: Capsys, *arguments: object) -> tuple[int, dict[str, object], str]:
    status = cli.run(["doctor", "--json", *map(str, arguments)])
    out, err = capsys.readouterr()
    made = json.loads(out)
    assert out.count("\n") == 1
    return status, made, err


def test_the_json_has_the_schema_that_is_documented(capsys: Capsys, tmp_path: Path) -> None:
    status, made, _ = document(capsys, "--data", tmp_path)
    assert made.keys() == {"schema", "version", "well", "checks"}
    assert (status, made["schema"], made["well"]) == (0, 1, True)
    checks = made["checks"]
    assert isinstance(checks, list)
    for check in checks:
        assert check.keys() == {"check", "well", "key", "params", "text"}
        assert check["well"] in (True, False, None)
        assert check["text"]
    assert {"data", "pins", "currents", "gpio", "port", "decks"} <= {
        item["check"] for item in checks
    }
    (tmp_path / "table.sqlite").write_bytes(b"rubbish" * 999)
    status, made, _ = document(capsys, "--data", tmp_path)
    assert (status, made["well"]) == (1, False), "something must be mended"


def test_without_a_pi_the_walk_is_refused_in_a_sentence(capsys: Capsys, tmp_path: Path) -> None:
    assert cli.run(["doctor", "--walk", "--data", str(tmp_path)]) == 1
    text = capsys.readouterr().out
    assert "Traceback" not in text
    assert sum(line.startswith("✗") for line in text.splitlines()) == 1


def test_a_bundle_is_written_after_the_checks(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    status, made, err = document(capsys, "--data", tmp_path, "--bundle", path)
    assert status == 0
    assert str(path) in err
    with zipfile.ZipFile(path) as bundle:
        kept = json.loads(bundle.read("doctor.json"))
    assert isinstance(made["checks"], list)
    assert [entry["check"] for entry in kept["checks"]] == [
        item["check"] for item in made["checks"]
    ]
    assert str(tmp_path) not in json.dumps(kept)
