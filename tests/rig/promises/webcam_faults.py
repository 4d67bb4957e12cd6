"""Webcams as they really are, on a kernel's USB: each fault is told in its own sentence."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.base import Frame, Setting
from firmware.cameras.devices import usb_device
from firmware.cameras.opening import opened, plugged_in
from firmware.checking import seeing
from firmware.checking.machine import Machine
from firmware.running.build import build_real_table
from firmware.running.table import RunningTable
from referee.match.desk import Desk
from tests.bench import Figure, at_least, at_most
from tests.firmware.cameras import stand_in
from tests.rig import root, video
from tests.rig.waiting import camera_of, until
from tests.rig.webcam import Webcam
from tests.rig.webcam_controls import EXPOSURE, FOCUS, WARMTH, Controls

ROOT = root.path()
SIZE = (640, 384)
SETTING = Setting(size=SIZE)
SERIAL = "0001"
NAMED = f"webcam_{SERIAL}"
SPEC = f"usb:{NAMED}"
KINDS = 8  # of pictures, by their noise
LISTED_S, TOLD_S, AGAIN_S, LASTS_S = 3.0, 10.0, 25.0, 30.0
SILENT_S = 40.0  # it is lost at first, and silent once it was opened again
NOBODY = 65534
ALIKE = 20.0  # grey levels
GRABS = """
import cv2, sys
capture = cv2.VideoCapture(sys.argv[1], cv2.CAP_V4L2)
assert capture.grab()
print("taken", flush=True)
while capture.grab():
    pass
"""
OPENS = """
import sys
from firmware.cameras.opening import opened
from firmware.errors import CameraLost
try:
    with opened(sys.argv[1]):
        pass
except CameraLost as error:
    print(error.message.key)
"""


@cache
def _jpeg(number: int, exposure: float, warmth: float, blur_px: float, fault: str) -> bytes:
    settings = stand_in.Settings(exposure, warmth, blur_px)
    return stand_in.jpeg(number, settings, fault, SIZE)


class Eye:
    """A webcam of the stand-in's pictures, whose `fault` may be one of `stand_in.FAULTS`."""

    def __init__(self, serial: str = SERIAL, port: int = 0, controls: Controls | None = None):
        self.fault = ""
        self.controls = controls or Controls()
        self.first = 0
        self.webcam = Webcam(
            self.frame, size=SIZE, serial=serial, port=port, controls=self.controls
        )

    def frame(self, number: int) -> bytes:
        seen = self.controls.sees()
        number = self.first + number % KINDS
        return _jpeg(number, seen.exposure, seen.warmth, seen.blur_px, self.fault)

    def plug(self) -> None:
        self.webcam.plug()
        time.sleep(LISTED_S)
        video.settled()


def promises() -> Iterator[Figure]:
    """Yield how soon each fault is told and over, and what becomes of settings."""
    video.start()
    eye = Eye()
    eye.plug()
    with running() as table:
        until(lambda: camera_of(table).well)
        yield from of_frames(table, eye)
        yield from of_the_cable(table, eye)
        yield from of_another_program(table)
    yield from of_the_doctor(eye)
    yield from of_its_rate(eye)
    yield from of_its_settings(eye)
    yield from of_its_format(eye)
    yield from of_twins()


@contextmanager
def running() -> Iterator[RunningTable]:
    desk = Desk.open(Path("/run/journal.db"))
    table = build_real_table(desk, cameras=(SPEC,), setting=SETTING, gpio="mock", sound=False)
    table.run()
    yield table
    table.stop()
    desk.close()


def told(table: RunningTable, key: str) -> Callable[[], bool]:
    """Return whether the page says this of its camera."""
    return lambda: any(
        part.name == "camera" and part.message.key == f"table.camera.{key}"
        for part in table.status().parts
    )


def of_frames(table: RunningTable, eye: Eye) -> Iterator[Figure]:
    """Yield for each fault of frames when it is told, whether it stays so, and when it is over."""
    threads = threading.active_count()
    for fault in (*stand_in.FAULTS, "silent"):
        if fault == "silent":
            eye.webcam.silent = True
        else:
            eye.fault = fault
        soon_s = SILENT_S if fault == "silent" else TOLD_S
        says = told(table, fault)
        yield at_most(f"{fault}: it is told after", until(says), soon_s, "s")
        kept_s = until(partial(_not, says), LASTS_S)
        yield at_least("and nothing else, for", kept_s, LASTS_S, "s")
        eye.fault, eye.webcam.silent = "", False
        again_s = until(lambda: camera_of(table).well)
        yield at_most("once they are over, the table sees after", again_s, AGAIN_S, "s")
    more = threading.active_count() - threads
    yield at_most("threads that hang since", more, 1, "threads")


def of_the_cable(table: RunningTable, eye: Eye) -> Iterator[Figure]:
    """Yield when a webcam is back that has another number, as its old one is taken."""
    before = usb_device(NAMED).resolve()
    eye.webcam.pull()
    until(told(table, "none"))
    other = Eye("0002", port=1)
    other.plug()
    eye.plug()
    again_s = until(lambda: str(camera_of(table).message.params.get("camera")).endswith(SERIAL))
    after = usb_device(NAMED).resolve()
    yield at_least("a webcam that was out has another number", before != after, 1, "right")
    yield at_most("and is there by its name after", again_s, AGAIN_S, "s")
    other.webcam.pull()


def of_another_program(table: RunningTable) -> Iterator[Figure]:
    """Yield whether a webcam that the table uses is called busy elsewhere, and by whom."""
    until(lambda: camera_of(table).well)
    script = "from firmware.checking import seeing\nfrom firmware.checking.machine import Machine\n"
    script += f"print(next(seeing.camera(Machine(), {SPEC!r})).message)"
    yield from _said("of a webcam in use the doctor says so", script, "busy_with", "python3 (1)")


def of_the_doctor(eye: Eye) -> Iterator[Figure]:
    """Yield whether the doctor names each fault, a program and a forbidden device."""
    for fault in stand_in.FAULTS:
        eye.fault = fault
        found = next(seeing.camera(Machine(), SPEC)).message.key
        yield at_least(f"{fault}: the doctor says so", found.endswith(fault), 1, "right")
    eye.fault = ""
    device = str(usb_device(NAMED).resolve())
    command = [sys.executable, "-c", GRABS, device]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        busy = next(seeing.camera(Machine(), SPEC)).message
        named = f"({holder.pid})" in str(busy.params.get("programs"))
        yield at_least("another program's is busy, and the program named", named, 1, "right")
        holder.kill()
    yield from _said("to nobody a webcam is forbidden", OPENS, "forbidden", user=NOBODY)


def of_its_rate(eye: Eye) -> Iterator[Figure]:
    """Yield how many frames of a slow webcam are used, and which rate is told."""
    for rate in (5, 2, 1):
        eye.webcam.frame_s = 1 / rate
        with opened(SPEC, SETTING) as camera:
            began_s, frames = time.monotonic(), [camera.read() for _ in range(10)]
            used = 9.0 / (time.monotonic() - began_s)
        yield at_least(f"of {rate} pictures a second, it uses", used, 0.8 * rate, "1/s")
        said = [m.params["rate"] for m in _last(frames).remarks if m.key == "table.camera.slow"]
        right = bool(said) and abs(float(str(said[0])) - rate) <= 0.2 * rate
        yield at_least("and tells how many", right, 1, "right")
    eye.webcam.frame_s = 1 / 30


def of_its_settings(eye: Eye) -> Iterator[Figure]:
    """Yield how far pictures are from right once settings are held, and what stays automatic."""
    right = stand_in.picture(0).mean(axis=(0, 1))
    for name, setting, said, instead, remark in (
        ("exposure ten times too long", EXPOSURE, 1500, None, ""),
        ("exposure ten times too short", EXPOSURE, 15, None, ""),
        ("white balance that it only says", WARMTH, 2800, None, ""),
        ("exposure that it does not take", EXPOSURE, 157, 1500, "exposure"),
        ("white balance that it does not take", WARMTH, 4600, 8000, "white_balance"),
        ("focus that it only says", FOCUS, 200, None, "focus"),
    ):
        eye.webcam.pull()
        eye.controls.values = Controls().values | {setting: said}
        eye.controls.instead = {} if instead is None else {setting: instead}
        eye.plug()
        with opened(SPEC, SETTING) as camera:
            frame = _last([camera.read() for _ in range(5)])
        off = float(np.abs(frame.image.mean(axis=(0, 1)) - right).max())
        yield at_most(f"{name}: pictures are off by", off, ALIKE, "grey levels")
        keys = {one.key.rpartition(".")[2] for one in frame.remarks}
        yield at_least("what stays automatic is told", keys == {remark} - {""}, 1, "right")


def of_its_format(eye: Eye) -> Iterator[Figure]:
    """Yield what is told of a webcam that has neither JPEG nor the size that was asked for."""
    eye.webcam.pull()
    raw = Webcam(lambda number: _yuyv(number % KINDS), size=SIZE, serial="0001", port=1, mjpg=False)
    raw.plug()
    time.sleep(LISTED_S)
    video.settled()
    found = {one.message.key for one in seeing.camera(Machine(), SPEC)}
    poor = found & {"table.camera.no_mjpg", "table.camera.other_size"}
    yield at_least("no JPEG and another size are told", len(poor), 2, "told")
    raw.pull()


def of_twins() -> Iterator[Figure]:
    """Yield whether two webcams of one model are told apart by their ports."""
    one, two = Eye("", port=0), Eye("", port=1)
    two.first = KINDS
    one.plug()
    two.plug()
    names = plugged_in()
    ports = [name for name in names if "usb-0" in name]
    yield at_least("twins go by their ports", len(ports), 2, "cameras")
    numbers = set()
    for name in ports:
        with opened(name, SETTING) as camera:
            seen = stand_in.number_in(_last([camera.read() for _ in range(5)]).image)
            numbers.add(seen // KINDS)
    yield at_least("and each shows its own pictures", len(numbers), 2, "cameras")


def _not(says: Callable[[], bool]) -> bool:
    return not says()


def _last(frames: list[Frame | None]) -> Frame:
    return next(frame for frame in reversed(frames) if frame is not None)


def _said(name: str, script: str, *wanted: str, user: int | None = None) -> Iterator[Figure]:
    """Yield whether a script of another program's says all that is wanted."""
    said = ""
    with suppress(subprocess.TimeoutExpired):
        command = [sys.executable, "-c", script, SPEC]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, user=user)
        said = done.stdout + done.stderr
    right = all(one in said for one in wanted)
    yield at_least(name if right else f"{name}: {said[-200:]}", right, 1, "right")


def _yuyv(number: int) -> bytes:
    small = cv2.cvtColor(stand_in.picture(number), cv2.COLOR_BGR2YUV)
    y, u, v = cv2.split(cv2.resize(small, SIZE, interpolation=cv2.INTER_NEAREST))
    frame = np.empty((*y.shape, 2), np.uint8)
    frame[:, :, 0] = y
    frame[:, ::2, 1], frame[:, 1::2, 1] = u[:, ::2], v[:, ::2]
    return frame.tobytes()
