"""Chromium of any age, driven by its DevTools: the old ones are in the wheels of QtWebEngine.

`COYOTE_OLD_BROWSERS` is a folder with an environment of Python for each, named after the version of
its Chromium: `87` has PyQt5 and PyQtWebEngine 5.15, and `94`, `102` and `108` have PyQt6 and
PyQt6-WebEngine 6.3, 6.4 and 6.5, each with its own -Qt6.
"""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.conftest import ARGUMENTS, CHROMIUM
from tests.firmware.home.broker import free_port
from tests.process import PATIENCE_S, eventually

FOLDER = Path(os.environ.get("COYOTE_OLD_BROWSERS", "."))
TODAY = "today"
VERSIONS = ("87", "94", "102", "108", TODAY)
WINDOW = """import sys
try:
    from PyQt6 import QtCore, QtWebEngineWidgets, QtWidgets
except ImportError:
    from PyQt5 import QtCore, QtWebEngineWidgets, QtWidgets
app = QtWidgets.QApplication(sys.argv)
view = QtWebEngineWidgets.QWebEngineView()
view.load(QtCore.QUrl("about:blank"))
view.show()
getattr(app, "exec", getattr(app, "exec_", None))()"""
WITHOUT_SCREEN = {
    "QT_QPA_PLATFORM": "offscreen",
    "QT_QUICK_BACKEND": "software",
    "QTWEBENGINE_DISABLE_SANDBOX": "1",
    "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --no-zygote --disable-gpu",
}
# Each text that is shown whole, and its box: not what is switched off, fading or covered.
WORDS = r"""[...document.querySelectorAll("body *")].flatMap(element => {
  const text = [...element.childNodes].find(({ nodeType, data }) =>
    nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(data));
  if (!text) return [];
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return [];
  for (let one = element; one; one = one.parentElement)
    if (getComputedStyle(one).opacity < 1) return [];
  return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    ? [[text.data.trim(), [left, top, right, bottom].map(Math.floor)]] : [];
})"""


class OldPage:
    """The page of such a browser."""

    def __init__(self, port: int) -> None:
        from websocket import create_connection  # Selenium's; only `make verify` drives these.

        self._number, self.errors = 0, list[str]()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=PATIENCE_S) as answer:
            pages = [one for one in json.load(answer) if one["type"] == "page"]
        self._socket = create_connection(pages[0]["webSocketDebuggerUrl"], suppress_origin=True)
        self._call("Runtime.enable")

    def close(self) -> None:
        self._socket.close()

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            if answer["method"] == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(answer["params"]))
        return answer["result"]

    def open(self, url: str, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **size)
        self._call("Page.navigate", url=url)
        eventually(lambda: self.run("document.readyState"), "complete")

    def run(self, script: str) -> Any:
        done = self._call("Runtime.evaluate", expression=script, returnByValue=True)
        return done["result"].get("value")

    def contrasts(self) -> dict[str, float]:
        """Return the contrast of each text that is shown, measured from the pixels."""
        words = self.run(WORDS)
        picture = base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])
        pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")) / 255
        linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
        light = linear @ (0.2126, 0.7152, 0.0722) + 0.05
        boxes = {text: light[top:bottom, left:right] for text, (left, top, right, bottom) in words}
        return {text: float(box.max() / box.min()) for text, box in boxes.items() if box.size}


@contextmanager
def chromium(version: str) -> Iterator[OldPage]:
    """Start a browser without a window."""
    python, port = FOLDER / version / "bin" / "python", free_port()
    command = [str(python), "-c", WINDOW]
    if version == TODAY and CHROMIUM:
        listens = f"--remote-debugging-port={port}"
        command = [CHROMIUM, *ARGUMENTS, "--headless", listens, "about:blank"]
    elif not python.exists():
        pytest.skip(f"Chromium {version} is not installed (tests/webui/oldchromium.py)")
    env = {**os.environ, **WITHOUT_SCREEN, "QTWEBENGINE_REMOTE_DEBUGGING": str(port)}
    with subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) as browser:

        def page() -> OldPage | None:
            with suppress(OSError, IndexError):
                return OldPage(port)
            return None

        try:
            with closing(eventually(page)) as opened:
                yield opened
        finally:
            browser.kill()
