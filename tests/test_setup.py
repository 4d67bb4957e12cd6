"""Set-up: numpy of the system's kind, apt's locks and errors, and what a wheel is made of."""

from __future__ import annotations

import os
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from firmware.install.release import BESIDE, SOURCE
from tests.process import run_program

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOOLS = PROJECT["tool"]["setuptools"]


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
    for name in ("apt-get", "npm", "sudo"):  # nothing is installed by a test
        script(tmp_path / "bin" / name, "exit 1")
    missing = "" if picamera2 else 'case "$*" in *picamera2*) exit 1;; esac'
    script(tmp_path / "bin" / "python-of-the-test", missing + "\nexit 0")
    script(tmp_path / "venv" / "bin" / "python", f'echo "$*" >>{tmp_path}/asked')
    run_program(
        ["sh", ".ci/setup", "play"],
        cwd=ROOT,
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


@pytest.mark.parametrize("upgraded", [True, False])
def test_make_sets_up_again_once_the_system_has_another_python(
    tmp_path: Path, upgraded: bool
) -> None:
    """The packages of .venv are another Python's then, though all files are as new as before."""
    venv = tmp_path / "venv"
    script(venv / "bin" / "python", "echo FileNotFoundError; exit 1" if upgraded else "exit 0")
    for stamp in (".play", ".test"):
        (venv / stamp).touch()
    command = ["make", "-n", "play", f"VENV={venv}"]
    process = run_program(command, cwd=ROOT)
    assert (".ci/setup play" in process.stdout) == upgraded
    assert (venv / ".test").exists() == (not upgraded)


def test_a_wheel_has_every_file_that_is_no_code() -> None:
    """A file whose kind `pyproject.toml` does not name is left out of it, and missed at last."""
    kinds = TOOLS["package-data"]
    houses = [tool.rstrip("*") for tool in TOOLS["packages"]["find"]["include"]]
    left_out = (
        "referee/examples/*",
        "firmware/install/image/*",
        "hardware/board/*",  # for a maker of boards, not for a table
        "webui/jsconfig.json",
        "webui/state.d.ts",  # made for the check of types
        "referee/*/golden/*",
        "*__pycache__*",
        "*.egg-info*",
    )
    missed = []
    for path in (path for house in houses for path in (ROOT / house).rglob("*")):
        name = path.relative_to(ROOT)
        if path.is_dir() or path.suffix in (".py", ".pyc"):
            continue
        if any(fnmatch(str(name), item) for item in left_out):
            continue
        here = [*kinds["*"], *kinds.get(".".join(name.parent.parts), ())]
        if not any(fnmatch(path.name, kind) for kind in here):
            missed.append(str(name))
    assert missed == []


def test_a_wheel_has_what_a_release_is_made_of() -> None:
    """`coyote install` makes one of a wheel: the lists of packages, too, with their hashes."""
    beside = f"share/{BESIDE.name}"
    taken = {
        str(Path(folder).relative_to(beside) / path.name)
        for folder, patterns in TOOLS["data-files"].items()
        for pattern in patterns
        for path in ROOT.glob(pattern)
    }
    lists = {f".ci/locked/{name}.txt" for name in ("table", "numpy1", "numpy2")}
    assert taken == {*SOURCE} - {".ci"} | lists


def test_a_release_is_built_by_nothing_but_what_is_locked() -> None:
    """Else the system's own comes first, such as Debian 12's packaging, which is too old."""
    locked = (ROOT / ".ci" / "locked" / "table.txt").read_text("utf-8").splitlines()
    for built_by in PROJECT["build-system"]["requires"]:
        name = built_by.partition(">=")[0]
        assert any(line.startswith(f"{name}==") for line in locked), name


def test_set_up_waits_for_apt_and_passes_on_what_it_says(tmp_path: Path) -> None:
    script(
        tmp_path / "bin" / "apt-get",
        f'echo "$*" >>{tmp_path}/asked; echo "E: Unable to locate package python3" >&2; exit 100',
    )
    for name in ("sh", "sed", "rm", "grep"):
        (tmp_path / "bin" / name).symlink_to(Path("/usr/bin") / name)
    script(tmp_path / "bin" / "id", "echo 0")
    made = run_program(
        ["/usr/bin/sh", ".ci/setup", "play"],
        cwd=ROOT,
        env={"PATH": str(tmp_path / "bin"), "PYTHON": "no-python", "TMPDIR": str(tmp_path)},
        check=False,
    )
    assert made.returncode == 1
    assert "apt: Unable to locate package python3" in made.stderr
    asked = (tmp_path / "asked").read_text().splitlines()
    assert all("DPkg::Lock::Timeout=600" in line for line in asked), asked
