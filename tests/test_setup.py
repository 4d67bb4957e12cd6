"""Set-up on a Pi: numpy is the system's kind, whether or not picamera2 is there yet."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.process import PATIENCE_S

ROOT = Path(__file__).parents[1]


def script(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("picamera2", [True, False])
@pytest.mark.parametrize(
    ("model", "version", "numpy"),
    [
        ("Raspberry Pi 4 Model B", "12", ".ci/locked/numpy1.txt"),
        ("Raspberry Pi 5 Model B", "13", ".ci/locked/numpy2.txt"),
        ("A machine of another kind", "12", ".ci/locked/numpy2.txt"),
    ],
)
def test_numpy_is_that_of_the_system(
    tmp_path: Path, model: str, version: str, numpy: str, picamera2: bool
) -> None:
    (tmp_path / "model").write_text(model)
    (tmp_path / "os-release").write_text(f'NAME="Debian"\nVERSION_ID="{version}"\n')
    for name in ("apt-get", "sudo"):  # nothing is installed by a test
        script(tmp_path / "bin" / name, "exit 1")
    missing = "" if picamera2 else 'case "$*" in *picamera2*) exit 1;; esac'
    script(tmp_path / "bin" / "python-of-the-test", missing + "\nexit 0")
    script(tmp_path / "venv" / "bin" / "python", f'echo "$*" >>{tmp_path}/asked')
    subprocess.run(
        ["sh", ".ci/setup", "play"],
        cwd=ROOT,
        check=True,
        timeout=PATIENCE_S,
        env={
            "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
            "PYTHON": "python-of-the-test",
            "VENV": str(tmp_path / "venv"),
            "MODEL": str(tmp_path / "model"),
            "OS_RELEASE": str(tmp_path / "os-release"),
        },
    )
    packages, table = (tmp_path / "asked").read_text().splitlines()[-2:]
    assert " --require-hashes -r .ci/locked/table.txt " in packages
    assert packages.endswith(f" -r {numpy}")
    assert table.endswith(" --no-deps --no-build-isolation -e .")
