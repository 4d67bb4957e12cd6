"""Small helpers for tests that use the pages in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from referee import words
from referee.contract import Message
from tests.conftest import ARGUMENTS, CHROMIUM
from tests.patience import Patience
from tests.webui.patient import act_patiently
from webui.serving.stream import LiveUpdates

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

Open = Callable[..., Page]
PATIENCE_MS = 120_000
LATER_S = 3600  # longer than a busy browser takes to stop a clock
PHONE: ViewportSize = {"width": 360, "height": 740}
STRANGER = {"extra_http_headers": {"X-Stranger": "yes"}}  # comes from another machine
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
DESK: ViewportSize = {"width": 1280, "height": 800}
NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}
LOST = (Path(__file__).parent / "static" / "lost.js").read_text("utf-8")
STILL = """Promise.all(document.getAnimations()
  .filter(one => one.effect.getTiming().iterations !== Infinity)
  .map(one => one.finished.catch(() => null)))"""  # one that is drawn again meanwhile is aborted

PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

BOXES = """found => found.filter(one => one.checkVisibility({visibilityProperty: true}))
  .map(one => one.getBoundingClientRect().toJSON())"""


def say(key: str, locale: str = "en", to: Any = None, **params: Any) -> str:
    return words.say(Message(key, params), locale, to=to)


def sit(page: Page, seat: int) -> None:
    page.click(f'.seat[data-seat="{seat}"]')
    nameless(page)
    expect(page.locator(".seat .you")).to_have_count(1)


def tap_menu(page: Page, *keys: str) -> None:
    """Open a page's menu, and tap what leads on from there."""
    page.click("#menu")
    for key in keys:
        page.click(f"#sheet [data-key={key}]")


def nameless(page: Page) -> None:
    """Play without a name, where one is asked for it."""
    page.click("#sit [data-key=without]")
    expect(page.locator("#sit")).to_be_hidden()


def hand_of(page: Page, seat: int) -> Locator:
    """Return the cards in a seat's hand at the virtual table: by its lamp, or in the tray."""
    return page.locator(f':is(.spot[data-spot="{seat}"], .own[data-seat="{seat}"]) .hand')


def type_number(page: Page, number: int) -> None:
    for digit in str(number):
        page.click(f"[data-key=digit{digit}]")
    page.click("#forms [data-key=done], #dock > form [data-key=done]")


def all_fits(page: Page) -> None:
    """Check that nothing has to be scrolled, and that nothing is cut off, as it is painted."""
    page.evaluate(PAINTED)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    fits_across(page)
    assert page.evaluate("document.querySelector('main').scrollHeight <= innerHeight")
    size = page.viewport_size
    assert size is not None
    for box in boxes(page.locator("main :is(button, .seat, .value, .label)")):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"] + 0.5
        assert box["x"] >= -0.5
        assert box["x"] + box["width"] <= size["width"] + 0.5


def boxes(elements: Locator) -> list[Any]:
    """Return where the shown ones are, all at one moment: a page changes while one is asked for."""
    return list(elements.evaluate_all(BOXES))


def apart(elements: list[Any], across_px: float) -> None:
    """Check that no two boxes lie upon each other by more than so much across, and 1 px down."""
    for first, other in combinations(elements, 2):
        across = min(first["right"], other["right"]) - max(first["left"], other["left"])
        down = min(first["bottom"], other["bottom"]) - max(first["top"], other["top"])
        assert across <= across_px or down <= 1


def large_enough(page: Page) -> None:
    """Check that a thumb can hit every button: 48 px each way."""
    results = boxes(page.locator("button:not(.tap)"))
    assert [entry for entry in results if min(entry["width"], entry["height"]) < 47.5] == []


@contextmanager
def launched(browser: Browser, *arguments: str) -> Iterator[Browser]:
    """Start another patient browser of the same kind, with more arguments."""
    made = browser.browser_type.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments])
    yield act_patiently(made)
    made.close()


def stop_clock(page: Page) -> None:
    """Stop the clock of the document that a page loads next.

    A clock that jumps while a page is open wakes the page, which then misses what is new.
    """
    page.clock.install(time=0)
    page.clock.pause_at(LATER_S)


def when(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true, while the page goes on."""
    patience = Patience()
    while not true():
        assert patience.left
        page.wait_for_timeout(50)


def let_strangers_in(app: Flask) -> None:
    """Let who sends `STRANGER` come from another machine."""
    inner = app.wsgi_app

    def seen_from(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if "HTTP_X_STRANGER" in environ:
            environ["REMOTE_ADDR"] = "192.0.2.7"
        return inner(environ, start)

    app.wsgi_app = seen_from  # type: ignore[assignment, method-assign]


@contextmanager
def unseen(app: Flask) -> Iterator[None]:
    """Keep what happens from the pages, as a slow one skips it; then show them what there is."""
    hub: LiveUpdates = app.extensions["web"].updates
    hub._give_all = lambda *_: None  # type: ignore[method-assign]
    yield
    del hub._give_all
    hub.touch()


def each_unseen(app: Flask, played: Iterator[str]) -> Iterator[str]:
    """Yield each moment of a match, whose pages see nothing of what leads to it."""
    while True:
        with unseen(app):
            moment = next(played, None)
        if moment is None:
            return
        yield moment


def fits_across(page: Page) -> None:
    """Check that nothing of a page lies beside the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
