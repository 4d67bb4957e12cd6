"""The command line meets its surroundings: pipes, full disks, terminals, links and no answer."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from firmware import cli
from firmware.hub.store import FILE, SqliteStore
from tests.process import PATIENCE_S

pytestmark = pytest.mark.usefixtures("english", "own_data")
Capsys = pytest.CaptureFixture[str]


def started(command: list[str], out: BinaryIO) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "firmware.cli", *command],
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_reader_who_has_read_enough_is_no_fault() -> None:
    """`coyote games | head -1` ended as if something must change."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = started(["games"], closed)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_named() -> None:
    with Path("/dev/full").open("wb") as full:
        done = started(["games"], full)
    assert done.returncode == 2
    assert done.stderr.startswith("coyote: The disk is full")
    assert done.stderr.count("\n") == 1


def test_a_hubs_backup_replaces_no_pipe_and_follows_a_link(capsys: Capsys, tmp_path: Path) -> None:
    hub = tmp_path / "data" / "hub"
    hub.mkdir(parents=True)
    SqliteStore(hub / FILE).close()
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    assert cli.run(["hub", "backup", str(pipe)]) == 2
    assert pipe.is_fifo()
    assert "pipe cannot be written: Invalid argument" in capsys.readouterr().err
    link.symlink_to(tmp_path / "place")
    assert cli.run(["hub", "backup", str(link)]) == 0
    assert link.is_symlink()
    assert (tmp_path / "place").is_file()


def test_a_restore_that_nobody_confirms_says_that_nothing_changed(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "out.zip"
    assert cli.run(["backup", str(out)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert cli.run(["restore", str(out)]) == 130
    assert capsys.readouterr().err == "\nNothing has changed.\n"
