"""Devices at a table: a page that has somebody's seats, and what is done until it is shown."""

from __future__ import annotations

from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page

from tests.webui.asking import kept_token
from webui.access.cookies import EXTENSION

Spot = tuple[float, float]
LIVE = '#live[data-live="yes"]'


def middle(locator: Locator, x: float = 0.5, y: float = 0.5) -> Spot:
    """Return a point of something in parts of its width and height, its middle by default."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def carry(page: Page, from_: Spot, to: Spot) -> None:
    """Drag from one point of a page to another."""
    page.mouse.move(*from_)
    page.mouse.down()
    page.mouse.move((from_[0] + to[0]) / 2, (from_[1] + to[1]) / 2, steps=4)
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def reload(page: Page) -> None:
    """Load a page again, and wait until it is live."""
    page.reload()
    page.wait_for_selector(LIVE)


def take_seats(page: Page, client: FlaskClient) -> None:
    """Give a page the seats of another browser."""
    name, token = client.application.extensions[EXTENSION].name, kept_token(client)
    assert token is not None
    page.context.add_cookies([{"name": name, "value": token, "url": page.url}])
    reload(page)
