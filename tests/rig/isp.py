"""Rendered pictures through libcamera's virtual camera, in place of a Pi's sensor and processor."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.photos import jpeg
from tests.rig.guest import mount
from tests.rig.root import VIRTUAL
from vision.mat import Mat
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene

WIDTH, HEIGHT = 1920, 1080
PACE_S = 0.25  # from one look for frames to the next; there are two or three new ones each time
FRAMES = Path("/run/frames")
PICTURES = 8  # of a stage, each with noise of its own and shown for 0.4 s
CAMERA = f"""Virtual0:
  supported_formats:
  - width: {WIDTH}
    height: {HEIGHT}
  frames:
    path: {FRAMES}/
  location: CameraLocationBack
  model: rendered
"""


def show(mats: Sequence[Mat], stages: Sequence[Sequence[PlacedCard]]) -> None:
    """Have libcamera's one camera show what lies on mats at each stage, over and over."""
    mount("tmpfs", f"/{VIRTUAL}")
    Path(f"/{VIRTUAL}/virtual.yaml").write_text(CAMERA, encoding="utf-8")
    FRAMES.mkdir()
    each = [lying for lying in stages for _ in range(PICTURES)]
    for number, picture in enumerate(rendered(mats, each)):
        (FRAMES / f"{number}.jpg").write_bytes(picture)
    _process()


def rendered(mats: Sequence[Mat], stages: Iterable[Sequence[PlacedCard]]) -> Iterator[bytes]:
    """Yield a picture of what lies on mats at each stage, as JPEG."""
    over = Spread.side_by_side(mats)
    camera = PinholeCamera.above(over.size_mm, WIDTH, HEIGHT, tilt_deg=5.0, roll_deg=1.5)
    renderer = Renderer(camera, over)
    for seed, lying in enumerate(stages):
        yield jpeg(renderer.render(Scene(tuple(lying)), Light(), Lens(), seed).image)


def _process() -> None:
    """Give picamera2 what it has from a Pi and not from a virtual camera.

    That has no raw modes of a sensor, takes no buffers of others, gives NV12 alone, and does so as
    fast as it is asked.
    """
    import libcamera
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator
    from picamera2.request import CompletedRequest

    configured, processed = Picamera2.configure, Picamera2.process_requests

    def raw_modes(self: Any) -> list[dict[str, Any]]:
        seen = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder])
        formats = seen.at(0).formats
        return [
            {"format": str(one), "size": (size.width, size.height)}
            for one in formats.pixel_formats
            for size in formats.sizes(one)
        ]

    def configure(self: Any, config: Any) -> None:
        self.allocator = LibcameraAllocator(self.camera)
        config["main"]["format"] = "NV12"
        configured(self, config)

    def paced(self: Any, display: Any) -> None:
        time.sleep(PACE_S)
        processed(self, display)

    def array(self: Any, name: str) -> Any:
        width, height = self.config[name]["size"]
        planes = np.frombuffer(self.make_buffer(name), np.uint8)[: width * height * 3 // 2]
        return cv2.cvtColor(planes.reshape(height * 3 // 2, width), cv2.COLOR_YUV2BGR_NV12)

    Picamera2._get_raw_modes = raw_modes
    Picamera2.configure = configure
    Picamera2.process_requests = paced
    CompletedRequest.make_array = array
