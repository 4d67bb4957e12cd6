"""The column beside the virtual table: what is new is seen, and what covers it covers it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from referee.contract import Message
from referee.match.commands import Begin, Move, Undo
from referee.reports import virtual_acts
from referee.reports.questions import Refused
from referee.reports.tabletop import Draw, Tabletop
from tests.matches import match_of
from tests.referee.coup_detat.playing import CoupDetat
from tests.webui.fake import FakeTable, FakeVirtual, doubt
from tests.webui.moments import moments
from tests.webui.pages import DESK, Open, say, when

LOW = {"width": 1280, "height": 550}
NOTEBOOK = {"width": 1366, "height": 768}
SEEN_THROUGH = """() => {
  const { left, top, right, bottom } = document.querySelector("#sheet").getBoundingClientRect();
  const seen = new Set();
  for (let x = left + 20; x < right; x += 40)
    for (let y = top + 20; y < Math.min(bottom, innerHeight); y += 20) {
      const found = document.elementFromPoint(x, y);
      if (!found?.closest("#sheet")) seen.add(found?.outerHTML.slice(0, 80));
    }
  return [...seen];
}"""
REACHED_BEHIND = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("main button")];
  return all.filter((one) => !one.closest("#sheet") && shown(one)).length;
}"""


def test_nothing_shows_through_the_games_to_choose_from_and_no_key_reaches_behind_them(
    open_page: Open,
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".pad")).to_be_visible()
    page.click("#log")
    page.click("#new")
    expect(page.locator(".game, .match").first).to_be_visible()
    assert page.get_by_role("dialog").locator(":focus").count() == 1
    assert page.evaluate(SEEN_THROUGH) == []
    assert page.evaluate(REACHED_BEHIND) == 0


def test_a_new_question_is_seen_though_the_column_was_scrolled(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", LOW)
    page.click("#deal")
    words = page.locator("#now .what")
    for offer in ({"move": "announce", "seat": 0, "number": 8}, {"move": "challenge", "seat": 1}):
        page.evaluate("document.querySelector('aside').scrollTop = 9999")
        expect(words).not_to_be_in_viewport()
        table.desk.do(Move(offer))
        expect(words).to_be_in_viewport()
    page.click(".drawer summary")  # what somebody has in hand stays under it
    page.evaluate("document.querySelector('aside').scrollTop = 9999")
    said = words.inner_text()
    table.desk.do(Undo())
    expect(words).not_to_have_text(said)
    expect(words).not_to_be_in_viewport()


def test_the_wheel_scrolls_whatever_sheet_is_longer_than_the_column(
    open_page: Open, table: FakeTable
) -> None:
    for number in range(1, 30):
        table.desk.do(Move({"move": "announce", "seat": (number - 1) % 3, "number": number}))
    page = open_page("/virtual", NOTEBOOK)
    for opens in ("#log", "#menu"):
        page.click(opens)
        box = page.locator("#sheet .body").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
        page.mouse.wheel(0, 200)
        when(page, lambda: page.evaluate("document.querySelector('aside').scrollTop") > 100)
        page.evaluate("document.querySelector('aside').scrollTop = 0")


def test_the_camera_is_said_to_be_in_doubt_only_where_it_is(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    asked = doubt(table)
    table.ask(asked)
    expect(page.locator("#now")).to_contain_text(say("page.now.question"))
    amiss = Message("table.virtual.deal_first")
    table.ask(Refused("q2", asked.zone, amiss))
    expect(page.locator("#sheet")).to_contain_text(say(amiss.key))
    expect(page.locator("#now")).not_to_contain_text(say("page.now.question"))


def test_a_tap_on_a_card_beside_the_pile_does_what_is_due_of_it(
    open_page: Open, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = virtual.scene
    done: list[virtual_acts.VirtualAct] = []
    monkeypatch.setattr(
        virtual, "scene", lambda: replace(scene(), aside=("c1",), asked={"c1": None})
    )
    monkeypatch.setattr(virtual, "do", done.append)
    page = open_page("/virtual", DESK)
    page.click("#aside .hand")
    when(page, lambda: len(done) > 0)
    assert done == [virtual_acts.Tap("c1")]


def test_whoever_can_lay_no_card_is_told_and_sees_the_whole_hand_dimmed(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = virtual.scene
    monkeypatch.setattr(virtual, "scene", lambda: replace(scene(), stuck=(0,)))
    table.do(Begin("coup", {}, 3))
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator("#now")).to_contain_text(say("page.now.stuck"))
    expect(page.locator("#held .own")).to_have_attribute("data-stuck", "yes")


def test_who_draws_from_a_pile_on_the_mat_is_named_in_one_line(
    open_page: Open, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = virtual.scene

    def several() -> Tabletop:
        one = scene()
        zones = {**one.zones, "pile:0": one.zones["middle"]}
        return replace(one, zones=zones, piles={"pile:0": 5}, draws={"pile:0": Draw(0, 1, 0)})

    monkeypatch.setattr(virtual, "scene", several)
    page = open_page("/virtual", DESK)
    label, sign = (page.locator(f".stack .owing{part}").bounding_box() for part in ("", " .glyph"))
    assert label is not None
    assert sign is not None
    assert abs(sign["x"] - label["x"]) < label["width"] / 4


def test_the_pad_keeps_its_place_and_deal_is_offered_only_while_it_is_due(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/virtual", DESK)
    again = page.locator("#redeal")
    expect(again).to_be_hidden()
    page.click("#deal")
    expect(page.locator("#deal")).to_be_hidden()
    digit = page.locator("[data-key=digit1]")
    place = digit.bounding_box()
    for seat, number in enumerate((8, 21)):
        table.desk.do(Move({"move": "announce", "seat": seat, "number": number}))
        expect(page.locator("#now .number")).to_have_text(str(number))
        assert digit.bounding_box() == place
    page.click(".drawer summary")
    again.click()
    expect(page.locator("#confirm")).to_contain_text(say("page.deal.sure"))


def test_nobody_is_asked_to_deal_after_the_end(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(moments("coyote", table, virtual))[-1] == "over"
    scene = virtual.scene
    monkeypatch.setattr(virtual, "scene", lambda: replace(scene(), hands=((),) * 4, placed=()))
    page = open_page("/virtual", DESK)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#deal")).to_be_hidden()
    expect(page.locator("#redeal")).to_be_hidden()


def test_a_seat_on_turn_still_shows_its_part(open_page: Open, table: FakeTable) -> None:
    table.do(Begin("coup_detat", {}, 3))
    for seat, card in enumerate(("AC", "9D", "9H")):
        table.desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
    for move in ({"move": "cleared"}, {"move": "decline", "seat": 0}):
        table.desk.do(Move(move))
    page = open_page("/virtual", NOTEBOOK)
    cues = page.locator('[data-spot="0"] .cue span')
    expect(cues).to_have_text([say("cue.turn"), say("coup_detat.note.president")])
    for one in cues.all():
        expect(one).to_be_visible()
    # The contract is the only thing to choose, so its button is the main one.
    page.locator('#dock [data-key="name_contract"].main').click()
    for contract in match_of(table.desk).state.contracts_left:
        expect(page.locator(f'#dock [data-key="name_contract.{contract}"]')).to_be_visible()


def test_every_settled_deal_opens_its_count_whose_button_is_the_main_one_and_in_view(
    open_page: Open, table: FakeTable
) -> None:
    class Shown(CoupDetat):
        def do(self, move: str, **fields: Any) -> Any:
            table.desk.do(Move({"move": move, **fields}))
            return super().do(move, **fields)

    table.do(Begin("coup_detat", {}, 3))
    match = Shown(3)
    page = open_page("/virtual", NOTEBOOK)
    for contract, coup in (("prison", 0), ("guillotine", None)):  # a coup that fails; many payments
        match.named(contract, None if coup is None else 2)
        match.play_out("21111111", coup=coup)
        expect(page.locator("#sheet .verdict p").first).to_contain_text("−")
        reasons = ("failed",) if coup == 0 else ("first_trick", "last_trick", "cards")
        for reason in reasons:
            expect(page.locator("#sheet .sums")).to_contain_text(say(f"coup_detat.reason.{reason}"))
        done = page.locator("#sheet [data-key=done]")
        expect(done).to_be_in_viewport(ratio=1)
        colour = (
            "one => { one.classList.add('main'); return getComputedStyle(one).backgroundColor; }"
        )
        main = done.evaluate(colour)
        assert page.locator("#deal").evaluate(colour) != main
        done.click()
        assert page.locator("#deal").evaluate(colour) == main
