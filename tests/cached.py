"""Where what takes long to make or to download is kept, for every checkout."""

from __future__ import annotations

import os
from pathlib import Path


def cached(name: str) -> Path:
    """Return a folder that outlives this checkout: ``~/.cache/coyote-NAME``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / f"coyote-{name}"
