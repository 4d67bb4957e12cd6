"""Browsers that are no Chromium, as a phone: WebKit, which every iPhone has, and Firefox."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.process import eventually
from tests.webui.patient import QUICK, SETTLED

WIDTH_PX, HEIGHT_PX = 390, 844
SCREEN = f"{2 * WIDTH_PX}x{HEIGHT_PX}x24"
# WebKit's walls do not stand where root starts it, and its pictures need no graphics card.
AS_ROOT = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
# A window of Firefox is no narrower than 500 px: what lies on a pixel of the page is larger.
PREFS = {"layout.css.devPixelsPerPx": "1.25"}
# That a size is looked at again with the next frame is no fault, though it is told as one.
LISTEN = """window.wrong = [];
addEventListener("error", event => {
    if (!event.message.startsWith("ResizeObserver loop")) window.wrong.push(event.message);
});
addEventListener("unhandledrejection", event => window.wrong.push(String(event.reason)));"""
SHOWN = """return [...document.querySelectorAll(css)].filter(one => one.textContent.includes(text)
    && one.checkVisibility({ visibilityProperty: true }));"""


class Phone:
    """A page in a browser that is driven from outside: what is shown is found, and tapped."""

    def __init__(
        self, driver: Any, goto: Callable[[str], Any], gone: type[Exception], **running: Any
    ) -> None:
        self._driver, self._goto, self._gone, self._running = driver, goto, gone, running

    def open(self, url: str, *, fresh: bool = False) -> None:
        """Open a page; unless it is `fresh`, on a device that shows no moments."""
        self._goto(f"{url}static/base/icon.svg")  # of the same origin, and little to load
        self.run(f"localStorage.clear(); {QUICK}" if fresh else SETTLED)
        self._goto(url)
        self.run(LISTEN)
        eventually(lambda: self.shown('#live[data-live="yes"]'))

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script, **self._running)

    def errors(self) -> list[str]:
        """Return what went wrong in the page's scripts since it was opened."""
        return list(self.run("return window.wrong"))

    def shown(self, css: str, text: str = "") -> list[Any]:
        """Return what is shown of all that a selector finds, and has such a text."""
        try:
            return list(
                self.run(f"const css = {json.dumps(css)}, text = {json.dumps(text)};{SHOWN}")
            )
        except self._gone:  # drawn again while it was told of
            return self.shown(css, text)

    def tap(self, css: str, text: str = "") -> None:
        """Tap the one thing that is shown so, once it is and may be tapped."""

        def tapped() -> bool:
            shown = self.shown(f"{css}:not(:disabled)", text)
            assert len(shown) < 2, f"{len(shown)} times {css}"
            with suppress(self._gone):  # drawn again meanwhile: the next one is looked for
                for entry in shown:
                    entry.click()
                    return True
            return False

        eventually(tapped)

    def type(self, within: str, number: int) -> None:
        """Enter a number on the pad that is shown there."""
        for digit in str(number):
            self.tap(f'{within} [data-key="digit{digit}"]')


@contextmanager
def webkit() -> Iterator[Phone]:
    """Start WebKit's own small browser on a screen that nobody sees."""
    # Here, as every worker imports this module, and `make verify` alone drives WebKit.
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    program, xvfb = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not browsers or program is None or xvfb is None:
        pytest.skip("WebKit is not installed: apt install webkit2gtk-driver xvfb")
    options = Options()
    options.binary_location = str(browsers[-1])
    options.add_argument("--automation")
    with screen(xvfb) as display:
        env = {**os.environ, **AS_ROOT, "DISPLAY": display}
        driver = WebKitGTK(options=options, service=Service(program, env=env))
        try:
            driver.set_window_size(WIDTH_PX, HEIGHT_PX)
            yield Phone(driver, driver.get, StaleElementReferenceException)
        finally:
            driver.quit()


@contextmanager
def firefox() -> Iterator[Phone]:
    """Start Firefox without a window, driven by what it listens to itself."""
    with warnings.catch_warnings():  # its libraries are written for older Pythons
        warnings.simplefilter("ignore")
        from marionette_driver.errors import StaleElementException
        from marionette_driver.marionette import Marionette

    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("Firefox is not installed: apt install firefox-esr")
    # The driver removes the file first that it is to log into: of /dev/null, as root, the device.
    with tempfile.TemporaryDirectory(prefix="coyote-firefox-") as log:
        driver = Marionette(bin=program, headless=True, port=0, prefs=PREFS, gecko_log=log)
        try:
            driver.start_session()
            driver.set_window_rect(width=WIDTH_PX, height=HEIGHT_PX)
            yield Phone(driver, driver.navigate, StaleElementException, new_sandbox=False)
        finally:
            driver.quit()


@contextmanager
def screen(xvfb: str) -> Iterator[str]:
    """Start a screen that nobody sees; yield its display's name, the first that is free."""
    command = [xvfb, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            yield f":{int(server.stdout.readline())}"
        finally:
            server.kill()


ENGINES: Mapping[str, Callable[[], AbstractContextManager[Phone]]] = {
    "webkit": webkit,
    "firefox": firefox,
}
