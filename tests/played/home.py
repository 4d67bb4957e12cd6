"""A table that runs in this process, its server, and browsers at its pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Browser, Page

from firmware.running.build import build_real_table, build_virtual_table
from firmware.running.table import RunningTable
from firmware.virtual.table import VirtualTable
from referee.match.desk import Desk
from tests.live import SMALL, LiveTable
from tests.webui.asking import press
from tests.webui.pages import let_strangers_in, when
from webui.app import create_app
from webui.routes.web import Web
from webui.serving.addresses import EVERYWHERE
from webui.serving.serve import LISTENS, Server

FACE = re.compile(r"/face/([^/]+)\.svg")


class Home(LiveTable):
    """A table and its server; `fetched` are its pages, each with the faces it has asked for.

    An error in a page's script fails the test when the table is closed.
    """

    def __init__(
        self,
        desk: Desk,
        table: RunningTable,
        virtual: VirtualTable | None = None,
        browser: Browser | None = None,
    ) -> None:
        super().__init__(desk, table)
        app = create_app(table, virtual, bundled=True)
        app.config[LISTENS] = EVERYWHERE
        let_strangers_in(app)
        self.web: Web = app.extensions["web"]
        self.server = Server(app, "127.0.0.1", 0)
        self.server.start()
        self._browser = browser
        self.fetched: dict[Page, set[str]] = {}
        self.errors: list[str] = []

    def open(self, path: str, **options: Any) -> Page:
        """Open a page in a browser of its own, in English unless `options` say otherwise."""
        assert self._browser is not None
        page = self._browser.new_context(**({"locale": "en"} | options)).new_page()
        faces = self.fetched.setdefault(page, set())
        page.on("request", lambda asked: faces.update(map(unquote, FACE.findall(asked.url))))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.server.url.rstrip("/") + path)
        page.wait_for_selector('#live[data-live="yes"]')
        return page

    def confirm(self, page: Page, seat: int) -> None:
        """Press a seat's button, once somebody at a page asks to sit there."""
        when(page, lambda: press(self.web, seat))

    def close(self) -> None:
        for page in self.fetched:
            page.context.close()
        self.server.stop()
        self._stop()
        self.desk.close()
        assert self.errors == [], self.errors

    def _stop(self) -> None:
        self.table.stop()


class VirtualHome(Home):
    """A virtual table. Without a running camera (`reads`), no card is read."""

    size = SMALL

    def __init__(self, desk: Desk, browser: Browser, seed: int = 5, *, reads: bool = True) -> None:
        table, self.virtual = build_virtual_table(desk, seed=seed, sound=False, size=self.size)
        self._reads = reads
        if reads:
            table.run()
        else:
            table.desk.listen(table._follow)
        super().__init__(desk, table, self.virtual, browser)

    def _stop(self) -> None:
        if self._reads:
            super()._stop()
        else:
            self.table.panel.close()


class RealHome(Home):
    """A table with real cards and no camera."""

    def __init__(self, folder: Path, browser: Browser | None = None) -> None:
        desk = Desk.open(folder / "table.sqlite")
        table = build_real_table(desk, cameras=(), gpio="mock", sound=False)
        table.run()
        super().__init__(desk, table, browser=browser)
