"""What pictures full of specks and squares cost, as multiples of an honest picture's cost.

A phone sends them, the hub looks for codes in them, or they lie under the camera as a cloth or a
newspaper. Ratios hold on any machine. `python -m tests.bench.speed.specks WAY TEXTURE …` prints one
JSON object for each texture.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import cv2

from firmware.games import open_games
from firmware.service.heap import keep_heap_small, trim_heap
from hardware import MAT
from tests.bench import SOURCE, Figure, at_most, games
from tests.bench.scenes.textures import TEXTURES
from tests.bench.speed.pictures import LIMIT_S, SIZE, forget_peak, peak_mb, six_cards
from vision.codes import read_codes
from vision.decks.deck import Deck, load_deck
from vision.errors import VisionError
from vision.follow.still import StillReader
from vision.follow.tracker import Tracker
from vision.mat import Mat
from vision.mat_file import read_mat
from vision.match.matcher import Matcher
from vision.reader import Reader
from vision.reading import Image
from vision.synthetic.scene import MAT as ON_MAT

FRAME = (1920, 1080)
FRAMES = 3  # of one texture under the camera
# In multiples of the picture's own size in memory. When every contour had an array of its own, it
# was 31 for a phone's picture and 14 for a frame. An honest picture takes 1.5, an honest frame 3.
MOST_MEMORY = {"phone": 4.0, "hub": 4.0, "cloth": 8.0, "newspaper": 8.0}
# In multiples of an honest picture's time. When squares were not counted, the hub took 190.
MOST_CPU = {"phone": 40.0, "hub": 40.0, "cloth": 20.0, "newspaper": 20.0}


def with_middle(around: Image, middle: Image, margin: float) -> Image:
    """Return a picture whose middle is that of another; `margin` is the share left at each side."""
    height, width = around.shape[:2]
    down, across = int(height * margin), int(width * margin)
    inside = (slice(down, height - down), slice(across, width - across))
    whole = around.copy()
    whole[inside] = middle[inside]
    return whole


def measure(
    ways: Sequence[str] = tuple(MOST_CPU), textures: Sequence[str] = tuple(TEXTURES)
) -> Iterator[Figure]:
    """Yield how many times as much time and memory each texture takes, read in each way."""
    for way in ways:
        command = [sys.executable, "-m", "tests.bench.speed.specks", way, *textures]
        ran = subprocess.run(
            command, cwd=SOURCE, stdout=subprocess.PIPE, timeout=LIMIT_S, check=True, text=True
        )
        for name, told in zip(textures, map(json.loads, ran.stdout.splitlines()), strict=True):
            yield at_most(f"{way}, {name}: CPU", told["cpu"], MOST_CPU[way], "times")
            yield at_most(f"{way}, {name}: memory", told["memory"], MOST_MEMORY[way], "times")


def main(way: str, textures: Sequence[str]) -> None:
    """Read an honest picture in a way, then each texture, and print what that took of it."""
    open_games()
    keep_heap_small()
    cv2.setNumThreads(1)
    deck, mat = load_deck(games.speed()[1].deck), read_mat(MAT)
    size = FRAME if way in ("cloth", "newspaper") else SIZE
    table = six_cards(ON_MAT, size)
    read = _reader(way, deck, mat)
    read(table)  # Templates are computed once.
    honest_s, _ = _cost(read, table)
    for name in textures:
        picture = TEXTURES[name](size)
        if way == "newspaper":
            picture = with_middle(table, picture, 1 / 4)
        if way == "cloth":
            picture = with_middle(picture, table, 1 / 10)
        cpu_s, mb = _cost(read, picture)
        memory = mb * (1 << 20) / picture.nbytes
        print(json.dumps({"cpu": round(cpu_s / honest_s, 2), "memory": round(memory, 2)}))


def _reader(way: str, deck: Deck, mat: Mat) -> Callable[[Image], object]:
    if way == "hub":
        return read_codes
    if way == "phone":
        still = StillReader(deck, mat)
        while still.precompute():
            pass
        return still.observe
    matcher = Matcher(deck)
    return lambda picture: _watch(Tracker(Reader(deck, mat, matcher=matcher)), picture)


def _watch(tracker: Tracker, picture: Image) -> None:
    """Show a new tracker one picture so often that all of it is read each time."""
    for _ in range(FRAMES):
        tracker.update(picture)


def _cost(read: Callable[[Image], object], picture: Image) -> tuple[float, float]:
    """Return the processor's seconds and the most megabytes that reading a picture takes."""
    trim_heap()
    forget_peak()
    before_mb, before_s = peak_mb(), time.process_time()
    with suppress(VisionError):
        read(picture)
    return time.process_time() - before_s, peak_mb() - before_mb


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
