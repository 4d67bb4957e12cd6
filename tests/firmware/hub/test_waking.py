"""The hub's pages are soon current after the computer that shows them slept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.breadth import breadth
from tests.firmware.hub.pages import Club, post
from tests.webui.asking import serving
from tests.webui.pages import DESK
from tests.webui.static.test_waking import COUNTING, Network, is_soon_current, pause

SLEPT_MS = 25_000


@pytest.fixture
def network(club: Club) -> Iterator[Network]:
    with serving(club.app) as server, closing(Network(server.port)) as made:
        yield made


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=DESK, locale="en") as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("path", "text"), breadth([("/", "Hurry, Ada"), ("/round", "all rounds are drawn")])
)
def test_a_page_of_the_hub_that_slept_is_current_within_two_seconds(
    club: Club, network: Network, page: Page, path: str, text: str
) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss_of_two", names="Ada\nBo")
    page.add_init_script(COUNTING)
    page.clock.install()
    page.goto(network.url + path)
    pause(page, network)
    expect(page.get_by_text(text)).to_have_count(0)
    network.lose()
    post(club, "/event/draw")
    club.shows(0, ruling="Hurry, Ada")
    page.clock.fast_forward(SLEPT_MS)
    is_soon_current(page, network, text)
