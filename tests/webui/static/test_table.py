"""The table's own page in a real browser."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from referee import library
from referee.actor import CAMERA
from referee.match.commands import Begin, Move
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.asking import do
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying
from tests.webui.pages import (
    DESK,
    LOST,
    PAINTED,
    SCREEN,
    STRANGER,
    Open,
    say,
    sit,
    tap_menu,
    unseen,
)
from tests.webui.tapping import shows

# What a spectator at three metres has: the sizes are in pixels of a screen of 1920 × 1080.
STAGE = """() => {
    const seen = (css) => [...document.querySelectorAll(css)].filter((one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    const box = (one) => one.getBoundingClientRect();
    const high = (css) => Math.max(0, ...seen(css).map((one) => box(one).height));
    const letters = (one) => parseFloat(getComputedStyle(one).fontSize);
    const area = (one) => box(one).width * box(one).height / (innerWidth * innerHeight);
    return {
        shows: document.body.dataset.shows,
        number: high("#focus .value:not(.symbol, .words)") / innerHeight,
        mark: high("#focus .mark") / innerHeight,
        card: high("#drawing .lies"),
        name: Math.min(...seen("#seats .name").map(letters)),
        sentence: Math.min(...seen("#focus .label").map(letters)),
        drawn: seen("#drawing .panels").map(area)[0] ?? 0,
        apart: seen(".qr, #view, #joining, #desk, .about-cards").length,
        code: document.body.innerText.includes("204060"),
        outside: seen("main *:not(svg *, .unseen *)").filter((one) => {
            const { left, top, right, bottom } = box(one);
            return right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1;
        }).map((one) => `${one.localName}.${one.className} ${one.textContent}`),
    };
}"""
MOMENTS = 8
SMALL: ViewportSize = {"width": 320, "height": 640}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LEAST = {"plenty_coups": 90, "ogallala": 60}  # other games have fewer cards


def misses(stage: dict[str, Any], game: str) -> list[str]:
    """Return what one cannot read on a stage from three metres, or should not be there."""
    shown = stage["shows"]
    needs = {
        "a number of a quarter of the height": shown != "focus"
        or max(stage["number"], stage["mark"]) >= (0.25 if stage["number"] else 0.12),
        "names of 28 px": stage["name"] >= 28,
        "a sentence of 28 px": shown == "count" or stage["sentence"] >= 28,
        "nothing else": stage["apart"] == 0 and not stage["code"] and not stage["outside"],
        "a table that fills it": shown != "table"
        or stage["drawn"] >= (0.6 if game in ("ogallala", "plenty_coups") else 0.45),
        "cards of 120 px": shown != "table"
        or not stage["card"]
        or stage["card"] >= LEAST.get(game, 120),
    }
    return [name for name, holds in needs.items() if not holds]


@pytest.mark.verify
@pytest.mark.parametrize("game", breadth([*library.names()], "coyote"))
def test_the_stage_shows_what_matters_from_three_metres_and_all_is_whole_on_small_pages(
    open_page: Open, app: Flask, table: FakeTable, game: str
) -> None:
    chance = random.Random(f"the stage of {game}")
    pages = [open_page("/table", SCREEN, **STRANGER), open_page("/table", SCREEN, shut=True)]
    sizes: dict[str, ViewportSize] = {"/": SMALL, "/table": TABLET}
    others = [open_page(path, size, locale="fr") for path, size in sizes.items()]
    sit(others[0], 0)
    most = library.game(game).seats[-1]
    missed: dict[str, list[str]] = {}
    for moment in range(MOMENTS):
        with unseen(app):
            if moment % 4 == 0:
                names = ("Maximilienne", "Ben", "Wilhelmina", "Dan", "Bartholomew", "Bo")
                table.do(Begin(game, {}, min(most, 5 if moment else 6), names[: min(most, 5)]))
            if moment == MOMENTS - 1 and game not in ("coyote", "hearts"):
                lying(game, table)
            for _ in range(chance.randint(1, 12)):
                if match_of(table.desk).outcome is None:
                    table.desk.do(Move(choose(match_of(table.desk).offers, chance)), CAMERA)
        if match_of(table.desk).outcome is not None:
            continue
        for page in pages:
            shows(page, table)
            expect(page.locator("#moment")).to_have_count(0)
            page.evaluate(PAINTED)
            stage = page.evaluate(STAGE)
            if results := misses(stage, game):
                missed[f"{moment} {stage}"] = results
        for page in others:
            shows(page, table)
            if lost := page.evaluate(LOST):
                missed[f"{moment} {page.url}"] = lost
    assert missed == {}


def test_the_hosts_controls_are_a_drawer_that_stays_as_it_was_left_and_strangers_have_none(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", SCREEN, shut=True)
    expect(page.locator("#pad")).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator("#pad")).to_be_visible()
    page.reload()
    expect(page.locator("#pad")).to_be_visible()
    tap_menu(page, "controls")
    expect(page.locator("#pad")).to_be_hidden()
    page.reload()
    expect(page.locator("#live")).to_have_attribute("data-live", "yes")
    expect(page.locator("#pad")).to_be_hidden()
    stranger = open_page("/table", SCREEN, **STRANGER)
    stranger.keyboard.press("c")
    expect(stranger.locator("#desk")).to_be_hidden()
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    shows(stranger, table)
    expect(stranger.locator("#pad")).to_have_count(0)
    expect(stranger.locator("main button:visible")).to_have_count(0)


def test_the_host_starts_a_match_and_a_teach_in_from_the_form_and_the_menu(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    page = open_page("/table", DESK)
    page.click("#new")
    for game in library.names():
        expect(page.locator(f"#sheet [data-game={game}]")).to_contain_text(say(f"about.{game}"))
    page.click("#sheet [data-game=coup]")
    page.click("[data-key=back]")
    page.click("#sheet [data-game=coyote]")
    page.check("[name=seats][value='5']")
    page.check("[name='edition'][value=oliphante]")
    page.click("#sheet .more summary")
    page.fill("input[name='oliphante.strikes']", "9")
    page.click("#sheet [data-key=start]")  # nothing was dealt: nothing is asked
    expect(page.locator("#toast")).to_contain_text("9")
    page.fill("input[name='oliphante.strikes']", "3")
    page.check("[name='oliphante.starter'][value='4']")
    page.click("#sheet [data-key=start]")
    expect(page.locator(".seats .seat")).to_have_count(5)
    snapshot = match_of(table.desk)
    assert snapshot.options.edition == "oliphante"
    assert snapshot.options.starter == 4

    do(table, "announce", seat=4, number=30)
    expect(page.locator("#lesson")).to_be_hidden()
    tap_menu(page, "lesson")
    expect(page.locator("#confirm")).to_contain_text(say("page.lesson.sure"))
    page.click("#confirm [value=no]")
    page.keyboard.press("Escape")
    page.click("#new")
    page.click("#sheet [data-game=coup]")
    page.click("#sheet [data-key=lesson]")
    page.click("#confirm [value=yes]")
    expect(page.locator("#lesson")).to_contain_text(say("lesson.coup.deal"))
    snapshot = match_of(table.desk)
    assert (snapshot.lesson, snapshot.game.name) == (True, "coup")
