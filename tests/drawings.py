"""Draw each picture of a card or mat once, for all workers and all runs."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from vision.art import svg

FOLDER = Path(__file__).parents[1] / ".pytest_cache" / "drawings"
# Another drawer, or other code around it, draws anew.
DRAWER = f"{version('resvg_py')} {Path(svg.__file__).read_text('utf-8')}"


def keep_drawings(folder: Path = FOLDER) -> None:
    """Keep all drawings of this process in a folder, and take from there those that are kept.

    Drawing a card takes 50 times as long as reading its file.
    """
    draw = svg._png.__wrapped__
    folder.mkdir(parents=True, exist_ok=True)

    @lru_cache(maxsize=svg.CACHED_DRAWINGS)
    def kept(drawing: str, width: int, height: int) -> bytes:
        key = sha256(f"{DRAWER}\n{width} {height}\n{drawing}".encode()).hexdigest()
        path = folder / f"{key}.png"
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = draw(drawing, width, height)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(data)
        unfinished.replace(path)
        return data

    svg._png = kept
