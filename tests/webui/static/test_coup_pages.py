"""The pages at a table of Coup: tokens, claims, windows, and what each press means."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.match.commands import Begin, Move
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, Open, all_fits, hand_of, large_enough, picture, say, sit, when
from webui.app import create_app
from webui.serving.serve import Server


def do(table: FakeTable, move: str, **fields: Any) -> None:
    table.desk.do(Move({"move": move, **fields}))


@pytest.fixture
def coup(table: FakeTable) -> FakeTable:
    table.do(Begin("coup", {"most_s": 60}, 6))
    for seat in range(6):
        do(table, "coins_set", seat=seat, coins=7 + seat % 3)
    return table


@pytest.mark.verify
def test_every_moment_of_a_turn_fits_a_phone_with_six_at_the_table(
    open_page: Open, coup: FakeTable
) -> None:
    locale = "fr"  # in which words are longest
    mine, other = (open_page(color_scheme=scheme, locale=locale) for scheme in ("light", "dark"))
    sit(mine, 0)
    sit(other, 1)
    for phone, name in ((mine, "Bartholomew J."), (other, "Wilhelmina Ott")):
        phone.evaluate(
            """name => fetch("/api/seat/name", {method: "POST",
            headers: {"Content-Type": "application/json"}, body: JSON.stringify({name})})""",
            name,
        )
        expect(phone.locator("main")).to_contain_text(name)

    def check(moment: str) -> None:
        for number, phone in enumerate((mine, other)):
            all_fits(phone)
            large_enough(phone)
            picture(phone, f"coup-{locale}-{moment}-{number}")

    expect(mine.locator("#dock [data-move=declare]")).to_have_count(7)
    check("1-turn")
    mine.click('[data-key="declare.extort"]')
    check("2-target")
    mine.click('[data-key="declare.extort.1"]')
    expect(other.locator(".ring .until")).to_be_visible()
    check("3-challenge")
    for seat in range(1, 6):
        do(coup, "pass", seat=seat)
    expect(other.locator("[data-move=block]")).to_be_visible()
    check("4-block")
    other.click("[data-move=block]")
    expect(other.locator('[data-key="name_card.captain"]')).to_be_visible()
    check("5-name")
    do(coup, "name_card", seat=1, card="ambassador")
    expect(mine.locator("[data-move=challenge]")).to_be_visible()
    check("6-counter")
    do(coup, "challenge", seat=0)
    expect(other.locator("[data-move=concede]")).to_be_visible()
    check("7-show")
    do(coup, "card_shown", cards=["ambassador"])
    check("8-lose")
    do(coup, "card_turned", cards=["contessa"])
    lost = other.locator('.seat[data-seat="0"] .up')
    expect(lost).to_have_attribute("alt", say("card.contessa", locale))
    check("9-return")


def test_beside_every_button_of_the_big_screen_stands_what_a_finger_at_the_panel_does(
    open_page: Open, coup: FakeTable
) -> None:
    screen = open_page("/table", DESK)

    def gestures() -> dict[str, str]:
        buttons = screen.locator('#groups [data-seat="1"] button[data-move]')
        return {
            str(one.get_attribute("data-move")): one.locator(".gesture").inner_text()
            for one in buttons.all()
        }

    do(coup, "declare", seat=0, action="foreign_aid")
    expect(screen.locator('[data-seat="1"] [data-move=block]').first).to_be_visible()
    assert gestures() == {"block": say("page.button.double"), "pass": say("page.button.long")}
    do(coup, "block", seat=2)
    expect(screen.locator('[data-seat="1"] [data-move=challenge]').first).to_be_visible()
    assert gestures() == {"challenge": say("page.button.short"), "pass": say("page.button.long")}


def test_at_a_real_table_a_phone_says_once_what_the_seats_own_button_does(
    open_page: Open, coup: FakeTable
) -> None:
    real = Server(create_app(coup, None), "127.0.0.1", 0)
    real.start()
    phone = open_page()
    phone.goto("about:blank")  # leaves the virtual table's stream
    phone.goto(real.url)
    sit(phone, 1)
    do(coup, "declare", seat=0, action="foreign_aid")
    gestures = phone.locator("#dock .gesture:visible")
    expect(gestures).to_have_text([say("page.button.double")])
    phone.goto("about:blank")
    real.stop()


def test_what_most_players_do_is_the_one_main_button(open_page: Open, coup: FakeTable) -> None:
    phone = open_page()
    sit(phone, 0)
    expect(phone.locator("#dock [data-move=declare]").first).to_be_visible()
    expect(phone.locator("#dock .main")).to_have_count(0)  # each action is as likely
    do(coup, "declare", seat=0, action="income")
    do(coup, "declare", seat=1, action="tax")
    expect(phone.locator("#dock [data-move=challenge]")).to_be_visible()
    main = phone.locator("#dock .main")
    expect(main).to_have_count(1)
    expect(main).to_have_attribute("data-move", "pass")


def _left(page: Page) -> float:
    value = page.locator(".ring").evaluate("ring => ring.style.getPropertyValue('--left')")
    return float(value)


def test_the_ring_empties_as_time_passes_and_a_button_waits_for_its_time(
    open_page: Open, table: FakeTable
) -> None:
    table.do(Begin("coup", {"least_s": 1, "most_s": 600}, 3))
    phone = open_page()
    sit(phone, 0)
    do(table, "declare", seat=0, action="tax")
    button = phone.locator("[data-move=move_on]")
    expect(button).to_be_visible()
    table.began_ms += 10**9  # far off: the button must not be pressed yet
    do(table, "pass", seat=1)
    expect(button).to_be_disabled()
    table.began_ms -= 10**9
    table.change()
    expect(button).to_be_enabled()
    before = _left(phone)
    when(phone, lambda: _left(phone) < before)
    assert 0 < _left(phone) < before <= 1


def test_a_ruling_without_a_sum_is_said_on_the_page_and_its_picture_is_a_tap_away(
    open_page: Open, coup: FakeTable
) -> None:
    phone = open_page()
    sit(phone, 2)
    do(coup, "declare", seat=0, action="tax")
    do(coup, "challenge", seat=1)
    coup.pictures["p1"] = coup.pictures.get("p1", b"")
    do(coup, "card_shown", cards=["duke"], proof=["p1"])
    said = phone.locator("#last button.said")
    expect(said).to_contain_text(say("card.duke"))
    expect(phone.locator("#sheet")).to_be_hidden()
    said.click()
    expect(phone.locator("#sheet .verdict")).to_contain_text(say("card.duke"))
    expect(phone.locator("#sheet .rules")).to_contain_text("CP-24")


def test_the_form_of_a_new_match_asks_for_what_is_yes_or_no_and_one_of_a_few(
    open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", DESK)
    page.click("#new")
    page.click("[data-game=coup]")
    page.check("[name=seats][value='2']")
    page.click("#sheet .more summary")
    page.check("[name='option.strict_contessa']")
    page.uncheck("[name='option.named_block']")
    page.check("[name='option.two_players'][value=one_coin]")
    page.check("[name='option.most_s'][value='40']")
    picture(page, "coup-new-match")
    page.click("#sheet [data-key=start]")
    expect(page.locator(".seats .seat")).to_have_count(2)
    match = match_of(table.desk)
    options = match.options
    assert (options.strict_contessa, options.named_block) == (True, False)
    assert (options.two_players, options.most_s) == ("one_coin", 40)


@pytest.mark.usefixtures("coup")
def test_a_card_goes_from_hand_to_pile_and_from_pile_to_hand(
    open_page: Open, virtual: FakeVirtual
) -> None:
    page = open_page("/virtual", DESK)
    page.click("#deal")
    expect(page.locator(".hand")).to_have_count(6)
    pile = virtual.scene().pile
    spot = page.locator('.spot[data-spot="2"]')
    page.locator("#pile").drag_to(spot.locator(".about"))
    expect(hand_of(page, 2)).to_have_count(2)
    assert virtual.scene().pile == pile - 1
    hand_of(page, 2).first.drag_to(page.locator("#pile"))
    expect(hand_of(page, 2)).to_have_count(1)
    assert virtual.scene().pile == pile
    assert not virtual.scene().placed
    hand_of(page, 2).focus()
    page.keyboard.press("b")
    expect(hand_of(page, 2)).to_have_count(0)
    page.focus("#pile")
    page.keyboard.press("3")
    expect(hand_of(page, 2)).to_have_count(1)
