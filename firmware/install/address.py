"""The project's public address, from which anybody may clone it, if there is one.

`python3 -m firmware.install.address` prints it, or nothing.
"""

from __future__ import annotations

import ipaddress
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from firmware.install.fetching import Clone
from firmware.install.machine import Machine

SOURCE = Path(__file__).parents[2]
KEY = "Repository"  # In `[project.urls]` of pyproject.toml.


def project_address(about: str) -> str | None:
    """Return the address in the text of a `pyproject.toml`, or None if it names none."""
    address: str | None = tomllib.loads(about)["project"].get("urls", {}).get(KEY)
    return address


def public_address(machine: Machine, source: Path) -> str | None:
    """Return the project's address, else that of the clone's origin if anybody may ask it."""
    if address := project_address((source / "pyproject.toml").read_text(encoding="utf-8")):
        return address
    if not (source / ".git").exists():
        return None
    url = Clone(machine, source).git("config", "--get", "remote.origin.url").stdout.strip()
    return url if is_public(url) else None


def downloads(address: str, version: str) -> str:
    """Return the address of the folder of a release's files, as GitHub has it.

    >>> downloads("https://example.org/coyote-table.git", "1.0")
    'https://example.org/coyote-table/releases/download/v1.0'
    """
    return f"{address.rstrip('/').removesuffix('.git')}/releases/download/v{version}"


def is_public(address: str) -> bool:
    """Whether anybody on the internet can read from an address, as far as its text tells.

    >>> is_public("https://example.org/coyote-table"), is_public("git@example.org:coyote-table")
    (True, False)
    >>> is_public("https://anna:key@example.org/a"), is_public("https://192.168.1.20/a")
    (False, False)
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme != "https" or "@" in parts.netloc or host.endswith((".local", ".lan")):
        return False
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host


if __name__ == "__main__":
    print(public_address(Machine(), SOURCE) or "")
