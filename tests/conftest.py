"""Fixtures for all tests: a real browser, no process that outlives its test, memory given back."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from firmware.cli import ONE_THREAD
from tests.memory import Heap
from tests.process import stop_all

# As a command does, before numpy is imported: there is a worker for each processor, and more.
os.environ.update(dict.fromkeys((*ONE_THREAD, "OPENCV_FOR_THREADS_NUM"), "1"))
if sys.dont_write_bytecode:  # else every process that a test starts compiles the whole program
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

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


def pytest_collection_finish() -> None:
    """Let garbage collection pass over what stays to the end: modules and some 4,000 tests."""
    gc.collect()
    gc.freeze()


# A disk that is slow for a few seconds fails no test; one that holds never waits so long.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one for all tests of a worker."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def heap() -> Heap:
    """The memory of the process that the tests run in."""
    return Heap()


@pytest.fixture(autouse=True)
def nothing_runs_on(heap: Heap) -> Iterator[None]:
    yield
    stop_all()
    heap.settle()
