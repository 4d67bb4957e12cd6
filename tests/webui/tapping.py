"""The taps that things take on a page, counted there."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.matches import match_of
from tests.webui.fake import FakeTable
from tests.webui.pages import when

COUNT = """() => {
    if (window.taps !== undefined) return;
    window.taps = 0;
    addEventListener("click", event => { if (event.isTrusted) window.taps += 1; }, true);
}"""


class Taps:
    """The taps that something takes on a page, as the page itself hears them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(COUNT)
        self.before = self._all()

    def _all(self) -> int:
        return int(self.page.evaluate("window.taps"))

    def many(self) -> int:
        """Return how many there were since the last time."""
        before, self.before = self.before, self._all()
        return self.before - before


def shows(page: Page, table: FakeTable) -> None:
    """Wait until a page shows the newest state of the match, whatever is done meanwhile."""
    body = page.locator("body")
    when(page, lambda: body.get_attribute("data-seq") == str(match_of(table.desk).seq))
