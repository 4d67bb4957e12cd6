"""What a picture costs that was made to cost much, each in a process of its own.

Beside them stand honest ones: what they cost is not to change.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.games import open_games
from hardware import MAT
from tests.bench import SOURCE, Figure, at_most, games
from tests.bench.scenes import stuffed
from tests.bench.scenes.phone import jpeg
from vision.decks.deck import load_deck
from vision.errors import VisionError
from vision.follow.still import StillReader
from vision.mat_file import read_mat
from vision.photo import decode_jpeg
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import LIGHT_WOOD, Lens, PlacedCard, Scene
from vision.synthetic.scene import MAT as ON_MAT

LIMIT_S = 600.0
MOST_S, MOST_MB = 5.0, 150.0  # of a processor, and beside the table's own
SIZE = (4000, 3000)
HONEST = ("six cards on a mat", "six cards on wood")


def rectangles(number: int, least: float, most: float) -> bytes:
    """Return a picture of white rectangles, lying anyhow, between two heights in pixels."""
    chance = np.random.default_rng(0)
    image = np.full((SIZE[1], SIZE[0], 3), (60, 110, 60), np.uint8)
    for _ in range(number):
        middle, high = chance.uniform((0, 0), SIZE), float(chance.uniform(least, most))
        box = cv2.boxPoints((middle.tolist(), (high / 1.55, high), float(chance.uniform(0, 180))))
        cv2.fillConvexPoly(image, box.astype(np.int32), (250, 250, 250), cv2.LINE_AA)
        cv2.polylines(image, [box.astype(np.int32)], True, (30, 30, 30), 3, cv2.LINE_AA)
    return jpeg(image)


def rows(number: int) -> bytes:
    """Return a picture of white rectangles side by side, each turned anyhow."""
    chance = np.random.default_rng(0)
    image = np.full((SIZE[1], SIZE[0], 3), (60, 110, 60), np.uint8)
    cell = int((SIZE[0] * SIZE[1] / number) ** 0.5)
    for y in range(cell // 2, SIZE[1] - cell // 2, cell):
        for x in range(cell // 2, SIZE[0] - cell // 2, cell):
            sides = (0.45 * cell, 0.7 * cell)
            box = cv2.boxPoints(((x, y), sides, float(chance.uniform(0, 180))))
            cv2.fillConvexPoly(image, box.astype(np.int32), (250, 250, 250), cv2.LINE_AA)
    return jpeg(image)


def honest(table: str) -> bytes:
    """Return a picture of six cards."""
    return jpeg(six_cards(table, SIZE))


def six_cards(table: str, size: tuple[int, int]) -> Image:
    """Return a picture (height x width x 3, BGR) of six cards on a mat or on a table without."""
    _, speed = games.speed()
    mat = read_mat(MAT)
    cards = tuple(
        PlacedCard(
            speed.deck, card, 150.0 + 145.0 * (n % 3), 130.0 + 150.0 * (n // 3), turn_deg=7.0 * n
        )
        for n, card in enumerate(speed.cards)
    )
    camera = PinholeCamera.above(mat.size_mm, *size, tilt_deg=20.0)
    image: Image = Renderer(camera, mat).render(Scene(cards, table), lens=Lens(noise=3.0)).image
    return image


PICTURES: dict[str, Callable[[], bytes]] = {
    "six cards on a mat": lambda: honest(ON_MAT),
    "six cards on wood": lambda: honest(LIGHT_WOOD),
    "3,000 rectangles over one another": lambda: rectangles(3000, 150, 400),
    "400 rectangles over one another": lambda: rectangles(400, 200, 300),
    "3,000 rectangles side by side": lambda: rows(3000),
    "400 rectangles side by side": lambda: rows(400),
    "100 rectangles side by side": lambda: rows(100),
    **stuffed.PICTURES,
}


def measure(names: Sequence[str] = tuple(PICTURES)) -> Iterator[Figure]:
    """Yield the seconds of a processor and the megabytes that each picture takes."""
    for name in names:
        command = [sys.executable, "-m", "tests.bench.speed.pictures", name]
        ran = subprocess.run(
            command, cwd=SOURCE, capture_output=True, timeout=LIMIT_S, check=True, text=True
        )
        told = json.loads(ran.stdout)
        if name in HONEST:
            yield Figure(f"{name}: CPU", told["cpu_s"], "s")
            yield Figure(f"{name}: memory", told["mb"], "MB")
        else:
            yield at_most(f"{name}: CPU", told["cpu_s"], MOST_S, "s")
            yield at_most(f"{name}: memory", told["mb"], MOST_MB, "MB")


def main(name: str) -> None:
    """Read one picture as the table does, and print as JSON what that took."""
    open_games()
    cv2.setNumThreads(1)
    _, speed = games.speed()
    data = PICTURES[name]()
    reader = StillReader(load_deck(speed.deck), read_mat(MAT))
    while reader.precompute():
        pass
    forget_peak()
    before_mb, before_s = peak_mb(), time.process_time()
    try:
        said = f"{len(reader.observe(decode_jpeg(data)).cards)} cards"
    except VisionError as error:
        said = str(error)
    cpu_s, mb = time.process_time() - before_s, peak_mb() - before_mb
    print(json.dumps({"cpu_s": round(cpu_s, 2), "mb": round(mb), "said": said}))


def forget_peak() -> None:
    """Have the kernel measure the most memory anew: making the picture took some, too."""
    peak = Path("/proc/self/clear_refs")
    if peak.exists():
        peak.write_text("5")


def peak_mb() -> float:
    """Return the most memory held since it was last forgotten, in megabytes; 0 but on Linux."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


if __name__ == "__main__":
    main(sys.argv[1])
