"""Looks for a newer release in the repository from which this program was cloned.

The table asks only when a host requests it. It runs git without a key, a password or a prompt. A
repository that needs one of these counts as unreachable.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from firmware.errors import BadData
from firmware.version import VERSION, numbers, origin
from webui.maintenance import NewerRelease, ReleaseNotes

_log = logging.getLogger(__name__)

ASKING_S, FETCHING_S = 20.0, 60.0
CHANGES = "CHANGELOG.md"
MOST_CHARACTERS = 200_000  # Maximum number of characters to read of the changelog.
# A connection that is slower counts as no network. Git never asks for a password.
SETTINGS = (
    "-c",
    "http.lowSpeedLimit=100",
    "-c",
    "http.lowSpeedTime=15",
    "-c",
    "credential.helper=",
)
ALONE = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "", "LC_ALL": "C.UTF-8"}
SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10"
TAG = re.compile(r"refs/tags/(\S+)$", re.M)
ITEM = re.compile(r"^- (.+?)(?=\n- |\n\n|\n\*\*|\Z)", re.M | re.S)
MARKS = re.compile(r"\[([^]]*)\]\([^)]*\)|\*\*|`")  # Markdown's


def newer(address: str | None = None, version: str = VERSION) -> NewerRelease | None:
    """Return the newest release at an address, if it is newer than `version`; otherwise None.

    The default address is this clone's origin. Raise `BadData` if the address cannot be asked.
    """
    address = origin() if address is None else address
    if not address:
        raise BadData("cli.newer.no_origin")
    here = numbers(version) or (0,)
    tags = TAG.findall(_git(ASKING_S, "ls-remote", "--tags", "--refs", "--", address))
    releases = {found: tag for tag in tags if (found := numbers(tag)) is not None and found > here}
    if not releases:
        return None
    newest = max(releases)
    try:
        text = _changes(address, releases[newest])
    except BadData as error:
        _log.info("What is new could not be fetched: %s", error)
        text = ""
    news = tuple(
        change for change in changes(text) if here < (numbers(change.version) or here) <= newest
    )
    return NewerRelease(".".join(map(str, newest)), news)


def changes(text: str) -> Iterator[ReleaseNotes]:
    """Yield what is new in each version, from the lists in the sections of `CHANGELOG.md`."""
    for section in re.split(r"(?m)^## ", text[:MOST_CHARACTERS])[1:]:
        heading, _, body = section.partition("\n")
        items = (" ".join(item.split()) for item in ITEM.findall(body))
        version = re.split(r"[,\s]", heading, maxsplit=1)[0]
        yield ReleaseNotes(version, tuple(MARKS.sub(r"\1", item) for item in items))


def _changes(address: str, tag: str) -> str:
    with tempfile.TemporaryDirectory(prefix="coyote-newer-") as made:
        folder = Path(made) / "release"
        one = ("--bare", "--depth", "1", "--filter=blob:none", "--branch", tag)
        _git(FETCHING_S, "clone", "--quiet", *one, "--", address, str(folder))
        return _git(FETCHING_S, "-C", str(folder), "show", f"HEAD:{CHANGES}")


def _git(most_s: float, *words: str) -> str:
    env = {**os.environ, **ALONE}
    env.setdefault("GIT_SSH_COMMAND", SSH)
    try:
        done = subprocess.run(
            ("git", *SETTINGS, *words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env=env,
            timeout=most_s,
        )
    except FileNotFoundError as error:
        raise BadData("cli.newer.no_git") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise BadData("cli.newer.unreached") from error
    if done.returncode:
        _log.info("git %s: %s", words[0], done.stderr.strip())
        raise BadData("cli.newer.unreached")
    return done.stdout
