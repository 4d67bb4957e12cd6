"""Which version this is, and of which commit."""

from __future__ import annotations

import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HOUSE = Path(__file__).parents[1]
PATIENCE_S = 5.0


def _version() -> str:
    try:
        return version("coyote-table")
    except PackageNotFoundError:
        return "0"


VERSION = _version()


def commit() -> str:
    """Return the commit of the source that runs, as a clone or an installed release knows it."""
    for folder in HOUSE.parents:
        if folder.parent.name == "releases":
            return folder.name.partition("-")[2]
    if not (HOUSE / ".git").exists():
        return ""
    asked = ("git", "-C", str(HOUSE), "describe", "--always", "--dirty", "--exclude=*")
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()
