"""The rig itself; where its kernel is built (`make rig`), a guest is booted as well."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.process import PATIENCE_S, eventually
from tests.rig import boot, installed, kernel, promises, root
from tests.rig.__main__ import main

READY = kernel.kernel().exists() and boot.LGPIO.exists()


@pytest.mark.skipif(not READY, reason="the rig's kernel is not built here: make rig")
def test_a_guest_names_pins_that_cannot_be_had() -> None:
    figures = boot.run(kernel.kernel(), "refused")
    assert figures
    assert [figure.line() for figure in figures if not figure.met] == []


def test_a_guest_that_ends_before_it_has_told_all_keeps_no_promise() -> None:
    (figure,) = boot.run(Path("/bin/true"), "order")
    assert figure.met is False
    assert "failed" in figure.name


def test_a_kernel_that_cannot_be_started_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(kernel.NotBuilt, match="linux: No such file"):
        boot.run(tmp_path / "linux", "order")


@pytest.mark.parametrize("stopped", [subprocess.TimeoutExpired("linux", 0.0), KeyboardInterrupt()])
def test_a_guest_that_is_not_waited_for_ends_with_all_its_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: BaseException
) -> None:
    linux, lives = tmp_path / "linux", tmp_path / "lives"
    linux.write_text(
        f"#!/bin/sh\nsleep 600 &\necho $! >{lives}.new\nmv {lives}.new {lives}\nwait\n"
    )
    linux.chmod(0o755)
    calls = iter([stopped, None])
    communicate_whole = subprocess.Popen.communicate

    def communicate(guest: subprocess.Popen[str], timeout: float) -> Any:
        eventually(lives.exists, "it starts a process")
        if (why := next(calls)) is not None:
            raise why
        return communicate_whole(guest, timeout=min(timeout, PATIENCE_S))

    monkeypatch.setattr(subprocess.Popen, "communicate", communicate)
    with suppress(KeyboardInterrupt):
        (figure,) = boot.run(linux, "order")
        assert (figure.name[:18], figure.met) == ("order was not done", False)
    eventually(lambda: not Path(f"/proc/{lives.read_text().strip()}").exists(), "it is gone")


def test_promises_of_no_such_name_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["order", "nonsense"]) == 2
    assert main(["order=3"]) == 2
    assert main(["cuts=none"]) == 2
    said = capsys.readouterr().out
    assert "nonsense" in said
    assert all(name in said for name in (*promises.names(), *installed.names()))


def test_another_configuration_is_another_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kernel.kernel()
    config = tmp_path / "kernel.config"
    config.write_text(kernel.CONFIG.read_text() + "CONFIG_SMP=y\n")
    monkeypatch.setattr(kernel, "CONFIG", config)
    assert kernel.kernel() != before
    assert kernel.kernel().parent == before.parent


def test_a_missing_source_is_told_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kernel, "SOURCE", tmp_path / "linux-source-6.12.tar.xz")
    with pytest.raises(kernel.NotBuilt, match=r"apt install linux-source-6\.12$"):
        kernel.build(print)


def test_a_root_with_another_picamera2_is_another_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = root.path()
    monkeypatch.setattr(root, "PICAMERA2", "picamera2==0.3.37")
    assert root.path() != before
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(kernel.NotBuilt, match=r"apt install mmdebstrap$"):
        root.build(print)
