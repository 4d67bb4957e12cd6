"""The camera of a running table, by unmodified picamera2: it is missing and plugged in, it gives
frames, starves, and is there again each time by itself.

Nothing of picamera2, libcamera or the table is replaced. The kernel's camera is smaller than a
Pi's, has neither exposure nor focus, and shows bars of colours. Its device is never taken away
while it is in use: libcamera then ends its process by an assertion of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.base import Setting
from firmware.running.build import build_real_table
from firmware.running.table import RunningTable
from referee.match.desk import Desk
from tests.bench import Figure, at_least, at_most
from tests.rig import root, video
from tests.rig.waiting import camera_of, until
from vision.reading import Image

ROOT = root.path()
# Blue, green and red of the bars: white, yellow, cyan, green, magenta, red, blue, black.
BARS = ("111", "011", "110", "010", "101", "001", "100", "000")
ABSENT = "table.camera.none"
MISSING_S = 20.0
JOLT_S, OUTAGES_S = 1.0, (8.0, 30.0)  # with the cable out; who looks for it takes that long
TOLD_S, AGAIN_S = 5.0, 15.0


def promises() -> Iterator[Figure]:
    """Yield how long the table is without its camera, in simulated time."""
    video.start()
    module = video.Module()
    module.remove()
    desk = Desk.open(Path("/run/journal.db"))
    setting = Setting(size=module.SIZE)
    table = build_real_table(desk, cameras=("auto",), setting=setting, gpio="mock", sound=False)
    table.run()
    time.sleep(MISSING_S)
    yield at_least(
        "a camera that is missing is told", camera_of(table).message.key == ABSENT, 1, "told"
    )
    module.put_back()
    yield at_most(
        "one plugged in is there after", until(lambda: camera_of(table).well), AGAIN_S, "s"
    )
    yield at_least("bars in their colours on the table's page", _bars(table), len(BARS), "bars")
    threads = threading.active_count()
    module.loosen(True)
    jolted_s = until(lambda: not camera_of(table).well, JOLT_S)
    module.loosen(False)
    yield at_least("a cable out for a jolt is nothing, for", jolted_s, JOLT_S, "s")
    for outage_s in OUTAGES_S:
        module.loosen(True)
        told_s = until(lambda: not camera_of(table).well)
        yield at_most(f"frames that stop for {outage_s:.0f} s are told after", told_s, TOLD_S, "s")
        time.sleep(outage_s - told_s)
        module.loosen(False)
        back_s = until(lambda: camera_of(table).well)
        yield at_most("and the table has frames again after", back_s, AGAIN_S, "s")
    yield at_least("bars in their colours again", _bars(table), len(BARS), "bars")
    more = threading.active_count() - threads
    yield at_most("threads that hang since", more, 0, "threads")
    table.stop()
    desk.close()


def _bars(table: RunningTable) -> int:
    """Return how many bars of the picture that the table shows have their colour."""
    view = table.camera_view()
    assert view is not None
    picture = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    image: Image = np.asarray(picture, np.uint8)
    height, width = image.shape[:2]
    middles = [(2 * bar + 1) * width // (2 * len(BARS)) for bar in range(len(BARS))]
    shown = (image[height // 2, middles] > 90).astype(int)
    return sum("".join(map(str, one)) == bar for one, bar in zip(shown, BARS, strict=True))
