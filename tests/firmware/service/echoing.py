"""A child process for tests: it returns what it is asked; some words stop it."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from firmware.service.child import serve

_asked: list[Any] = []


def echo(asked: Any) -> Any:
    """Return all that was asked so far. End, hang or answer nothing, if asked to."""
    _asked.append(asked)
    if asked == "end":
        os._exit(1)
    if asked == "hang":
        signal.pause()
    return None if asked in ("hello", "nothing") else (tuple(_asked), sys.argv[2:])


if __name__ == "__main__":
    serve(int(sys.argv[1]), echo, 3)
