"""Labels of the drawn tables, in random play of every game: none covers a card or another label."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize, expect

from referee import library
from referee.actor import CAMERA
from referee.match.commands import Begin, Move
from referee.reports.tabletop import Draw, Placed, Tabletop
from referee.words import Voice
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.drawn import drawn
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying
from tests.webui.pages import PAINTED, Open, unseen
from tests.webui.tapping import shows
from webui.page.border import Words
from webui.page.tabletop.table import draw_cards

LABELS = Path(__file__).with_name("labels.js").read_text("utf-8")
PAGES = ("/", "/table", "/virtual")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
)
GAMES = tuple(library.names())
MOMENTS, FEW = 12, 1  # of each game, and those of the gate
NAMES = ("Maximilienne", "Ben", "Wilhelmina", "Dan", "Bartholomew", "Bo")
MOVES = 9  # between two moments


def faults(page: Page) -> list[str]:
    page.evaluate(PAINTED)
    return list(page.evaluate(LABELS))


@pytest.fixture
def laid(table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the virtual table have the mats of the match, and its cards where the match has them."""
    scene = virtual.scene

    def as_drawn() -> Tabletop:
        plan, match = table.plan(), match_of(table.desk)
        shown = draw_cards(Words(Voice("en"), drawn), plan, match.layout)
        cards = [one for one in shown.lying if one.kind != "pile"]
        piles = [one for one in shown.lying if one.kind == "pile" and one.count != 0]
        return replace(
            scene(),
            mat_mm=plan.size_mm,
            card_mm=plan.card_mm,
            zones=plan.zones,
            placed=tuple(
                Placed(f"p{n}", one.card, one.x, one.y, 0.0, one.kind == "card")
                for n, one in enumerate(cards)
            ),
            piles={one.zone: one.count or 1 for one in piles if one.zone in plan.zones},
            draws={str(one.source): Draw(one.seat, 1) for one in match.draws},
        )

    monkeypatch.setattr(virtual, "scene", as_drawn)


@pytest.mark.usefixtures("laid")
@pytest.mark.parametrize(
    ("games", "moments"), breadth([(GAMES, FEW), *(((one,), MOMENTS) for one in GAMES)])
)
def test_no_label_lies_on_a_card_or_on_another_label(
    open_page: Open, app: Flask, table: FakeTable, games: tuple[str, ...], moments: int
) -> None:
    pages = {path: open_page(path, SIZES[0], reduced_motion="reduce") for path in PAGES}
    found: dict[str, list[str]] = {}
    for game, moment in product(games, range(moments)):
        with unseen(app):
            if moment == 0:
                chance = Random(f"labels of {game}")
                seats = library.game(game).seats[: len(NAMES) - 1][-1]
                table.do(Begin(game, {}, seats, NAMES[:seats]))
            for _ in range(chance.randint(1, MOVES)):
                if match_of(table.desk).outcome is None:
                    table.desk.do(Move(choose(match_of(table.desk).offers, chance)), CAMERA)
        for path, page in pages.items():
            shows(page, table)
            for size in SIZES:
                page.set_viewport_size(size)
                if said := faults(page):
                    found[f"{game}, {moment}, {path}, {size['width']}"] = said
    assert found == {}


@pytest.mark.parametrize(
    "game", breadth(["coup", "coup_detat", "ogallala", "plenty_coups"], "coup_detat", "ogallala")
)
def test_no_label_covers_a_card_of_a_full_table(
    open_page: Open, table: FakeTable, game: str
) -> None:
    pages: dict[str, Any] = {path: open_page(path, SIZES[0]) for path in PAGES[:2]}
    lying(game, table)
    found = {}
    for (path, page), size in product(pages.items(), SIZES):
        shows(page, table)
        page.set_viewport_size(size)
        if said := faults(page):
            found[path, size["width"]] = said
    assert found == {}


def test_a_label_that_is_laid_on_a_card_is_found(open_page: Open, table: FakeTable) -> None:
    lying("coup_detat", table)
    page = open_page("/table", SIZES[2])
    note = page.locator(".drawing .note").first
    expect(note).to_be_visible()
    assert faults(page) == []
    note.evaluate(
        """note => { const to =
        document.querySelector(".lies image").getBoundingClientRect();
        note.style.translate = "none"; const from = note.getBoundingClientRect();
        note.style.translate = `${to.left - from.left}px ${to.top - from.top}px`; }"""
    )
    assert any("lies on" in one for one in faults(page))
