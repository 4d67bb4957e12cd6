"""What stands in place of Waitress's parts fits its oldest release that is taken, and its newest.

`.ci/setup` lays both beside the suite's own libraries; else they are fetched, given a network.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions, version
from pathlib import Path

import pytest

from tests.process import PATIENCE_S

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
TESTS = ("test_connections.py", "test_uploads.py", "test_bytes.py", "test_slots.py")


def asked(release: str) -> str:
    """Return what pip is asked for."""
    if release == "newest":
        return "waitress"
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    (least,) = [found[1] for one in wanted if (found := re.fullmatch(r"waitress>=([\d.]+)", one))]
    return f"waitress=={least}"


def folder(release: str, into: Path) -> Path:
    """Return the folder in which a release lies; skips the test where it cannot be had."""
    laid = Path(sys.prefix) / "waitress" / release
    if laid.is_dir():
        return laid
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(into)]
    done = subprocess.run(
        [*pip, asked(release)], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    if done.returncode:
        pytest.skip(f"Waitress's {release} release cannot be had: {done.stderr.strip()[-200:]}")
    return into


@pytest.mark.parametrize("release", ["oldest", "newest"])
def test_connections_are_held_alike(release: str, tmp_path: Path) -> None:
    library = folder(release, tmp_path)
    (found,) = distributions(path=[str(library)])
    if found.version == version("waitress"):
        return  # the one that all other tests run with
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not page", "-x"]
        + [str(HERE / name) for name in TESTS],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{library}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert re.search(r"\d+ passed", ran.stdout)
