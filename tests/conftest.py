"""Fixtures and hooks for all tests: browser, desk, timeouts, and cleaning up after each test."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
import pytest_timeout
from hypothesis import HealthCheck
from hypothesis import settings as hypotheses
from playwright.sync_api import Browser, sync_playwright

from firmware.cli import ONE_THREAD
from firmware.games import open_games
from referee.match.desk import Desk
from tests.memory import Heap
from tests.patience import Patience
from tests.process import stop_all
from tests.webui.patient import act_patiently, expect_patiently

# Set this before numpy is imported, as a command does. There are more workers than processors, and
# a second thread that waits for numbers still takes processor time.
TOO_EARLY = {"cv2", "numpy"} & sys.modules.keys()
os.environ.update(dict.fromkeys((*ONE_THREAD, "OPENCV_FOR_THREADS_NUM"), "1"))
if sys.dont_write_bytecode:  # Otherwise every process of a test would compile the whole program.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

open_games()  # as a command does; numpy may be imported from here on

# The headless shell is Chromium without windows: it shows the same pages in four fifths of the
# processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
# What Chromium does next to showing pages. The address bar's pop-up alone, made with every window,
# takes more processor time than one of our pages.
WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,HttpsUpgrades,MediaRouter,"
    "OptimizationHints,PaintHolding"
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={WITHOUT}",
)


LOOKS = 40  # checks for progress within a test's timeout: most tests end before the first


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage among modules and some 7,000 tests: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


expect_patiently()
import_module("tests.unhurried").take_its_time()
import_module("tests.compiled").compile_once()
import_module("tests.drawings").keep_drawings()
import_module("tests.rendering").render_here()
hypotheses.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypotheses.load_profile("patient")


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: pytest_timeout.Settings) -> bool:
    """Limit how long a test may make no progress, not how long it takes."""
    patience, again_s, over = Patience(settings.timeout), settings.timeout / LOOKS, False

    def look(*_: object) -> None:
        if over:
            return
        if not patience.left:
            pytest_timeout.timeout_sigalrm(item, settings)
        signal.setitimer(signal.ITIMER_REAL, again_s)

    def cancel() -> None:
        nonlocal over
        over = True  # Keep the handler: a pending alarm would end the process without it.
        signal.setitimer(signal.ITIMER_REAL, 0)

    item.cancel_timeout = cancel  # type: ignore[attr-defined]
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, again_s)
    return True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once per worker."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield act_patiently(browser)
        browser.close()


@pytest.fixture(scope="session")
def heap() -> Heap:
    """The memory of the test process."""
    return Heap()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a journal that does not exist yet."""
    return tmp_path / "journal.sqlite"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    """A desk without a match, at a new journal."""
    with closing(Desk.open(path)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_runs_on(heap: Heap) -> Iterator[None]:
    """Stop what a test has started, and give its memory back."""
    yield
    stop_all()
    heap.settle()
