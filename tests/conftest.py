"""Fixtures for all tests: a real browser, no process that outlives its test, memory given back."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
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

# As a command does, before numpy is imported: there is a worker for each processor, and more. A
# second thread that waits for numbers takes a processor's time all the same.
TOO_EARLY = {"cv2", "numpy"} & sys.modules.keys()
os.environ.update(dict.fromkeys((*ONE_THREAD, "OPENCV_FOR_THREADS_NUM"), "1"))
if sys.dont_write_bytecode:  # else every process that a test starts compiles the whole program
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

open_games()  # as a command does; what imports numpy is imported from here on

# The shell, where somebody has installed it, is Chromium without its windows: the same pages for
# four fifths of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
# What Chromium does beside the pages: its address bar's pop-up alone, made with every window,
# takes more of a processor than a page of ours.
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(WITHOUT)}",
)


# Whose tests stand still for long by a clock, or take one long way.
FIRST = ("tests/webui/serving/", "tests/webui/static/test_every_page.py", "tests/test_workshop.py")
LOOKS = 40  # at a test, in the time that it may be still: few take as long as one


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes the longest alone: else all workers wait for it at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))  # the others stay in order


def pytest_collection_finish() -> None:
    """Let garbage collection pass over what stays to the end: modules and some 4,000 tests."""
    gc.collect()
    gc.freeze()


expect_patiently()
import_module("tests.unhurried").take_its_time()
hypotheses.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypotheses.load_profile("patient")


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: pytest_timeout.Settings) -> bool:
    """Limit how long a test is still, not how long it takes: while work is done, it goes on."""
    patience, again_s, over = Patience(settings.timeout), settings.timeout / LOOKS, False

    def look(*_: object) -> None:
        if over:
            return
        if not patience.left:
            pytest_timeout.timeout_sigalrm(item, settings)
        signal.setitimer(signal.ITIMER_REAL, again_s)

    def cancel() -> None:
        nonlocal over
        over = True  # the handler stays: an alarm that is on its way would end the process
        signal.setitimer(signal.ITIMER_REAL, 0)

    item.cancel_timeout = cancel  # type: ignore[attr-defined]
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, again_s)
    return True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one for all tests of a worker."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield act_patiently(browser)
        browser.close()


@pytest.fixture(scope="session")
def heap() -> Heap:
    """The memory of the process that the tests run in."""
    return Heap()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a journal that does not exist yet."""
    return tmp_path / "journal.sqlite"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    """A desk without a match, at a new journal."""
    opened = Desk.open(path)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def nothing_runs_on(heap: Heap) -> Iterator[None]:
    yield
    stop_all()
    heap.settle()
