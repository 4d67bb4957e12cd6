"""Hands at a page: a finger or a mouse, and the keyboard alone."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

MOST_TABS = 120
HELD = """() => {
    const { activeElement: now } = document;
    return { tag: now.tagName, key: now.dataset.key ?? null, seat: now.dataset.seat ?? null,
             words: (now.getAttribute("aria-label") ?? now.textContent).trim() };
}"""


class Hand(Protocol):
    """What somebody sees of a page, and does there."""

    def shown(self, css: str, text: str = "") -> Any:
        """Return whether something is shown that a selector finds, and has such a text."""

    def tap(self, css: str, text: str = "") -> None:
        """Tap the one thing that is shown so, once it may be tapped."""

    def type(self, within: str, number: int) -> None:
        """Enter a number on the pad that is shown there."""


class Finger:
    """A finger, or a mouse, at a page in Chromium."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def _found(self, css: str, text: str = "") -> Locator:
        return self.page.locator(css, has_text=text or None).locator("visible=true")

    def shown(self, css: str, text: str = "") -> bool:
        return self._found(css, text).count() > 0

    def tap(self, css: str, text: str = "") -> None:
        self._found(css, text).click()

    def type(self, within: str, number: int) -> None:
        for digit in str(number):
            self.tap(f'{within} [data-key="digit{digit}"]')


class Keys(Finger):
    """The keyboard alone: once it is in use, the focus is on something that says what it is."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._used = False

    def tap(self, css: str, text: str = "") -> None:
        expect(self._found(css, text)).to_be_enabled()
        if self._used:
            has_focus(self.page)
        self._used = True
        for _ in range(MOST_TABS):
            if self.page.evaluate("css => document.activeElement.matches(css)", css):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {css}")

    def type(self, within: str, number: int) -> None:
        assert self.shown(within)
        self.page.keyboard.type(str(number))  # wherever the focus is


def held(page: Page) -> Any:
    """Return what has the focus, and the words that a screen reader says."""
    return page.evaluate(HELD)


def has_focus(page: Page) -> None:
    """Check that the focus is on something that says what it is."""
    now = held(page)
    assert now["tag"] != "BODY"
    assert now["words"]
