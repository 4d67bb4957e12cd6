"""The drawing in a real browser: a card in its zone, and nothing moves that need not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from referee.judging import Judgement, Refusal
from referee.match.commands import Begin
from referee.reports import virtual_acts
from referee.reports.questions import Question
from referee.table import Laid, Zone
from referee.values import Message
from tests.laid_out import played
from tests.matches import match_of
from tests.webui.drawn import drawn
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import lying
from tests.webui.pages import (
    DESK,
    PHONE,
    STRANGER,
    Open,
    all_fits,
    boxes,
    large_enough,
    say,
    sit,
    when,
)
from webui.page.pictures import digest
from webui.page.tabletop.gathered import gathered
from webui.page.tabletop.ground import Ground

NARROW = 38  # pixels: on a phone a card in a grid is no narrower
LARGE = 84  # and one of a trick no narrower than this


def box(found: Locator) -> Any:
    (one,) = boxes(found)
    return one


def holds(outer: Any, inner: Any) -> bool:
    return bool(
        outer["left"] - 1 <= inner["left"]
        and outer["top"] - 1 <= inner["top"]
        and inner["right"] <= outer["right"] + 1
        and inner["bottom"] <= outer["bottom"] + 1
    )


def zone_on(page: Page, table: FakeTable, zone: str, seat: int | None) -> Any:
    """Return where a zone of a table of one mat is on a page, in pixels; a seat has a phone."""
    ground, match = Ground.seen_from(table.plan(), seat), match_of(table.desk)
    if seat is not None:
        ground = gathered(ground, [match.layout], match.seats, [one.zone for one in match.pending])
    left, top, right, bottom = ground.zones[Zone.parse(zone)]
    there = box(page.locator(".drawing .ground > svg"))
    mm = there["width"] / (ground.size[0] - 2)  # all but its rim
    return {
        "left": there["left"] + (left - 1) * mm,
        "top": there["top"] + (top - 1) * mm,
        "right": there["left"] + (right - 1) * mm,
        "bottom": there["top"] + (bottom - 1) * mm,
    }


@pytest.fixture
def trick(table: FakeTable) -> FakeTable:
    lying("coup_detat", table)
    return table


def test_each_card_is_drawn_in_its_zone_and_whoever_looks_sits_at_the_bottom(
    open_page: Open, trick: FakeTable
) -> None:
    mine, strange = open_page(), open_page("/table", DESK, **STRANGER)
    sit(mine, 1)
    for page, seat in ((mine, 1), (strange, None)):
        for player, card in enumerate(("7C", "QC", "8C")):
            shown = page.locator(f'.drawing .lies[data-card="{card}"]')
            expect(shown).to_be_visible()
            expect(shown.locator("image")).to_have_attribute(
                "href", f"/face/{card}.svg?{digest(drawn(card))}"
            )
            assert holds(zone_on(page, trick, f"seat:{player}", seat), box(shown))
        all_fits(page)
    assert (
        box(mine.locator('.lies[data-card="QC"]'))["top"]
        > box(mine.locator('.lies[data-card="7C"]'))["top"]
    )
    said = mine.locator(".drawing ul.unseen li")
    expect(said.filter(has_text=f"{say('card.QC')}").first).to_be_attached()


@pytest.mark.usefixtures("trick")
def test_the_seats_stand_beside_the_table_as_they_sit_and_the_sentence_below_it(
    open_page: Open,
) -> None:
    page = open_page("/table", DESK, **STRANGER)
    table = box(page.locator("#drawing .ground"))
    plates = [box(page.locator(f'.seats .seat[data-seat="{n}"]')) for n in range(4)]
    below, left, above, right = plates
    # The table has all the height. Whoever sits above or below it stands in the column with room.
    assert all(box["right"] <= table["left"] + 1 for box in (left, above))
    assert all(box["left"] >= table["right"] - 1 for box in (right, below))
    assert above["bottom"] <= left["top"]
    assert right["bottom"] <= below["top"]
    assert table["right"] - table["left"] > 700
    assert box(page.locator("#focus .label"))["top"] >= table["bottom"] - 1


def test_what_stays_is_left_alone_and_what_comes_is_marked(
    open_page: Open, trick: FakeTable
) -> None:
    page = open_page("/table", DESK, reduced_motion="reduce", **STRANGER)
    for card in ("7C", "8C"):
        page.evaluate(
            "card => { document.querySelector(`.lies[data-card='${card}'] image`).mine = card; }",
            card,
        )
    before = box(page.locator('.lies[data-card="7C"]'))
    expect(page.locator(".drawing .fresh")).to_have_count(1)
    trick.desk.submit({"move": "card_played", "player": 3, "cards": ["9C"]})
    expect(page.locator('.lies[data-card="9C"]')).to_be_visible()
    kept = page.evaluate(
        "[...document.querySelectorAll('.lies image')].map((one) => one.mine).filter(Boolean)"
    )
    assert kept == ["7C", "8C"]
    assert box(page.locator('.lies[data-card="7C"]')) == before
    fresh, new = box(page.locator(".drawing .fresh")), box(page.locator('.lies[data-card="9C"]'))
    assert holds(fresh, new)
    slow = (
        "[...document.getAnimations()].filter((one) => one.effect.getTiming().duration > 1).length"
    )
    assert page.evaluate(slow) == 0
    expect(page.locator('.drawing rect.edge[data-seat="1"]')).to_have_count(4)  # who takes them
    expect(page.locator(".drawing .note.whose")).to_have_text("▲")


@pytest.mark.verify
def test_a_phone_opens_one_territory_large_and_the_big_screen_shows_all(
    open_page: Open, table: FakeTable
) -> None:
    played(table.desk, 70, seats=5, seed=4)
    layout = match_of(table.desk).layout
    theirs = [n for n in range(5) if layout.cards_in(Zone("territory", n))]
    mine, screen = open_page(), open_page("/table", DESK, **STRANGER)
    sit(mine, theirs[0])
    mine.click(f'.tab[data-seat="{theirs[0]}"]')
    shown = mine.locator(".cut[data-seat]:visible")
    for seat in theirs[:2]:
        mine.click(f'.tab[data-seat="{seat}"]')
        expect(shown).to_have_attribute("data-seat", str(seat))
        expect(mine.locator(f'.tab[data-seat="{seat}"]')).to_have_attribute("aria-pressed", "true")
        zone = f'.lies[data-zone="territory:{seat}"]'
        assert all(one["width"] >= NARROW - 1 for one in boxes(mine.locator(zone)))
    large_enough(mine)
    all_fits(mine)
    expect(screen.locator(".cut[data-seat]:visible")).to_have_count(5)
    expect(screen.locator(".drawing .worth:visible").first).to_be_visible()
    all_fits(screen)


def test_a_phone_begins_with_what_is_due_of_its_player(open_page: Open, table: FakeTable) -> None:
    lying("plenty_coups", table)
    match = match_of(table.desk)
    (due,) = match.pending
    assert str(due.zone) == "market"
    phone = open_page("/", PHONE)
    sit(phone, due.seat or 0)
    market = phone.locator('.lies[data-zone="market"]')
    expect(market).to_have_count(len(match.state.market))
    assert all(one["width"] >= NARROW for one in boxes(market)), boxes(market)
    expect(phone.locator('.glow[data-zone="market"]')).to_be_visible()
    all_fits(phone)


WRONG = Refusal(
    "SL-3",
    Message("table.moved", {"card": "9D", "to_zone": "seat:3"}),
    (Laid("9D", Zone("seat", 0)),),
    (0, 3),
    (Zone("seat", 3),),
)


def test_a_wrong_card_is_edged_where_it_lies_and_its_sentence_names_whom_it_concerns(
    open_page: Open, trick: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("/table", DESK, **STRANGER)
    status = trick.status
    judged = Judgement(refusals=(WRONG,))
    monkeypatch.setattr(trick, "status", lambda: replace(status(), judged=judged))
    trick.change()
    wrong = page.locator('.drawing .amiss[data-card="9D"]')
    expect(wrong.locator("rect.edge")).to_be_visible()
    zone = zone_on(page, trick, "seat:0", None)
    where = box(wrong.locator("image"))
    assert holds(zone, where)
    expect(page.locator(".wrongs li")).to_have_text(
        f"●◆{say('table.moved', card='9D', to_zone='seat:3')}"
    )
    expect(page.locator('.glow[data-zone="seat:3"]')).to_be_visible()
    monkeypatch.setattr(trick, "status", status)
    trick.change()
    expect(wrong).to_have_count(0)
    expect(page.locator(".wrongs li")).to_have_count(0)


def test_on_a_phone_the_table_stays_in_view_above_what_is_told_of_it(
    open_page: Open, trick: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = open_page("/", PHONE)
    sit(phone, 3)
    status, judged = trick.status, Judgement(refusals=(WRONG,))
    told = Question("told", "seat:0", WRONG.message, rule=WRONG.rule, seats=WRONG.seats)
    monkeypatch.setattr(
        trick, "status", lambda: replace(status(), judged=judged, questions=(told,))
    )
    trick.change()
    expect(phone.locator("#sheet")).to_be_visible()
    wrong = phone.locator('.drawing .amiss[data-card="9D"]')
    expect(wrong.locator("rect.edge")).to_be_visible()
    expect(phone.locator(".wrongs li:visible")).to_have_count(0)  # the sheet says it
    all_fits(phone)


def test_a_card_far_from_all_others_of_its_territory_is_in_view(
    open_page: Open, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying("ogallala", table)
    far = Refusal("OG-10", WRONG.message, (Laid("fur", Zone("territory", 0), (0, 9)),), (0,))
    status, judged = table.status, Judgement(refusals=(far,))
    monkeypatch.setattr(table, "status", lambda: replace(status(), judged=judged))
    page = open_page("/table", DESK, **STRANGER)
    wrong = page.locator('.drawing .amiss[data-card="fur"] rect.edge')
    panel = page.locator('.drawing .cut[data-seat="0"] .ground').first

    def in_view() -> bool:  # panels are drawn anew when what they show changes
        drawn_now = [*boxes(panel), *boxes(wrong)]
        return len(drawn_now) == 2 and holds(*drawn_now)

    when(page, in_view)


def test_at_the_virtual_table_the_card_itself_is_edged_and_the_place_glows(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    virtual.strict = True
    virtual.do(virtual_acts.Deal())
    scene = virtual.scene()
    card = scene.hands[0][0]
    virtual.do(virtual_acts.Place(card, 55.0, 200.0, 0.0, True))
    name = scene.faces[card]
    wrong = replace(WRONG, changes=(Laid(name, Zone("seat", 1)),), allowed_zones=(Zone("seat", 0),))
    status = table.status
    judged = Judgement(refusals=(wrong,))
    monkeypatch.setattr(table, "status", lambda: replace(status(), judged=judged))
    page = open_page("/virtual", DESK)
    expect(page.locator(f'.placed[data-id="{card}"]')).to_have_attribute("data-amiss", "yes")
    expect(page.locator('#marks .glow[data-zone="seat:0"]')).to_be_visible()
    expect(page.locator("#marks .wrongs li")).to_have_count(1)
    expect(page.locator("#marks .lies")).to_have_count(0)  # the cards themselves lie there


def test_a_card_without_a_picture_has_its_name(open_page: Open, table: FakeTable) -> None:
    lying("coup", table)
    face = table.face_svg

    def none(card: str) -> str:
        if card == "contessa":
            raise LookupError(card)
        return face(card)

    table.face_svg = none  # type: ignore[assignment, method-assign]
    page = open_page("/table", DESK, **STRANGER)
    expect(page.locator('.lies[data-card="contessa"] text')).to_have_text(say("card.contessa"))
