"""The drawing in a real browser: a card in its zone, and nothing moves that need not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from referee.judging import Judgement, Refusal
from referee.match.commands import Move
from referee.table import Laid, Zone
from referee.values import Message
from tests.matches import match_of
from tests.webui.drawn import drawn
from tests.webui.fake import FakeTable
from tests.webui.moments import lying
from tests.webui.pages import (
    DESK,
    STRANGER,
    Open,
    all_fits,
    boxes,
    say,
    sit,
)
from webui.page.pictures import digest
from webui.page.tabletop.gathered import gathered
from webui.page.tabletop.ground import Ground


def box(locator: Locator) -> Any:
    (only,) = boxes(locator)
    return only


def holds(outer: Any, inner: Any, px: float = 1) -> bool:
    return all(outer[item] - px <= inner[item] for item in ("left", "top")) and all(
        inner[item] <= outer[item] + px for item in ("right", "bottom")
    )


def zone_on(page: Page, table: FakeTable, zone: str, seat: int | None) -> Any:
    """Return where a zone of a table of one mat is on a page, in pixels; a seat has a phone."""
    ground, match = Ground.seen_from(table.plan(), seat), match_of(table.desk)
    if seat is not None:
        ground = gathered(
            ground, [match.layout], match.seats, [action.zone for action in match.pending]
        )
    left, top, right, bottom = ground.zones[Zone.parse(zone)]
    there = box(page.locator(".drawing .ground > svg"))
    mm = there["width"] / (ground.size[0] - 2)  # all but its rim
    across, down = {"left": left, "right": right}, {"top": top, "bottom": bottom}
    spot = {side: there["left"] + (at - 1) * mm for side, at in across.items()}
    return spot | {side: there["top"] + (at - 1) * mm for side, at in down.items()}


@pytest.fixture
def trick(table: FakeTable) -> FakeTable:
    lying("coup_detat", table)
    return table


FLIGHTS = """() => {
    const animate = Element.prototype.animate;
    window.flown = 0;
    Element.prototype.animate = function (...how) {
        if (this.matches("#flights > *")) flown += 1;
        return animate.apply(this, how);
    };
}"""
WRONG = Refusal(
    "SL-3",
    Message("table.moved", {"card": "9D", "to_zone": "seat:3"}),
    (Laid("9D", Zone("seat", 0)),),
    (0, 3),
    (Zone("seat", 3),),
)


def test_a_card_is_drawn_in_its_zone_a_wrong_one_edged_and_what_stays_is_left_alone(
    open_page: Open, trick: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks sits at the bottom. The sentence names whom it concerns."""
    mine, strange = open_page(), open_page("/table", DESK, reduced_motion="reduce", **STRANGER)
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
    locator = mine.locator(".drawing ul.unseen li")
    expect(locator.filter(has_text=f"{say('card.QC')}").first).to_be_attached()
    page, status = strange, trick.status
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
    page.evaluate(FLIGHTS)
    for card in ("7C", "8C"):
        page.evaluate(
            "card => { document.querySelector(`.lies[data-card='${card}'] image`).mine = card; }",
            card,
        )
    before = box(page.locator('.lies[data-card="7C"]'))
    expect(page.locator(".drawing .fresh")).to_have_count(1)
    trick.desk.do(Move({"move": "card_played", "player": 3, "cards": ["9C"]}))
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
    assert page.evaluate("flown") == 0  # as motion is reduced
    expect(page.locator('.drawing rect.edge[data-seat="1"]')).to_have_count(4)  # who takes them
    expect(page.locator(".drawing .note.whose")).to_have_text("▲")
