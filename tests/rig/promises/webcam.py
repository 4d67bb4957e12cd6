"""A webcam on a kernel's USB beside a camera module: which is taken, what is read, its cable."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.base import Setting
from firmware.cameras.opening import plugged_in, take_picture
from firmware.mats import Mats
from firmware.running.build import build_real_table
from referee.match.desk import Desk
from tests.bench import Figure, at_least, at_most
from tests.rig import isp, root, video
from tests.rig.promises.reveal import LAID, asked, counted
from tests.rig.waiting import camera_of, until
from tests.rig.webcam import NAME, Webcam
from vision.reading import Image

ROOT = root.path()
LISTED_S = 3.0  # for the kernel to have it
PICTURE_S = 5.0
OUT_S, TOLD_S, AGAIN_S = 20.0, 5.0, 25.0


def promises() -> Iterator[Figure]:
    """Yield which camera is taken, and how long the table is without its webcam."""
    video.start()
    desk = Desk.open(Path("/run/journal.db"))
    # A sensor's pictures differ by noise.
    *empty, one, other = isp.rendered(Mats().mats_for(asked(desk)), [(), (), LAID, LAID])
    webcam = Webcam(lambda number: empty[number % 2])
    webcam.plug()
    time.sleep(LISTED_S)
    video.settled()
    module = video.Module()
    there = [name.partition(":")[0] for name in plugged_in()]
    yield at_least("a module and a webcam are listed", there == ["pi", "usb"], 1, "right")
    taken, _ = take_picture("auto", PICTURE_S, Setting(size=module.SIZE))
    yield at_least("auto takes the module of both", taken.startswith("pi:"), 1, "right")
    taken, frame = take_picture(f"usb:{NAME.lower()}", PICTURE_S)
    same = max(_same(frame.image, sent) for sent in empty)
    yield at_least("of a webcam asked for by name, pixels as it sent them", same, 100, "%")
    module.remove()
    table = build_real_table(desk, cameras=("auto",), gpio="mock", sound=False)
    table.run()
    until(lambda: camera_of(table).well)
    name = str(camera_of(table).message.params.get("camera", ""))
    yield at_least("without a module auto takes the webcam", NAME in name, 1, "right")
    threads = threading.active_count()
    began_s = time.monotonic()
    webcam.pull()
    until(lambda: not camera_of(table).well)
    told_s = time.monotonic() - began_s
    yield at_most("a cable that is pulled is told after", told_s, TOLD_S, "s")
    time.sleep(OUT_S)
    webcam.plug()
    again_s = until(lambda: camera_of(table).well)
    yield at_most("and plugged in it is there after", again_s, AGAIN_S, "s")
    yield at_most("threads that hang since", threading.active_count() - threads, 1, "threads")
    webcam.frame = lambda number: (one, other)[number % 2]
    yield from counted(desk)
    table.stop()
    desk.close()


def _same(image: Image, jpeg: bytes) -> float:
    """Return how many percent of pixels are those of a JPEG."""
    sent = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert sent is not None
    return 100 * float((image == sent).all(axis=2).mean())
