"""Fixtures of the pages' tests: a table, its application, a real server, a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.webui.fake import FakeTable, FakeVirtual
from webui.app import create_app
from webui.serve import Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
OUT = Path(__file__).parents[2] / "out"
CODE = "204060"
SETTLED = """Promise.all(document.getAnimations()
  .filter(one => one.effect.getTiming().iterations !== Infinity).map(one => one.finished))"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FakeTable]:
    """A table with a running match of three players."""
    fake = FakeTable(tmp_path / "journal.sqlite")
    fake.start("coyote", {"edition": "tomahawk"}, 3)
    yield fake
    fake.desk.close()


@pytest.fixture
def virtual(table: FakeTable) -> FakeVirtual:
    return FakeVirtual(table)


@pytest.fixture
def app(table: FakeTable, virtual: FakeVirtual) -> Flask:
    return create_app(table, virtual, secret=b"test", host_code=CODE)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser somewhere on the network, in English."""
    made = app.test_client()
    made.environ_base |= {"REMOTE_ADDR": "192.0.2.7", "HTTP_ACCEPT_LANGUAGE": "en"}
    return made


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    """A browser on the machine itself."""
    made = app.test_client()
    made.environ_base |= {"REMOTE_ADDR": "127.0.0.1", "HTTP_ACCEPT_LANGUAGE": "en"}
    return made


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    """The application on a real socket."""
    made = Server(app, host="127.0.0.1", port=0)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own; an error in a page's script fails the test."""
    contexts = []
    errors: list[str] = []

    def open_(path: str = "/", viewport: Any = PHONE, **options: Any) -> Page:
        context = browser.new_context(viewport=viewport, **({"locale": "en"} | options))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: _note(errors, said))
        page.goto(server.url.rstrip("/") + path)
        page.wait_for_selector('#live[data-live="yes"]')
        return page

    yield open_
    for context in contexts:
        context.close()
    assert errors == []


def _note(errors: list[str], said: ConsoleMessage) -> None:
    refused = "Failed to load resource" in said.text  # which the page itself shows
    if said.type == "error" and not refused:
        errors.append(said.text)


def picture(page: Page, name: str) -> None:
    """Save a picture of a page under ``out/``, for people to look at."""
    OUT.mkdir(exist_ok=True)
    page.evaluate(SETTLED)
    page.screenshot(path=OUT / f"{name}.png")
