"""This program's version, commit and origin."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firmware.house import HOUSE

PATIENCE_S = 5.0


def _version() -> str:
    try:
        return version("coyote-table")
    except PackageNotFoundError:
        return "0"


VERSION = _version()


def numbers(text: str) -> tuple[int, ...] | None:
    """Return the three numbers of a version, or None if the text is no version.

    >>> numbers("v0.10.2"), numbers("0.1"), numbers("v1.0.0-beta")
    ((0, 10, 2), None, None)
    """
    match = re.fullmatch(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text)
    return tuple(map(int, match.groups())) if match else None


def commit() -> str:
    """Return the commit of the running source, or an empty string if it is unknown."""
    return commit_and_origin()[0]


def origin() -> str:
    """Return the address that the source was cloned from, or an empty string."""
    return commit_and_origin()[1]


@cache
def commit_and_origin() -> tuple[str, str]:
    """Return the commit and the address of the origin. An unknown one is an empty string."""
    for folder in HOUSE.parents:
        if folder.parent.name == "releases":
            return _kept(folder)
    if not (HOUSE / ".git").exists():
        return "", ""
    commit = _git("describe", "--always", "--dirty", "--exclude=*")
    return commit, _git("config", "--get", "remote.origin.url")


def _kept(release: Path) -> tuple[str, str]:
    """Return the commit and origin that the installer wrote into a release.

    Without that file, take the digest in the release's name as the commit.
    """
    try:
        commit, address = (release / "origin").read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return release.name.partition("-")[2], ""
    return commit, address


def _git(*words: str) -> str:
    try:
        asked = ("git", "-C", str(HOUSE), *words)
        process = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    return process.stdout.strip()
