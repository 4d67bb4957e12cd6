"""Several mats are drawn in regions, and a single mat fills its table whoever is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize, expect

from firmware.mats import load_mats
from firmware.plans import plan_of
from referee import library
from referee.match.commands import Begin
from referee.reports import virtual_acts
from referee.reports.tabletop import Placed, Tabletop
from referee.reports.virtual_acts import Place, VirtualAct
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import PAINTED, Open, when

NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}
SIZES: list[ViewportSize] = [
    NOTEBOOK,
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 1920, "height": 1080},
]
HALF: list[ViewportSize] = [{"width": 683, "height": 384}]  # a notebook at 200 %
FITS, LOST = (
    (Path(__file__).parents[1] / name).read_text("utf-8") for name in ("fits.js", "lost.js")
)
CARD_MM = (44.0, 62.0)  # of this game
REGIONS = """async () => {
    const script = document.querySelector('script[type=module]').src;
    const { ground } = await import(script.replace('virtual.js', 'ground.js'));
    return ground.regions.map(({ mm }) => mm);
}"""
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

BOXES = """all => all.map(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
})"""


def spread(virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch, game: str, seats: int) -> None:
    """Lay the mats of a game on the virtual table, with three cards in each territory."""
    plan, scene = plan_of(load_mats(game, seats), None), virtual.scene
    placed = tuple(
        Placed(f"t{zone}{column}", "6", *grid.middle(1, 5 + column))
        for zone, grid in plan.grids.items()
        for column in range(3)
    )
    if game == "plenty_coups":
        zones = [(name, box) for name, box in plan.zones.items() if not name.startswith("pile")]
        placed = tuple(
            Placed(f"t{zone}0", "6", (left + right) / 2, (top + bottom) / 2, 0.0)
            for zone, (left, top, right, bottom) in zones
            if zone != "laid_away"
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


@pytest.mark.usefixtures("ogallala")
def test_the_own_territory_is_large_and_the_others_open(open_page: Open) -> None:
    page = open_page("/virtual", NOTEBOOK)
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "0")
    assert width(page, "tterritory:00") >= 84
    assert width(page, "tterritory:10") < 40
    other = page.locator("[data-key=look1]")
    expect(other).to_have_attribute("aria-pressed", "false")
    other.focus()
    page.keyboard.press("Enter")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "1")
    assert width(page, "tterritory:10") >= 84
    page.keyboard.press("Escape")
    expect(other).to_have_attribute("aria-pressed", "false")
    assert width(page, "tterritory:00") >= 84


def test_the_territory_of_a_captured_canoe_opens_and_its_cards_glow(
    ogallala: FakeVirtual, monkeypatch: pytest.MonkeyPatch, open_page: Open
) -> None:
    scene, goes = ogallala.scene, ("tterritory:10", "tterritory:11")
    monkeypatch.setattr(ogallala, "scene", lambda: replace(scene(), goes=goes))
    page = open_page("/virtual", NOTEBOOK)
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "1")
    glows = page.locator(".placed[data-next]")
    expect(glows).to_have_count(2)
    assert "none" not in glows.evaluate_all("all => all.map(one => getComputedStyle(one).outline)")
    page.keyboard.press("Escape")
    expect(page.locator(".region[data-large]")).to_have_attribute("data-seat", "0")


@pytest.mark.usefixtures("ogallala")
@pytest.mark.parametrize("size", SIZES, ids=lambda one: str(one["width"]))
def test_a_point_of_the_table_is_drawn_in_one_place_and_found_there(
    open_page: Open, size: ViewportSize
) -> None:
    page = open_page("/virtual", size)
    expect(page.locator(".look")).to_have_count(2)
    found = page.evaluate(GROUND)
    assert len(found) == 4 * 3
    for x, y, back_x, back_y in found:
        assert (back_x, back_y) == pytest.approx((x, y), abs=0.01)
    parts = page.locator(".region, .spot .led").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    regions, marked = (
        page.locator(boxes).evaluate_all(BOXES) for boxes in (".region", "#marks .ground")
    )
    assert [pytest.approx(one, abs=1) for one in regions] == marked  # what is due is marked there
    for n, one in enumerate(parts):  # nothing lies over anything else
        for other in parts[n + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across <= 1 or down <= 1


@pytest.mark.parametrize("seats", [3, 4])
def test_a_mat_with_several_zones_for_each_seat_has_large_cards(
    open_page: Open,
    table: FakeTable,
    virtual: FakeVirtual,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
) -> None:
    table.do(Begin("plenty_coups", {}, seats))
    virtual._hands = [(f"{seat}a", f"{seat}b", f"{seat}c") for seat in range(seats)]
    spread(virtual, monkeypatch, "plenty_coups", seats)
    page = open_page("/virtual", NOTEBOOK)
    expect(page.locator(".look")).to_have_count(seats - 1)
    parts = page.evaluate(REGIONS)
    for zone, box in virtual.scene().zones.items():  # no mat is cut at its edge
        if not zone.startswith(("pile", "laid_away")) and zone[-1] not in "234"[seats - 2 :]:
            assert any(
                a <= box[0] and b <= box[1] and c >= box[2] and d >= box[3] for a, b, c, d in parts
            ), zone
    for zone in ("market", "raid:0", "proposal:0"):
        assert width(page, f"t{zone}0") >= 56, zone
    hand = page.locator(".own .hand").first.bounding_box()
    assert hand is not None
    assert hand["width"] >= 84
    other = page.locator("[data-key=look1]")
    other.click()
    assert width(page, "traid:10") >= 56


def test_a_card_is_laid_where_it_is_dropped_in_every_region(
    open_page: Open, ogallala: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts: list[VirtualAct] = []
    monkeypatch.setattr(ogallala, "do", acts.append)
    page = open_page("/virtual", NOTEBOOK)
    card = page.locator('.placed[data-id="tterritory:02"]')
    box, goal = card.bounding_box(), page.locator(".region").last.bounding_box()
    assert box is not None
    assert goal is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + 60, goal["y"] + 60, steps=6)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    zones = ogallala.scene().zones
    common = [box for zone, box in zones.items() if not zone.startswith("territory")]
    middle = [(min(b[n] for b in common) + max(b[n + 2] for b in common)) / 2 for n in (0, 1)]

    def arrived() -> bool:
        last = acts[-1] if acts else None
        return isinstance(last, Place) and (last.x_mm, last.y_mm) == pytest.approx(middle, abs=4)

    when(page, arrived)


def test_a_tall_table_has_each_seat_at_the_edge_of_its_zone(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(Begin("coup_detat", {}, 4))
    spread(virtual, monkeypatch, "coup_detat", 4)
    page = open_page("/virtual", SIZES[1])
    below, left, above, right = (
        page.locator(f'[data-spot="{seat}"] .led').bounding_box() for seat in range(4)
    )
    mat = page.locator("#mat").bounding_box()
    assert mat is not None
    assert below is not None
    assert left is not None
    assert above is not None
    assert right is not None
    middle = mat["x"] + mat["width"] / 2
    assert above["y"] < mat["y"] < below["y"]
    assert left["x"] + left["width"] < middle < right["x"]
    assert abs(above["x"] + above["width"] / 2 - middle) < mat["width"] / 6
    assert left["y"] == pytest.approx(right["y"], abs=30)


def test_the_mat_fills_the_table_whoever_is_missing(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(Begin("coup_detat", {}, 3))
    virtual._hands = [(f"{seat}a", f"{seat}b") for seat in range(3)]
    spread(virtual, monkeypatch, "coup_detat", 3)
    page = open_page("/virtual", NOTEBOOK)
    expect(page.locator(".own .hand")).to_have_count(2)
    mat, felt = (page.locator(one).bounding_box() for one in ("#mat", "#table"))
    assert mat is not None
    assert felt is not None
    assert mat["height"] >= 0.92 * felt["height"]


@pytest.mark.verify
@pytest.mark.parametrize("game", library.names())
@pytest.mark.parametrize("size", SIZES[1:3] + HALF, ids=lambda one: str(one["width"]))
def test_nothing_is_cut_off_or_covered_at_200_percent_or_on_a_tablet(
    open_page: Open,
    table: FakeTable,
    virtual: FakeVirtual,
    monkeypatch: pytest.MonkeyPatch,
    size: ViewportSize,
    game: str,
) -> None:
    seats = min(library.game(game).seats[-1], 4)
    table.do(Begin(game, {}, seats))
    if game in ("coyote", "coup"):  # whose cards the table of the tests knows
        virtual.do(virtual_acts.Deal())
    else:
        virtual._hands = [(f"{seat}a", f"{seat}b") for seat in range(seats)]
    spread(virtual, monkeypatch, game, seats)
    page = open_page("/virtual", size)
    expect(page.locator(".spot")).to_have_count(seats)
    page.evaluate(  # what keeps to the foot of the page is there, too, if one scrolls
        "for (const one of document.querySelectorAll('#dock, #tray')) one.style.position = 'static'"
    )
    page.evaluate(PAINTED)
    assert [*page.evaluate(FITS), *page.evaluate(LOST)] == []
