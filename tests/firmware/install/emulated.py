"""An installed release on another processor, which is emulated: what a Pi would run, but slower."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import cv2

from tests.firmware.install.root import READY_S, Root
from tests.process import PATIENCE_S
from tests.vision.scenes import deck, renderer, strewn
from vision.synthetic.scene import Scene

# What picamera2 is made upon; Debian 13 has it, but neither picamera2 nor lgpio.
LIBCAMERA = "python3-libcamera"
IMPORTED = """
import json, platform, cv2, libcamera
assert libcamera.CameraManager
print(json.dumps([platform.machine(), cv2.__version__, libcamera.__file__]))
"""
# What has to be well in a root; pins, bus, camera and voice it has none.
WELL = {"python", "data", "pins", "currents", "decks"}


def sees_the_systems(root: Root) -> list[str]:
    """Return the processor, OpenCV's version, and where the system's libcamera was found."""
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
    root.run(*apt, "--no-install-recommends", LIBCAMERA)
    python = f"/opt/coyote-table/releases/{root.current}/.venv/bin/python"
    found: list[str] = json.loads(root.run(python, "-c", IMPORTED).stdout)
    assert Path(found[2]).is_relative_to("/usr/lib"), found
    return found


def is_well(root: Root) -> None:
    """Hold what `coyote doctor` says of the release."""
    said = json.loads(root.run("/usr/local/bin/coyote", "doctor", "--json", ok=False).stdout)
    assert {check["check"] for check in said["checks"] if check["well"]} >= WELL, said


def reads(root: Root) -> tuple[list[str], list[str], float]:
    """Return the cards that lie in a picture, those read in it, and the seconds that took."""
    scene: Scene = strewn(deck(), 6, seed=4)
    cv2.imwrite(str(root.path / "table.png"), renderer().render(scene).image)
    begun_s = time.monotonic()
    told = ("read", "--deck", "coyote-tomahawk", "--json", "/table.png")
    said = json.loads(root.run("/usr/local/bin/coyote", *told).stdout)
    read = [card["card"] for card in said["cards"] if card["verdict"] == "certain"]
    lie = [card.card for card in scene.cards]
    return sorted(lie), sorted(read), time.monotonic() - begun_s


def plays(root: Root, port: int) -> None:
    """Start the virtual table, and hold that its page is served."""
    told = ("play", "--no-browser", "--port", str(port), "--data", "/root/play")
    with subprocess.Popen(
        root.command("/usr/local/bin/coyote", *told), stdout=subprocess.DEVNULL
    ) as process:
        try:
            until_s = time.monotonic() + READY_S * root.slowness
            while True:
                assert process.poll() is None, "coyote play ended"
                assert time.monotonic() < until_s, "coyote play never answered"
                with (
                    suppress(OSError),
                    urllib.request.urlopen(
                        f"http://127.0.0.1:{port}/", timeout=PATIENCE_S
                    ) as answer,
                ):
                    assert answer.status == 200
                    return
                time.sleep(0.5)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
