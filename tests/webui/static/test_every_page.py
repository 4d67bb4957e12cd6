"""Every page as a stranger, a seat, the host and the big screen see it, at every moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying, moments
from tests.webui.pages import (
    DESK,
    LOST,
    PAINTED,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    all_fits,
    each_unseen,
    nameless,
    sit,
)
from tests.webui.tapping import shows

AXE = Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"
LABELS = Path(__file__).with_name("labels.js").read_text("utf-8")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
)
# Each game and each language once: a walk takes long.
FEW, ALL = ("question",), ()  # moments
LOOKS = [("coyote", "en", FEW), ("coyote", "en", ALL), ("coup", "fr", ALL)]
# Contrast takes most of axe's time: it is looked at wherever a text, or what it stands in, has
# colours that the page had not there before. One run does all, for each lays the whole page out.
FINDS = """async scheme => {
    const kept = (window.kept ??= {})[scheme] ??= new Set(), looks = new Map();
    const colours = ["backgroundColor", "backgroundImage", "filter", "opacity"];
    const own = ["color", "fontSize", "fontWeight", "textShadow"];
    const has = (one, which) => (is => which.map(name => is[name]))(getComputedStyle(one));
    const ground = one => {
        if (one && !looks.has(one)) {
            const said = [one.localName, one.id, one.className, ...has(one, colours)];
            looks.set(one, `${said} ${ground(one.parentElement)}`);
        }
        return looks.get(one);
    };
    for (const one of document.querySelectorAll("body *")) {
        const says = [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim());
        if (!says && !one.matches("input, select, textarea") || !one.checkVisibility()) continue;
        const look = `${has(one, own)} ${ground(one)}`;
        one.toggleAttribute("data-fresh", !kept.has(look));
        kept.add(look);
    }
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-fresh]" }] });
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    for (const one of document.querySelectorAll("[data-fresh]")) one.removeAttribute("data-fresh");
    return violations.map(
        one => `${one.id}: ${one.nodes.map(node => node.target.join(" ")).join(", ")}`);
}"""
# Animations that run although motion is reduced, and letters that are too small to read.
MOVES = """() => document.getAnimations()
    .filter(one => one.playState === "running" && one.effect.getComputedTiming().duration > 150)
    .map(one => `${one.animationName ?? one.transitionProperty} of ${one.effect.target.className}`)
"""
SMALL = """() => [...new Set([...document.querySelectorAll("body *")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg, .unseen")
        && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(one).fontSize) < 11.9)
    .map(one => `${one.localName}.${one.className} ${getComputedStyle(one).fontSize}`))]"""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SHEETS = {
    "stranger": ("#menu",),
    "seat": ("#menu",),
    "big screen": ("#log", "#menu"),
    "host": ("#new", "#log", "#menu"),
    "virtual": ("#log", "#menu"),
}
UNDO = """seen => fetch("/api/undo", {method: "POST", body: JSON.stringify({seen}),
    headers: {"Content-Type": "application/json"}})"""
Look = Callable[[Page, str], None]


def walk(
    app: Flask, open_page: Open, played: Iterator[str], table: FakeTable, look: Look, locale: str
) -> None:
    """Open every page, and `look` at each page at each moment of `played`."""
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
    for moment in each_unseen(app, played):
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
    for path in ("/history", "/history/1", "/looks"):
        look(open_page(path, PHONE, waits=False, locale=locale), path)
    for path in ("/calibrate", "/teach"):
        look(open_page(path, DESK, locale=locale), path)
    for path in ("/teach", "/?", "/rules"):
        page = open_page(path, DESK, waits=False, locale=locale, **STRANGER)
        look(page, path)
    page.evaluate("location.hash = 'CY-24'")
    look(page, "/rules#CY-24")


class Axe:
    """Looks at pages in light and dark by turns: what it has `seen`, and what axe `found` amiss.

    Of two pages that show the same moment alike one is looked at in light, the other in the dark.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.faults: dict[str, Any] = {}
        self._schemes: dict[Page, Iterator[Scheme]] = {}
        self._script = AXE.read_text("utf-8") if AXE.exists() else ""

    def look(self, page: Page, name: str) -> None:
        self.seen.append(name)
        if not self._script:
            return
        if not page.evaluate("'axe' in window"):
            page.emulate_media(reduced_motion="reduce")
            page.evaluate(self._script)
        first = len(self._schemes) % 2
        turns = self._schemes.setdefault(page, cycle(SCHEMES[first:] + SCHEMES[:first]))
        scheme = next(turns)
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(0)
        if faults := page.evaluate(FINDS, scheme):
            self.faults[f"{name}, {scheme}"] = faults

    def says(self) -> str:
        return "\n".join(f"{name}: {text}" for name, texts in self.faults.items() for text in texts)


MOVED = [("coyote", "de"), ("coyote", "fr"), ("coup", "it"), ("coyote", "es")]


@pytest.mark.verify
@pytest.mark.parametrize(("game", "locale"), MOVED)
def test_nothing_moves_if_motion_is_reduced_no_letter_is_small_and_no_word_cut_on_a_small_phone(
    app: Flask,
    open_page: Open,
    table: FakeTable,
    virtual: FakeVirtual,
    game: str,
    locale: str,
) -> None:
    how = {"reduced_motion": "reduce", "locale": locale}
    sizes = {"/": PHONE, "/table": SCREEN, "/virtual": DESK}
    pages = {path: open_page(path, size, **how) for path, size in sizes.items()}
    wrong: dict[str, list[str]] = {}
    for moment in each_unseen(app, moments(game, table, virtual)):
        for path, page in pages.items():
            shows(page, table)
            faults = page.evaluate(MOVES) + page.evaluate(SMALL)
            if faults := faults + (page.evaluate(LOST) if path == "/" else []):
                wrong[f"{path}: {moment}"] = faults
    looks = open_page("/looks", DESK, waits=False, **how)
    assert looks.evaluate(MOVES) + looks.evaluate(SMALL) == []
    assert not wrong, "\n".join(
        f"{where}: {name}" for where, faults in wrong.items() for name in faults
    )


@pytest.mark.verify
@pytest.mark.parametrize(("game", "locale", "at"), breadth(LOOKS))
def test_every_page_shows_every_moment_and_axe_finds_nothing(
    app: Flask,
    open_page: Open,
    table: FakeTable,
    virtual: FakeVirtual,
    game: str,
    locale: str,
    at: tuple[str, ...],
) -> None:
    """A script's error fails too (`open_page`); axe-core is there where npm was at set-up."""
    axe = Axe()
    played = (moment for moment in moments(game, table, virtual) if not at or moment in at)
    walk(app, open_page, played, table, axe.look, locale)
    assert len(axe.seen) > (10 if at else 60)
    assert not axe.faults, axe.says()


@pytest.mark.parametrize(
    ("game", "locale"),
    breadth(
        [("plenty_coups", "fr"), ("ogallala", "fr"), ("coup", "en"), ("coup_detat", "en")],
    ),
)
def test_cards_that_lie_on_the_table_are_drawn_no_label_covers_one_and_axe_finds_nothing(
    open_page: Open, table: FakeTable, game: str, locale: str
) -> None:
    lying(game, table)
    axe, covered = Axe(), dict[tuple[str, int], list[str]]()
    for path, size, who in (("/", PHONE, {}), ("/table", SCREEN, STRANGER)):
        page = open_page(path, size, locale=locale, **who)
        if path == "/":
            sit(page, 1)
        expect(page.locator(".drawing .lies image").first).to_be_visible()
        axe.look(page, f"{path}: {game}")
        all_fits(page)
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate(PAINTED)
            if texts := page.evaluate(LABELS):
                covered[path, size["width"]] = texts
    expect(page.locator(".drawing .note").locator("visible=true")).not_to_have_count(0)
    assert covered == {}
    assert not axe.faults, axe.says()
