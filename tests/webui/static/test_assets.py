"""A page asks for few files, and for each of them once; after an update it loads itself again."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.breadth import breadth
from tests.webui.asking import UNBUNDLED, serving
from tests.webui.pages import DESK, PAINTED, PHONE, Open
from webui import assets, bundle
from webui.app import create_app
from webui.assets import Assets
from webui.serving.serve import Server

needs_esbuild = pytest.mark.skipif(bundle.program() is None, reason="esbuild is not installed")
LIVE = '#live[data-live="yes"]'


# What came over the network for a page: the paths, and the bytes of each.
CAME = """["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => one.transferSize).map(one => [new URL(one.name).pathname, one.transferSize])"""


def load(context: BrowserContext, url: str) -> list[tuple[str, int]]:
    """Load a page; return what came for it over the network."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(LIVE)
    page.evaluate(PAINTED)
    page.evaluate("new Promise((idle) => requestIdleCallback(idle))")
    came: list[tuple[str, int]] = page.evaluate(CAME)
    page.close()
    return came


@needs_esbuild
@pytest.mark.parametrize(
    ("path", "size", "most", "most_bytes"),
    breadth(
        [("/", PHONE, 12, 100_000), ("/table", DESK, 20, 140_000), ("/virtual", DESK, 20, 140_000)]
    ),
)
def test_a_page_asks_for_few_files_and_only_once(
    browser: Browser, server: Server, path: str, size: ViewportSize, most: int, most_bytes: int
) -> None:
    with browser.new_context(viewport=size) as context:
        first, second = (load(context, server.url.rstrip("/") + path) for _ in range(2))
    assert 1 < len(first) <= most, first
    assert sum(size for _, size in first) <= most_bytes
    others = [name for name, _ in second if not name.startswith("/camera")]  # always a new picture
    assert len(others) <= 3, others
    assert not [item for item in others if item.startswith("/static/")]


def test_what_a_page_loads_has_its_version_in_the_address_and_is_kept(host: FlaskClient) -> None:
    addresses = set[str]()
    for path in ("/", "/table", "/virtual", "/history", "/rules/coyote/tomahawk"):
        links = re.findall(r"<(?:link|script|img)[^>]+>", host.get(path).text)
        loaded = [
            re.search(r'(?:href|src)="([^"]+)"', link) for link in links if "json" not in link
        ]
        results = [match[1] for match in loaded if match]
        assert len(results) > 5
        addresses.update(results)
    for address in addresses:
        with host.get(address) as answer:
            assert answer.status_code == 200, address
            assert answer.cache_control.immutable, address
            assert answer.cache_control.max_age == 31_536_000


@UNBUNDLED
def test_every_file_is_kept_and_none_of_another_version_is_given(client: FlaskClient) -> None:
    files: Assets = client.application.extensions["assets"]
    names = [path.relative_to(assets.STATIC) for path in assets.STATIC.rglob("*.*")]
    assert len(names) > 100
    for name in names:
        with client.get(files.address(name.as_posix())) as answer:
            assert answer.data == assets.as_sent(assets.STATIC / name)
            assert name.suffix != ".css" or b"/*" not in answer.data
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            sent = answer.data
        packed = client.get(files.address(name.as_posix()), headers={"Accept-Encoding": "gzip"})
        assert sent == (gzip.decompress(packed.data) if packed.content_encoding else packed.data)
    joined = "base/base+hub/hub.css"
    for gone in (
        f"/static/0123456789ab/{names[0].as_posix()}",
        "/static/base/base.css",
        *map(files.address, ("nothing.js", "../app.py", "base/none+base/base.css")),
        files.address("base/base+base/base.css"),
    ):
        answer = client.get(gone)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store"), gone
    assert client.get(files.address(joined)).data == b"".join(
        assets.as_sent(assets.STATIC / name) for name in ("base/base.css", "hub/hub.css")
    )


@pytest.mark.parametrize("path", breadth(["/", "/calibrate"]))  # by a stream; by asking
def test_a_page_of_an_earlier_program_loads_itself_again_once(
    open_page: Open, server: Server, app: Flask, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    page = open_page(path, DESK)
    loads: list[str] = []
    page.on("domcontentloaded", lambda page: loads.append(page.url))
    was = version_of(page)
    server.stop()
    changed = {**assets._sources(), "base/base.css": b"/* newer */"}
    monkeypatch.setattr(assets, "_sources", lambda: changed)
    parts = app.extensions["web"]
    newer = create_app(parts.table, parts.virtual, parts.workshop)
    with serving(newer, server.port):
        expect(page.locator(f"[src*='{was}']")).to_have_count(0)
        expect(page.locator(LIVE)).to_be_attached()
        assert version_of(page) == newer.extensions["assets"].version != was
        assert len(loads) == 1


def version_of(page: Page) -> str:
    """Return the version of a page's own script."""
    result = page.locator("script[src]").get_attribute("src")
    assert result
    return result.split("/")[2]
