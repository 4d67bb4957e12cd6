"""Every page as a stranger, a seat, the host and the big screen see it, at every moment."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying, moments
from tests.webui.pages import DESK, PHONE, SCREEN, STRANGER, Open, all_fits, nameless, sit

AXE = next(
    (
        found
        for base in (Path(sys.prefix), Path(__file__).parents[3] / ".venv")
        if (found := base / "node_modules" / "axe-core" / "axe.min.js").exists()
    ),
    None,
)
LOOKS = [("coyote", "en"), ("coup", "fr")]  # each game and each language once: a walk takes long
# Contrast takes most of axe's time and all of it in the dark, where nothing else is another. It is
# looked at again wherever a text looks otherwise, or stands in what does: by its words none has
# another colour, and of a single letter axe says nothing.
FINDS = """async ([scheme, whole]) => {
    const kept = (window.kept ??= {})[scheme] ??= new Set(), fresh = [], looks = new Map();
    const ground = one => {
        if (!one) return "";
        if (looks.has(one)) return looks.get(one);
        const { backgroundColor, backgroundImage, filter, opacity } = getComputedStyle(one);
        const how = [one.tagName, one.className, backgroundColor, backgroundImage, filter, opacity];
        looks.set(one, how.join() + ground(one.parentElement));
        return looks.get(one);
    };
    for (const one of document.querySelectorAll("body *")) {
        const texts = [...one.childNodes].filter(child => child.nodeType === 3);
        const says = texts.map(child => child.data).join("").trim().length;
        if (!says && !one.matches("input, select, textarea")) continue;
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
        const how = [one.disabled, says > 1, color, fontSize, fontWeight, textShadow];
        const key = how.join() + ground(one);
        if (!kept.has(key)) fresh.push(one);
        kept.add(key);
    }
    const contrast = "color-contrast", runs = [], many = fresh.length > 20;
    if (whole) runs.push([document, many ? {} : { rules: { [contrast]: { enabled: false } } }]);
    if (fresh.length && !(many && whole))
        runs.push([many ? document : { include: fresh }, { runOnly: [contrast] }]);
    const found = [];
    for (const [at, rules] of runs)
        found.push(...(await axe.run(at, { resultTypes: ["violations"], ...rules })).violations);
    const said = found.map(
        one => `${one.id}: ${one.nodes.map(node => node.target.join(" ")).join(", ")}`);
    return [said, fresh.length];
}"""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SHEETS = {
    "stranger": ("#menu",),
    "seat": ("#menu",),
    "big screen": ("#log", "#menu"),
    "host": ("#new", "#log", "#menu"),
    "virtual": ("#new", "#menu", "#join"),
}
LATER = (
    ("host", "/history", PHONE),
    ("host", "/history/1", PHONE),
    ("host", "/calibrate", DESK),
    ("host", "/teach", DESK),
    ("stranger", "/teach", DESK),
    ("stranger", "/?", DESK),
    ("stranger", "/rules#CY-24", DESK),
)
UNDO = """seen => fetch("/api/undo", {method: "POST", body: JSON.stringify({seen}),
    headers: {"Content-Type": "application/json"}})"""
Look = Callable[[Page, str], None]


def walk(open_page: Open, table: FakeTable, virtual: FakeVirtual, look: Look, *how: str) -> None:
    """Open every page, play a match, and `look` at each page at each moment."""
    game, locale = how
    pages = {
        "stranger": open_page(locale=locale, **STRANGER),
        "seat": open_page(locale=locale, **STRANGER),
        "big screen": open_page("/table", SCREEN, locale=locale, **STRANGER),
        "host": open_page("/table", SCREEN, locale=locale),
        "virtual": open_page("/virtual", {"width": 1366, "height": 768}, locale=locale),
    }
    pages["seat"].click('.seat[data-seat="0"]')
    pages["host"].click(".wait .main")
    nameless(pages["seat"])
    expect(pages["seat"].locator(".seat .you")).to_have_count(1)
    for moment in moments(game, table, virtual):
        snapshot = match_of(table.desk)
        if moment in ("raised", "challenge"):  # somebody else's doing: the table is asked
            pages["seat"].evaluate(UNDO, snapshot.seq)
            expect(pages["host"].locator(".wait")).to_be_visible()
        for name, page in pages.items():
            expect(page.locator("body")).to_have_attribute("data-seq", str(snapshot.seq))
            asked = page.locator('#sheet[data-kind="question"]')
            expect(asked).to_have_count(int(moment == "question"))
            look(page, f"{name}: {moment}")
            if moment in ("before the deal", "over"):
                for sheet in SHEETS[name]:
                    page.keyboard.press("Escape")
                    page.click(sheet)
                    expect(page.locator('#sheet[data-kind="other"] #sheet-name')).not_to_be_empty()
                    look(page, f"{name}: {moment}, {sheet}")
                page.keyboard.press("Escape")
    for who, path, size in LATER:
        page = pages[who]
        page.set_viewport_size(size)
        page.goto(urljoin(page.url, path))
        if page.locator("#live").count():
            page.wait_for_selector('#live[data-live="yes"]')
        look(page, f"{who}: {path}")


class Axe:
    """Looks at pages in light and dark: what it has `seen`, and what axe `found` amiss."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.found: dict[str, Any] = {}
        self._schemes: dict[Page, list[Scheme]] = {}
        self._script = AXE.read_text("utf-8") if AXE else ""

    def look(self, page: Page, name: str) -> None:
        self.seen.append(name)
        if not self._script:
            return
        if not page.evaluate("'axe' in window"):
            page.emulate_media(reduced_motion="reduce")
            page.evaluate(self._script)
        schemes = self._schemes.setdefault(page, list(SCHEMES))
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(0)
            said, fresh = page.evaluate(FINDS, [scheme, scheme == schemes[0]])
            if said:
                self.found[f"{name}, {scheme}"] = said
            if not fresh:
                break
        schemes.reverse()  # what is next is looked at first in the other

    def says(self) -> str:
        return "\n".join(f"{name}: {one}" for name, said in self.found.items() for one in said)


@pytest.mark.parametrize("how", LOOKS, ids=["-".join(look) for look in LOOKS])
def test_every_page_shows_every_moment_and_axe_finds_nothing(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, how: tuple[str, str]
) -> None:
    """A script's error fails too (`open_page`); axe-core is there where npm was at set-up."""
    axe = Axe()
    walk(open_page, table, virtual, axe.look, *how)
    assert len(axe.seen) > 60
    assert not axe.found, axe.says()


@pytest.mark.parametrize(
    ("game", "locale"),
    [("coup", "en"), ("coup_detat", "en"), ("ogallala", "fr"), ("plenty_coups", "fr")],
)
def test_cards_that_lie_on_the_table_are_drawn_and_axe_finds_nothing(
    open_page: Open, table: FakeTable, game: str, locale: str
) -> None:
    lying(game, table)
    axe = Axe()
    for path, size, who in (("/", PHONE, {}), ("/table", SCREEN, STRANGER)):
        page = open_page(path, size, locale=locale, **who)
        if path == "/":
            sit(page, 1)
        expect(page.locator(".drawing .lies image").first).to_be_visible()
        axe.look(page, f"{path}: {game}")
        all_fits(page)
    assert not axe.found, axe.says()
