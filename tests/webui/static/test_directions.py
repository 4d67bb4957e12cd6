"""Languages that are written from right to left: what mirrors on a page, and what does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.firmware.hub.pages import Club
from tests.pseudo import spoken
from tests.webui.fake import FakeTable
from tests.webui.moments import lying
from tests.webui.pages import DESK, SCREEN, Open, fits_across

STATIC = Path(__file__).parents[3] / "webui" / "static"
SIDE = r"(?:left|right)"
PHYSICAL = re.compile(
    rf"(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-{SIDE}(?:-\w+)?"
    rf"|border-(?:top|bottom)-{SIDE}-radius|{SIDE})\s*:"
    rf"|(?:text-align|float|clear)\s*:\s*{SIDE}\b|translateX\("
)
# The table is drawn as it lies in the room, in every language. An old browser knows left and right
# alone.
AS_IT_LIES = {
    "base/base.css": ("position: fixed; z-index: 60;",),
    "table/plain.css": (".scores th,",),
    "drawing/drawing.css": (".note {", ".marks .wrongs {"),
    "table/table.css": (".side[data-edge=",),
}


def test_a_style_says_start_and_end_and_only_the_drawn_table_says_left_and_right() -> None:
    for path in sorted(STATIC.rglob("*.css")):
        name = path.relative_to(STATIC).as_posix()
        for line in path.read_text("utf-8").splitlines():
            at_the_table = line.lstrip().startswith(AS_IT_LIES.get(name, ("\0",)))
            assert at_the_table or not PHYSICAL.search(line), f"{name}: {line.strip()}"


@pytest.fixture
def hebrew() -> Iterator[None]:
    with spoken("he"):
        yield


@pytest.mark.parametrize(("language", "way"), [("he", "rtl"), ("fr", "ltr")])
@pytest.mark.usefixtures("hebrew")
def test_every_page_says_how_it_is_written(
    host: FlaskClient, tmp_path: Path, language: str, way: str
) -> None:
    club = Club(tmp_path)
    head = {"Accept-Language": language, "Accept": "text/html"}
    pages = [host.get(path, headers=head).text for path in ("/", "/history", "/nothing")]
    pages += [club.client().get(path, headers=head).text for path in ("/", "/standings.html")]
    club.store.close()
    for page in pages:
        assert f'<html lang="{language}" dir="{way}">' in page
    manifest = host.get("/manifest.webmanifest", headers=head).json
    assert manifest is not None
    assert manifest["dir"] == way


SIDES = """found => found.map(one => {
    const box = one.getBoundingClientRect(), mat = document.querySelector(
        ".mat, .around").getBoundingClientRect();
    return Math.round((box.x + box.width / 2 - mat.x) / mat.width * 100);
})"""


@pytest.mark.verify
@pytest.mark.usefixtures("hebrew")
def test_a_page_mirrors_and_the_table_on_it_does_not(open_page: Open, table: FakeTable) -> None:
    lying("coup_detat", table)
    lies: dict[str, dict[str, list[int]]] = {}
    for language in ("en", "he"):
        pages = {
            "/": open_page("/", locale=language),
            "/table": open_page("/table", SCREEN, locale=language),
            "/virtual": open_page("/virtual", DESK, locale=language),
        }
        for path, page in pages.items():
            size = page.viewport_size
            menu = page.locator("#menu").bounding_box()
            assert size is not None
            assert menu is not None
            assert (menu["x"] > size["width"] / 2) == (language == "en"), path
            fits_across(page)
        expect(pages["/table"].locator(".drawing .lies").first).to_be_visible()
        parts = {"/virtual": (".tray .pile", ".key"), "/table": (".side .seat", ".drawing .lies")}
        lies[language] = {
            part: pages[path].locator(part).evaluate_all(SIDES)
            for path, lines in parts.items()
            for part in lines
        }
        keys = lies[language].pop(".key")[:3]
        assert keys == sorted(keys)  # 1, 2 and 3 stand as on every telephone
        assert lies[language][".tray .pile"]
    assert lies["he"] == lies["en"]
