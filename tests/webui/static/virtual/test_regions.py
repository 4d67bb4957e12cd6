"""Several mats are drawn in regions, and a single mat fills its table whoever is missing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize, expect

from firmware.mats import load_mats
from firmware.plans import plan_of
from referee.contract import Message
from referee.match.commands import Begin
from referee.reports.tabletop import Placed, TableDuty, Tabletop
from tests.webui.asking import UNBUNDLED
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import NOTEBOOK, PAINTED, Open, apart, boxes, when

SIZES: list[ViewportSize] = [
    NOTEBOOK,
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 1920, "height": 1080},
]
CARD_MM = (44.0, 62.0)  # of this game
GROUND = """async () => {
    const script = document.querySelector('script[type=module]').src;
    const { drawnAt, ground, toMm } = await import(script.replace('virtual.js', 'ground.js'));
    return ground.regions.flatMap(({ mm: [left, top, right, bottom] }) =>
        [[left + 1, top + 1], [(left + right) / 2, (top + bottom) / 2], [right - 1, bottom - 1]]
            .map(([x, y]) => {
                const at = drawnAt(x, y), back = toMm(at.left / 100, at.top / 100);
                return [x, y, back.x, back.y];
            }));
}"""


def spread(virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch, game: str, seats: int) -> None:
    """Lay the mats of a game on the virtual table, with three cards in each territory."""
    plan, scene = plan_of(load_mats(game, seats), None), virtual.scene
    placed = tuple(
        Placed(f"t{zone}{column}", "6", *grid.middle(1, 5 + column))
        for zone, grid in plan.grids.items()
        for column in range(3)
    )

    def several() -> Tabletop:
        piles = {zone: 20 for zone in plan.zones if zone.startswith("pile:")}
        return replace(
            scene(),
            mat_mm=plan.size_mm,
            card_mm=CARD_MM if plan.grids else scene().card_mm,
            zones=plan.zones,
            mats=plan.mats,
            placed=placed,
            piles=piles,
            along=dict.fromkeys(plan.grids, (1, 1)),
        )

    monkeypatch.setattr(virtual, "scene", several)


@pytest.fixture
def ogallala(
    table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> FakeVirtual:
    table.do(Begin("ogallala", {}, 3))
    spread(virtual, monkeypatch, "ogallala", 3)
    return virtual


def width(page: Page, id_: str) -> float:
    box = page.locator(f'.placed[data-id="{id_}"]').bounding_box()
    assert box is not None
    return box["width"]


@pytest.mark.verify
@UNBUNDLED
def test_territories_open_with_a_glow_and_a_point_of_the_table_is_found_where_it_is_drawn(
    open_page: Open, table: FakeTable, ogallala: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("/virtual", NOTEBOOK)
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "0")
    when(page, lambda: width(page, "tterritory:00") >= 84)
    assert width(page, "tterritory:10") < 40
    other = page.locator("[data-key=look1]")
    expect(other).to_have_attribute("aria-pressed", "false")
    other.focus()
    page.keyboard.press("Enter")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "1")
    when(page, lambda: width(page, "tterritory:10") >= 84)
    page.keyboard.press("Escape")
    expect(other).to_have_attribute("aria-pressed", "false")
    when(page, lambda: width(page, "tterritory:00") >= 84)

    scene, goes = ogallala.scene, ("tterritory:10", "tterritory:11")
    due = TableDuty("sweep", Message("ogallala.want.sweep", {"cards": goes}), None, goes, 2)
    monkeypatch.setattr(ogallala, "scene", lambda: replace(scene(), duties=(due,), version=9))
    table.change()
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "1")
    glows = page.locator(".placed[data-next]")
    expect(glows).to_have_count(2)
    assert "none" not in glows.evaluate_all("all => all.map(one => getComputedStyle(one).outline)")
    page.keyboard.press("Escape")
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "0")
    expect(page.locator(".look")).to_have_count(2)
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(PAINTED)
        evaluate = page.evaluate(GROUND)
        assert len(evaluate) == 4 * 3
        for x, y, back_x, back_y in evaluate:
            assert (back_x, back_y) == pytest.approx((x, y), abs=0.01)
        regions, marked = (boxes(page.locator(css)) for css in (".region", "#marks .ground"))
        assert [pytest.approx(region, abs=1) for region in regions] == marked  # what is due
        apart(boxes(page.locator(".region, .spot .led")), 1)
