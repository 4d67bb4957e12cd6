"""Fixtures of the pages' tests: a table, its application, a real server, pages in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, ConsoleMessage, Page

from referee.match.commands import Begin
from tests.process import free_port
from tests.webui.asking import serving
from tests.webui.calm import calm_workshop
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import PHONE, let_strangers_in, stop_clock
from webui.app import create_app
from webui.serving.addresses import EVERYWHERE
from webui.serving.serve import LISTENS, Server

CODE = "204060"
CONTROLS = "try { localStorage.setItem('controls', 'open'); } catch {}"


@pytest.fixture
def under_way() -> bool:
    """Whether a match of three players is on (`UNPLAYED`)."""
    return True


@pytest.fixture
def table(tmp_path: Path, under_way: bool) -> Iterator[FakeTable]:
    """A table with a running match of three players."""
    fake = FakeTable(tmp_path / "journal.sqlite")
    if under_way:
        fake.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    yield fake
    fake.desk.close()


@pytest.fixture
def virtual(table: FakeTable) -> FakeVirtual:
    return FakeVirtual(table)


@pytest.fixture
def bundled() -> bool:
    """Whether each page's script comes as one file: for a browser half the work (`UNBUNDLED`)."""
    return True


@pytest.fixture
def app(table: FakeTable, virtual: FakeVirtual, bundled: bool) -> Flask:
    return create_app(table, virtual, calm_workshop(), host_code=CODE, bundled=bundled)


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
    let_strangers_in(app)
    with serving(app, free_port()) as made:
        app.config[LISTENS] = EVERYWHERE  # as far as its pages know
        yield made


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own; an error in a page's script fails the test.

    A host's controls on the big screen are open, unless `shut`. The clock of a page that is `still`
    stands until a test lets it run.
    """
    contexts = []
    errors: list[str] = []

    def open_(
        path: str = "/",
        viewport: Any = PHONE,
        *,
        waits: bool = True,
        shut: bool = False,
        still: bool = False,
        **options: Any,
    ) -> Page:
        context = browser.new_context(viewport=viewport, **({"locale": "en"} | options))
        contexts.append(context)
        if path.startswith("/table") and not shut:
            context.add_init_script(CONTROLS)
        page = context.new_page()
        if still:
            stop_clock(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: _note(errors, message))
        page.goto(server.url.rstrip("/") + path)
        if waits:
            page.wait_for_selector('#live[data-live="yes"]')
        return page

    yield open_
    for context in contexts:
        context.close()
    assert errors == []


def _note(errors: list[str], message: ConsoleMessage) -> None:
    refused = "Failed to load resource" in message.text  # which the page itself shows
    if message.type == "error" and not refused:
        errors.append(message.text)
