"""How the installer is called: by whom, with what, and what it says where it does not work."""

from __future__ import annotations

import fcntl
import importlib
import os
import signal
import sys
from pathlib import Path

import pytest

import firmware.install
from firmware import cli
from firmware.install import __main__ as installer
from firmware.install import switching
from firmware.install.machine import Failed
from firmware.install.settings import Mode
from tests.firmware.install.machine import machine
from tests.process import run_program

ROOT = Path(__file__).parents[3]


def test_the_installer_needs_nothing_but_python() -> None:
    """It runs before the environment is there; -S hides every package."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); import firmware.install.__main__"
    run_program([sys.executable, "-ISB", "-c", code, ROOT])


def test_an_older_debian_is_told_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11, which Debian 12"):
        importlib.reload(firmware.install)


def test_the_command_line_calls_it_and_says_how_it_is_called_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """sudo finds no program of a user's by its name alone."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/coyote"])
    for given in (["install", "--port", "80", "--hotspot", "always"], ["uninstall", "--data"]):
        assert cli.run(given) == 1
        text = f"This needs the whole machine: sudo /somewhere/bin/coyote {given[0]}\n"
        assert capsys.readouterr().err == text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["install", "--prt", "80"], "unknown: --prt 80"),
        (["install", "--port", "x"], "a port is a number from 1 to 65535, not x"),
        (["install", "--port", "65536"], "a port is a number from 1 to 65535, not 65536"),
    ],
)
def test_an_option_that_there_is_not_is_told_with_those_there_are(
    capsys: pytest.CaptureFixture[str], given: list[str], why: str
) -> None:
    with pytest.raises(SystemExit):
        installer.main(given)
    answer = capsys.readouterr().err
    assert why in answer
    assert 'usage: sudo make install ARGS="[--port PORT]' in answer


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have the command run as root's does, on a machine that is a folder; return its lock."""
    on = machine(tmp_path)
    monkeypatch.setattr(installer, "Machine", lambda: on)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "umask", lambda _: 0)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(switching, "current", lambda _: "1.0-old")
    return on.places.lock


@pytest.mark.usefixtures("as_root")
def test_what_is_asked_for_is_done_as_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []

    def install(_: object, __: object, *given: object) -> bool:
        done.append(given)
        return True

    monkeypatch.setattr(installer, "install", install)
    monkeypatch.setattr(installer, "pull", lambda *_: done.append("update"))
    monkeypatch.setattr(installer, "uninstall", lambda _, data: done.append(data))
    for given in (
        "install",
        "install --port 80 --hotspot=always",
        "install --hotspot=never",
        "update",
        "uninstall",
        "uninstall --data",
    ):
        assert installer.main(given.split()) == 0
    assert done == [(None, None), (80, Mode.ALWAYS), (None, Mode.NEVER), "update", False, True]
    monkeypatch.setattr(installer, "install", lambda *_: False)
    assert installer.main(["install"]) == 1


@pytest.mark.usefixtures("as_root")
@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (Failed("No room."), "Coyote Table: No room."),
        (OSError(30, "Read-only file system"), "Coyote Table: [Errno 30] Read-only file system"),
        (KeyboardInterrupt(), "Stopped."),
    ],
)
def test_what_did_not_work_is_said_with_what_runs(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    answer: str,
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(installer, "install", fails)
    assert installer.main(["install"]) == 1
    assert capsys.readouterr().err == f"{answer}\nThe table is as it was (1.0-old).\n"


def test_two_installations_at_once_are_one_and_no_link_in_place_of_the_lock_is_followed(
    as_root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with as_root.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert installer.main(["install"]) == 1
    assert capsys.readouterr().err == "Another installation is under way.\n"
    as_root.unlink()
    as_root.symlink_to(tmp_path / "theirs")
    assert installer.main(["install"]) == 1
    assert "Too many levels of symbolic links" in capsys.readouterr().err
    assert not (tmp_path / "theirs").exists()
