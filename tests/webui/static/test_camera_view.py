"""The camera's view on a page: the picture as it was taken, and over it what was read in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.reports.picture import Spot
from tests.breadth import breadth
from tests.webui.fake import FakeTable, png
from tests.webui.pages import DESK, PAINTED, PATIENCE_MS, PHONE

SPOTS = (
    Spot(((0.1, 0.2), (0.3, 0.2), (0.3, 0.7), (0.1, 0.7)), "certain", "max-"),
    Spot(((0.4, 0.3), (0.6, 0.3), (0.6, 0.8), (0.4, 0.8)), "doubtful", "20"),
    Spot(((0.7, 0.3), (0.9, 0.4), (0.9, 0.9), (0.7, 0.8)), "unknown"),
)


FRAME = png(90, 960, 540)


@pytest.mark.parametrize("path", breadth(["/virtual", "/table", "/calibrate"]))
def test_cards_are_named_over_the_picture_where_they_lie_and_a_lost_camera_shows_none(
    table: FakeTable, open_page: Callable[..., Page], path: str
) -> None:
    table.jpeg, table.spots = FRAME, SPOTS
    page = open_page(path, DESK)
    if path == "/virtual":
        page.click(".drawer summary")
    names = page.locator(".view .found text")
    expect(names).to_have_text(["max → −", "20 ?", "?"], timeout=PATIENCE_MS)
    expect(page.locator(".view .found").nth(1)).to_have_attribute("data-verdict", "doubtful")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.evaluate(PAINTED)
        page.locator("#view").scroll_into_view_if_needed()
        image, drawn = (
            page.locator(item).bounding_box() for item in ("#view", ".view .seen > svg")
        )
        assert image is not None
        assert drawn == pytest.approx(image, abs=1)
    for size, jpeg, cards in ((DESK, None, 0), (PHONE, FRAME, 3)):
        page.set_viewport_size(size)
        table.jpeg, table.view = jpeg, table.view + 1
        expect(page.locator(".view .lost")).to_be_visible(visible=not jpeg, timeout=PATIENCE_MS)
        expect(page.locator(".view .found")).to_have_count(cards, timeout=PATIENCE_MS)
