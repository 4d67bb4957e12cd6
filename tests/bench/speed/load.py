"""What a table costs while nothing happens and while cards are read: CPU time, and memory.

The table runs in a process of its own, pages and journal included, so that nothing else is counted.
Its camera gives pictures that were rendered before, from files, as fast as a real one; taking one
costs as much as copying it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from firmware.cameras.base import SIZE
from hardware import MAT
from tests.bench import SOURCE, Figure, at_most
from tests.bench.speed.loaded import CARDS, FRAMES_A_SECOND, NOISES, file_of
from tests.bench.speed.reveal import lying
from vision.mat_file import read_mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene

MEMORY_MB = 250.0
LIMIT_S = 300.0


def measure() -> list[Figure]:
    """Return the share of a core and the megabytes that a table takes."""
    with tempfile.TemporaryDirectory() as folder:
        render(Path(folder))
        ran = subprocess.run(
            [sys.executable, "-m", "tests.bench.speed.loaded", folder],
            cwd=SOURCE,
            stdout=subprocess.PIPE,
            timeout=LIMIT_S,
            check=True,
        )
    told = json.loads(ran.stdout)
    at = f"at {FRAMES_A_SECOND} frames a second, 1920x1080"
    return [
        Figure("CPU of a table without a match", told["rest"], "% of a core"),
        Figure(f"CPU while nothing changes, {at}", told["still"], "% of a core"),
        Figure("frames a second that it took meanwhile", told["frames"], "frames"),
        Figure(f"CPU while a card is laid each second, {at}", told["laid"], "% of a core"),
        at_most("memory in play, after a reveal", told["memory"], MEMORY_MB, "MB"),
        Figure("the most memory at any moment", told["peak"], "MB"),
    ]


def render(folder: Path, scenes: int = CARDS + 1) -> None:
    """Write the pictures that the table's camera gives to a folder. The first scene has no card."""
    mat = read_mat(MAT)
    camera = Renderer(PinholeCamera.above(mat.size_mm, *SIZE, tilt_deg=6.0), mat)
    for scene in range(scenes):
        for noise in range(NOISES):
            picture = camera.render(Scene(lying()[:scene]), seed=noise).image
            picture.tofile(folder / file_of(scene, noise))
