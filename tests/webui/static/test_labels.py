"""Labels of the drawn tables: none covers a card or another label."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.breadth import breadth
from tests.webui.fake import FakeTable
from tests.webui.moments import lying
from tests.webui.pages import PAINTED, Open
from tests.webui.tapping import shows

LABELS = Path(__file__).with_name("labels.js").read_text("utf-8")
PAGES = ("/", "/table")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
)


def faults(page: Page) -> list[str]:
    page.evaluate(PAINTED)
    return list(page.evaluate(LABELS))


@pytest.mark.parametrize(
    "game", breadth(["coup", "coup_detat", "ogallala", "plenty_coups"], "coup_detat")
)
def test_no_label_covers_a_card_of_a_full_table(
    open_page: Open, table: FakeTable, game: str
) -> None:
    lying(game, table)  # before a page is there, to which every state would be sent
    pages: dict[str, Any] = {path: open_page(path, SIZES[0]) for path in PAGES}
    result = {}
    for (path, page), size in product(pages.items(), SIZES):
        shows(page, table)
        page.set_viewport_size(size)
        if texts := faults(page):
            result[path, size["width"]] = texts
    labels = pages["/table"].locator(".drawing .note").locator("visible=true")
    expect(labels).not_to_have_count(0)
    assert result == {}
