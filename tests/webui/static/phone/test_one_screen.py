"""One screen for several: a family of four with one phone, and the big screen of a host."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from referee.actor import CAMERA, at_seat
from referee.coup_detat.state.moves import CardDrawn, EndDeal
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.matches import match_of
from tests.referee.coup_detat.dealing import play_until_decided
from tests.referee.phase import phase
from tests.webui.asking import kept_token, settle_in
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, STRANGER, Open, all_fits, boxes, large_enough, picture, when
from tests.webui.tapping import shows

NAMES = ("Ada", "Bartholomew J.", "Cleo", "Dan")


def share(page: Page, host: FlaskClient, seats: int) -> None:
    """Make a page that of a phone on which so many play."""
    for seat in range(seats):
        assert host.post("/api/seat/take", json={"seat": seat}).status_code == 200
    settle_in(host)
    cookie = kept_token(host, "seat")
    assert cookie is not None
    page.context.add_cookies([{"name": "seat", "value": cookie, "url": page.url}])
    page.reload()
    expect(page.locator(".seat .you")).to_have_count(seats)


@pytest.fixture
def family(open_page: Open, host: FlaskClient, table: FakeTable) -> Page:
    """One phone for a family of four."""
    table.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, len(NAMES), NAMES))
    page = open_page(**STRANGER)
    share(page, host, 4)
    return page


def tap(page: Page, table: FakeTable, selector: str) -> None:
    """Tap what makes a move, and see it on the page; who made it is the last in the log."""
    before = match_of(table.desk).seq
    page.click(selector)
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    assert match_of(table.desk).seq == before + 1


def take(page: Page, seat: int) -> None:
    """Say by one tap who has the phone now."""
    expect(page.locator("#dock .now")).to_contain_text(NAMES[seat])
    page.click(f"#dock [data-key=take{seat}]")
    expect(page.locator(".seat .you")).to_have_count(1)


def sit_down(page: Page, virtual: FakeVirtual) -> None:
    """Let four people sit down at one phone, each by the button of their seat."""
    for seat in range(4):
        if seat == 0:
            page.click('.seat[data-seat="0"]')
        else:
            page.click("#menu")
            page.click("#sheet [data-key=more]")
            page.click(f"#sheet [data-key=more{seat}]")
        expect(page.locator("#sit [data-key=withdraw]")).to_be_visible()
        virtual.do(virtual_acts.Button(seat, True))
        page.click("#sit [data-key=same]")
        expect(page.locator("#sit")).to_be_hidden()
        page.keyboard.press("Escape")
    expect(page.locator(".seat .you")).to_have_count(4)


@pytest.mark.verify
def test_a_family_of_four_plays_coyote_with_one_phone(
    open_page: Open, table: FakeTable, virtual: FakeVirtual
) -> None:
    table.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, len(NAMES), NAMES))
    virtual.strict = True
    family = open_page(**STRANGER)
    sit_down(family, virtual)
    made = []
    while match_of(table.desk).outcome is None:
        virtual.do(virtual_acts.Deal())
        for more in (0, 9):
            seat = match_of(table.desk).state.turn
            take(family, seat)
            all_fits(family)
            if more:
                family.click(f"[data-key=digit{more}]")
                family.click(f"[data-key=digit{more}]")
            tap(family, table, "#dock form [data-key=done]")
            made.append((match_of(table.desk).log[-1].by, at_seat(seat)))
        picture(family, "family-coyote")
        large_enough(family)
        seat = match_of(table.desk).state.turn
        tap(family, table, f'#dock [data-move=challenge][data-seat="{seat}"]')  # from between
        made.append((match_of(table.desk).log[-1].by, at_seat(seat)))
        while phase(match_of(table.desk).state) in ("reveal", "draw"):
            virtual.do(virtual_acts.Reveal())
        family.click("#sheet [data-key=done]")
    assert len(made) == 9
    assert all(by == seat for by, seat in made)
    expect(family.locator("body")).to_have_attribute("data-over", "yes")


@pytest.mark.verify
def test_a_family_of_four_plays_coup_with_one_phone(family: Page, table: FakeTable) -> None:
    table.do(Begin("coup", {"least_s": 0, "most_s": 60}, len(NAMES), NAMES))

    def do(name: str, **fields: object) -> None:
        table.desk.do(Move({"move": name, **fields}), CAMERA)

    take(family, 0)
    tap(family, table, '[data-key="declare.tax"]')
    rows = family.locator("#dock .group")
    expect(rows).to_have_count(4)
    all_fits(family)
    large_enough(family)
    picture(family, "family-coup-window")
    before = boxes(rows)
    tap(family, table, '#dock [data-move=pass][data-seat="1"]')
    assert boxes(rows) == before  # no answer moves another under a finger
    tap(family, table, '#dock [data-move=challenge][data-seat="3"]')
    tap(family, table, '#dock [data-move=concede][data-seat="0"]')
    newest = match_of(table.desk).log[-3:]
    assert [str(entry.by) for entry in newest] == ["seat:1", "seat:3", "seat:0"]
    do("card_turned", cards=["duke"])
    cards = [*(card for card in ("contessa", "captain", "assassin") for _ in range(2))]
    while match_of(table.desk).outcome is None:
        state = match_of(table.desk).state
        do("coins_set", seat=state.turn, coins=7)
        shows(family, table)
        take(family, state.turn)
        family.click('[data-key="declare.coup"]')
        tap(family, table, '#dock [data-key^="declare.coup."] >> nth=0')
        lost = match_of(table.desk).state.faces[match_of(table.desk).state.phase.loser]
        do("card_turned", cards=[*lost, cards.pop()])
    expect(family.locator("body")).to_have_attribute("data-over", "yes")


@pytest.mark.verify
def test_six_answer_on_one_phone_and_on_the_big_screen_without_scrolling(
    open_page: Open, host: FlaskClient, table: FakeTable
) -> None:
    names = ("Grandma", "Bartholomew J.", "Wilhelmina Ott", "Max", "Maximiliane", "Jo")
    table.do(Begin("coup", {"most_s": 60}, len(names), names))
    phone, screen = open_page(locale="fr"), open_page("/table", DESK, locale="fr")
    share(phone, host, 6)
    for move in (
        {"move": "declare", "seat": 0, "action": "foreign_aid"},
        {"move": "block", "seat": 2},
        {"move": "pass", "seat": 3},
    ):
        table.desk.do(Move(move))
        for page in (phone, screen):
            shows(page, table)
            groups = page.locator(".group")
            expect(groups).to_have_count(6)
            seats = groups.evaluate_all("found => found.map(one => Number(one.dataset.seat))")
            assert seats == [0, 1, 2, 3, 4, 5]
            for box in boxes(page.locator(".group button")):
                assert box["y"] + box["height"] <= page.evaluate("innerHeight")
        all_fits(phone)
        large_enough(phone)
    picture(phone, "six-phone")
    picture(screen, "six-screen")


def test_where_no_camera_reads_them_the_cards_are_typed_in_on_the_big_screen(
    open_page: Open, table: FakeTable
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    page = open_page("/table", DESK)
    page.click("#groups [data-move=challenge]")
    page.click("#typed [data-move=cards_read]")
    for card in ("1", "2", "10"):
        page.click(f'#sheet .cards [data-card="{card}"]')
    page.click("#sheet [data-key=done]")
    expect(page.locator("#fresh .sum .total").last).to_have_text("= 13")
    expect(page.locator("#pad")).to_be_visible()  # the next round
    expect(page.locator("#typed button")).to_have_count(0)


def test_a_card_is_typed_in_for_the_player_whose_button_was_tapped(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup_detat", {}, 3))
    page = open_page("/table", DESK)
    page.click('[data-key="typed.card_drawn.1"]')
    page.click('#sheet .cards [data-card="AS"]')
    page.click("#sheet [data-key=done]")
    when(page, lambda: match_of(table.desk).log[-1].move == CardDrawn(player=1, cards=("AS",)))


def test_the_host_ends_a_decided_deal_in_the_menu_of_the_big_screen(
    open_page: Open, table: FakeTable
) -> None:
    play_until_decided(table.desk)
    page = open_page("/table", DESK)
    page.click("#menu")
    page.click('#sheet [data-key="table.end_deal"]')
    page.click("#sheet [data-key=end_deal]")
    when(page, lambda: match_of(table.desk).log[-1].move == EndDeal())


def test_a_stranger_at_the_big_screen_has_nothing_to_tap_for_a_seat(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", DESK, **STRANGER)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    shows(page, table)
    expect(page.locator("#pad")).to_have_count(0)
    expect(page.locator("main button:visible")).to_have_count(0)


def test_the_menu_of_a_shared_phone_names_its_players_and_lets_each_leave(family: Page) -> None:
    family.click("#menu")
    large_enough(family)
    picture(family, "family-menu")
    family.click("#sheet [data-key=name2]")
    family.fill("#sheet [name=name]", "Chloé")
    family.keyboard.press("Enter")
    expect(family.locator('.seat[data-seat="2"] .name')).to_have_text("Chloé")
    take(family, 0)
    family.click("#hand")
    expect(family.locator("#dock .now")).to_contain_text("Ada")
    family.click('.seat[data-seat="2"]')  # out of turn: a tap on one's seat
    expect(family.locator(".seat .you")).to_have_count(1)
    expect(family.locator('.seat[data-seat="2"] .you')).to_have_count(1)
    family.click("#hand")
    for keys, left in (("name1", "leave1"), 3), (("leave",), 0):
        family.click("#menu")
        for key in keys:
            family.click(f"#sheet [data-key={key}]")
        family.click("#confirm [value=yes]")
        expect(family.locator(".seat .you")).to_have_count(left)
    expect(family.locator("button.seat")).to_have_count(4)
