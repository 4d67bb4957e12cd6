"""Looks for a newer release in the repository from which this program was cloned.

The table asks only when a host requests it. It runs git without a key, a password or a prompt. A
repository that needs one of these counts as unreachable.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess

from firmware.errors import BadData
from firmware.version import VERSION, numbers, origin

_log = logging.getLogger(__name__)

ASKING_S = 20.0
# A connection that is slower counts as no network. Git never asks for a password.
SETTINGS = ("http.lowSpeedLimit=100", "http.lowSpeedTime=15", "credential.helper=")
ALONE = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "", "LC_ALL": "C.UTF-8"}
SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10"
TAG = re.compile(r"refs/tags/(\S+)$", re.M)


def newer(address: str | None = None, version: str = VERSION) -> str | None:
    """Return the newest release at an address, if it is newer than `version`; otherwise None.

    The default address is this clone's origin. Raise `BadData` if the address cannot be asked.
    """
    address = origin() if address is None else address
    if not address:
        raise BadData("cli.newer.no_origin")
    tags = TAG.findall(_git("ls-remote", "--tags", "--refs", "--", address))
    newest = max(filter(None, map(numbers, tags)), default=())
    return ".".join(map(str, newest)) if newest > (numbers(version) or (0,)) else None


def _git(*words: str) -> str:
    env = {**os.environ, **ALONE}
    env.setdefault("GIT_SSH_COMMAND", SSH)
    try:
        done = subprocess.run(
            ("git", *(word for setting in SETTINGS for word in ("-c", setting)), *words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env=env,
            timeout=ASKING_S,
        )
    except FileNotFoundError as error:
        raise BadData("cli.newer.no_git") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise BadData("cli.newer.unreached") from error
    if done.returncode:
        _log.info("git %s: %s", words[0], done.stderr.strip())
        raise BadData("cli.newer.unreached")
    return done.stdout
