"""A stand-in for picamera2 that misbehaves where the real one does.

Modelled on picamera2 0.3.36: an event loop in a thread of its own runs a queue of jobs, one after
the other, as frames come. A job that its caller no longer waits for stays at the head of the queue;
`stop` queues behind it, and waits without end. A control that the camera does not advertise is a
RuntimeError. libcamera lists webcams too. A camera that was not closed cannot be opened again.

No wait here is without end: after `PATIENCE_S` it is a failed test.
"""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest

from tests.firmware.cameras import stand_in
from tests.process import PATIENCE_S

CSI = "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a"
WEBCAM = "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:0825"

FRAME_S = 0.002  # in the time of this machine; the frames' own stamps are 33 ms apart

WEBCAM_CONTROLS: dict[str, tuple[Any, Any, Any]] = {
    "Brightness": (-1.0, 1.0, 0.0), "Contrast": (0.0, 2.0, 1.0),
}  # fmt: skip
MODULE_2: dict[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, None), "AwbEnable": (False, True, None),
    "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1_000_000, None),
    "ExposureTime": (60, 674_181_621, None), "AnalogueGain": (1.0, 16.0, None),
    "ColourGains": (0.0, 32.0, None), "NoiseReductionMode": (0, 4, 0),
    "FrameDurationLimits": (17_849, 674_193_371, None),
}  # fmt: skip
MODULE_3 = MODULE_2 | {
    "AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 32.0, 1.0),
}  # fmt: skip

AF_IDLE, AF_SCANNING, AF_FOCUSED, AF_FAILED = range(4)
AF_RUNS = {
    "sharp": [AF_IDLE, AF_SCANNING, AF_SCANNING, AF_FOCUSED],
    "fails": [AF_IDLE, AF_SCANNING, AF_FAILED],
    "never begins": [AF_IDLE],
}


@dataclass
class Sensor:
    """One camera that libcamera lists, and how it misbehaves; it outlives its `Picamera2`."""

    id: str = CSI
    model: str = "imx708"
    controls: dict[str, tuple[Any, Any, Any]] = field(default_factory=lambda: dict(MODULE_3))
    exposure_us: int = 12_345
    gain: float = 2.5
    focus: str = "sharp"
    still_stamps: bool = False
    same_picture: str = ""  # "cards" or "black": the same one in every frame
    frame_us: int = 33_333
    sensor_size: tuple[int, int] | None = None  # of the mode that libcamera chose
    frozen: bool = False  # its cable is out: no frames, and no word of it
    broken: str = ""  # what opening it raises
    hangs: threading.Event | None = None  # opening it waits until this is set
    acquired: bool = False
    now_ns: int = 5_000_000_000


@dataclass
class Machine:
    """What is plugged in, and each `Picamera2` that was made, in order."""

    sensors: list[Sensor] = field(default_factory=lambda: [Sensor()])
    made: list[FakePicamera2] = field(default_factory=list)

    def reset(self) -> None:
        """Start libcamera again, which changes nothing here."""


class Job:
    """Steps that the event loop takes, each tried again at every frame until it is done."""

    def __init__(self, steps: list[Callable[[], tuple[bool, Any]]]) -> None:
        self.steps = steps
        self.future: Future[Any] = Future()

    def done(self) -> bool:
        result = None
        try:
            while self.steps:
                done, result = self.steps[0]()
                if not done:
                    return False
                self.steps.pop(0)
        except Exception as error:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)
        return True


class FakePicamera2:
    """The calls of picamera2 that we make, and those that we must not make."""

    machine: Machine

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [
            {"Model": sensor.model, "Location": 2, "Rotation": 180, "Id": sensor.id, "Num": number}
            for number, sensor in enumerate(cls.machine.sensors)
        ]

    def __init__(self, camera_num: int = 0) -> None:
        self.sensor = self.machine.sensors[camera_num]
        if self.sensor.hangs is not None:
            assert self.sensor.hangs.wait(PATIENCE_S)
        if self.sensor.broken or self.sensor.acquired:
            raise RuntimeError(self.sensor.broken or "Camera __init__ sequence did not complete.")
        self.sensor.acquired = True
        self.configuration: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}  # as they stand
        self.history: list[dict[str, Any]] = []  # as they were set
        self.started = False
        self.frames = 0
        self._focus = [AF_IDLE]
        self._jobs: list[Job] = []
        self._completed: list[tuple[int, dict[str, Any]]] = []
        self._lock = threading.Lock()
        self._abort = threading.Event()
        self._loop: threading.Thread | None = None
        self.machine.made.append(self)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return dict(self.sensor.controls)

    @property
    def camera_config(self) -> dict[str, Any]:
        size = self.sensor.sensor_size
        return self.configuration | ({"sensor": {"output_size": size}} if size else {})

    def create_video_configuration(
        self,
        main: dict[str, Any],
        raw: dict[str, Any] | None = {},  # noqa: B006 as the real one has it
        buffer_count: int = 6,
        controls: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        if {"NoiseReductionMode", "FrameDurationLimits"} <= self.sensor.controls.keys():
            controls = {"NoiseReductionMode": 1, "FrameDurationLimits": (33333, 33333)} | controls
        return {"main": main, "raw": raw, "buffer_count": buffer_count, "controls": controls}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self.started, "Camera must be stopped before configuring"
        assert configuration["main"]["format"] == "RGB888"
        self.configuration = configuration
        self.controls = {}
        self.set_controls(configuration["controls"])

    def start(self) -> None:
        assert self.configuration, "Camera has not been configured"
        self.started = True
        self._loop = threading.Thread(target=self._run, daemon=True)
        self._loop.start()

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name, value in controls.items():
            if name not in self.sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self.controls[name] = value
        self.history.append(dict(controls))

    def capture_arrays(self, names: list[str], wait: float | bool | None = None) -> Any:
        assert names == ["main"], "no other stream is there"
        return self._dispatch(
            [lambda: self._pop(lambda frame: ([self._image(frame[0])], frame[1]))], wait
        )

    def autofocus_cycle(self, wait: float | bool | None = None) -> Any:
        self.set_controls({"AfMode": 1, "AfTrigger": 0})
        self._focus = list(AF_RUNS[self.sensor.focus])

        def until(states: set[int]) -> tuple[bool, Any]:
            if not self._completed:
                return False, None
            state = self._completed.pop(0)[1]["AfState"]
            return state in states, state == AF_FOCUSED

        ends = {AF_IDLE, AF_FOCUSED, AF_FAILED}
        return self._dispatch([lambda: until({AF_SCANNING}), lambda: until(ends)], wait)

    def cancel_all_and_flush(self) -> None:
        with self._lock:
            for job in self._jobs:
                job.future.set_exception(CancelledError())
            self._jobs.clear()

    def stop(self) -> None:
        """Stop from within the event loop, behind whatever is queued there."""
        if self.started:
            if self._loop is None:
                self._stop()
            else:
                self._dispatch([self._stop], True)

    def close(self) -> None:
        if self._loop is not None:
            self._abort.set()
            self._loop.join(PATIENCE_S)
            self._loop = None
        self.stop()
        self.sensor.acquired = False

    def _stop(self) -> tuple[bool, Any]:
        self.started = False
        self._completed.clear()
        return True, None

    def _dispatch(self, steps: list[Any], wait: float | bool | None) -> Any:
        job = Job(steps)
        with self._lock:
            self._jobs.append(job)
        for_ever = wait is None or wait is True
        try:
            return job.future.result(PATIENCE_S if for_ever else wait)
        except TimeoutError:
            assert not for_ever, "it waits for ever behind a job that nobody waits for"
            raise

    def _pop(self, taken: Callable[[tuple[int, dict[str, Any]]], Any]) -> tuple[bool, Any]:
        return (True, taken(self._completed.pop(0))) if self._completed else (False, None)

    def _run(self) -> None:
        while not self._abort.wait(FRAME_S):
            with self._lock:
                if self.started and not self.sensor.frozen:
                    self._completed = [self._frame()]  # only the newest is kept
                while self._jobs and self._jobs[0].done():
                    self._jobs.pop(0)

    def _frame(self) -> tuple[int, dict[str, Any]]:
        self.frames += 1
        self.sensor.now_ns += 0 if self.sensor.still_stamps else 33_333_000
        seen = {
            "SensorTimestamp": self.sensor.now_ns, "ExposureTime": self.sensor.exposure_us,
            "AnalogueGain": self.sensor.gain, "ColourGains": (1.7, 2.1), "Lux": 300.0,
            "FrameDuration": self.sensor.frame_us,
        }  # fmt: skip
        if "AfMode" in self.sensor.controls:
            state = self._focus.pop(0) if len(self._focus) > 1 else self._focus[0]
            seen |= {"AfState": state, "LensPosition": 1.6 if state == AF_FOCUSED else 9.9}
        return self.frames, seen

    def _image(self, number: int) -> Any:
        width, height = self.configuration["main"]["size"]
        if self.sensor.same_picture == "cards":
            return cv2.resize(stand_in.picture(0), (width, height))
        if self.sensor.same_picture == "black":
            return np.zeros((height, width, 3), np.uint8)
        return np.full((height, width, 3), grey(number), np.uint8)


def grey(number: int) -> int:
    """Return the grey level of a frame's picture, which is not dark."""
    return 100 + number % 100


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A Pi with picamera2 and one Module 3; `sensors` may be changed."""
    picamera2: Any = types.ModuleType("picamera2")
    machine = Machine()
    picamera2.Picamera2 = type("Picamera2", (FakePicamera2,), {"machine": machine, "_cm": machine})
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setattr("firmware.cameras.picamera.METER_S", 0.0)
    monkeypatch.setattr("firmware.cameras.picamera.READ_S", PATIENCE_S)
    monkeypatch.setattr("firmware.cameras.picamera.FOCUS_S", PATIENCE_S)
    return machine
