"""What a page is to show is looked for as long as work is done; what it does has its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from playwright import sync_api
from playwright.sync_api import Browser, BrowserContext, Expect, Page

from tests.patience import Patience

STRETCH_MS = 10_000  # then it is asked whether anything was done meanwhile
STILL_S = 30.0
ACT_MS = 120_000  # for a click, a page to load
# A test taps as soon as it sees something, which no person does.
QUICK = """try { localStorage["coyote-calm-ms"] ??= "0"; } catch {}"""
# A device that was asked whether it should sound, and shows no moments: they take the screen for
# seconds. What is about them opens `fresh` pages.
SETTLED = f"""{QUICK}
try {{
  localStorage["coyote-sound"] ??= JSON.stringify({{ moments: false, asked: true }});
}} catch {{}}"""


class Patiently:
    """Assertions about one thing, each of which is tried again while there is patience left."""

    def __init__(self, once: Any) -> None:
        self._once = once

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return an assertion of playwright's, with as much time as it takes."""
        assertion = getattr(self._once, name)

        def patiently(*given: Any, **named: Any) -> Any:
            patience = Patience(STILL_S)
            while True:
                try:
                    return assertion(*given, **named)
                except AssertionError as error:  # of several where one is meant, it says so at once
                    if "strict mode violation" in str(error) or not patience.left:
                        raise

        return patiently


def expect_patiently() -> None:
    """Let every `expect` that is imported from now on be patient."""
    impatient = sync_api.expect
    impatient.set_options(timeout=STRETCH_MS)

    def expect(actual: Any, message: str | None = None) -> Patiently:
        return Patiently(impatient(actual, message))

    sync_api.expect = cast(Expect, expect)


def act_patiently(browser: Browser) -> Browser:
    """Return a browser whose pages have time for all they are told to do."""
    new_context, new_page = browser.new_context, browser.new_page

    def patient_context(*, fresh: bool = False, **options: Any) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(QUICK if fresh else SETTLED)
        context.set_default_timeout(ACT_MS)
        return context

    def patient_page(**options: Any) -> Page:
        page = new_page(**options)
        page.add_init_script(SETTLED)
        page.set_default_timeout(ACT_MS)
        return page

    browser.new_context = patient_context  # type: ignore[method-assign]
    browser.new_page = patient_page  # type: ignore[method-assign]
    return browser
