"""One phone for several seats: in one player's hands at a time, and nobody's between."""

from __future__ import annotations

from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.actor import at_seat
from referee.match.commands import Begin, Move
from tests.live import StillVirtualTable
from tests.matches import match_of
from tests.referee.recorded import match_lines
from tests.webui.asking import (
    announce,
    keep_token,
    kept_token,
    phone,
    press,
    seated_phone,
    sentence,
    seq,
    settle_in,
    sit_down,
    state,
)
from tests.webui.fake import FakeTable
from tests.webui.pages import STRANGER, Open, large_enough, say, tap_menu, when
from tests.webui.static.devices import take_seats
from webui.app import create_app


def hand(client: FlaskClient, seat: int | None) -> Any:
    return client.post("/api/seat/hand", json={"seat": seat})


def move(client: FlaskClient, table: FakeTable, name: str, seat: int, **more: Any) -> Any:
    body = {"seen": seq(table), "move": {"move": name, "seat": seat} | more}
    return client.post("/api/move", json=body)


@pytest.fixture
def shared(client: FlaskClient, table: FakeTable) -> FlaskClient:
    """A phone that holds three seats of four, and the table's match of four."""
    table.do(Begin("coyote", {}, 4))
    for seat in (0, 1, 3):
        sit_down(client, table, seat)
    settle_in(client)
    return client


# -- whose hands it is in ----------------------------------------------------------------


def test_the_phone_has_all_seats_and_who_is_on_turn_is_asked_first_and_has_its_view(
    shared: FlaskClient, table: FakeTable
) -> None:
    shown = state(shared)
    assert (shown["you"], shown["yours"]) == (None, [0, 1, 3])
    assert [seat["held"] for seat in shown["seats"]] == [True, True, False, True]
    assert (shown["handTo"], shown["offers"]) == ([0], [])
    assert hand(shared, 0).status_code == 200
    shown = state(shared)
    assert (shown["you"], shown["handTo"]) == (0, [])
    assert [offer["move"] for offer in shown["offers"]] == ["announce"]
    assert announce(shared, table, 0, 5).status_code == 200
    shown = state(shared)
    assert (shown["you"], shown["handTo"]) == (None, [1])


def test_a_shared_phone_deals_and_then_asks_for_the_seat_that_has_a_duty(tmp_path: Path) -> None:
    with closing(StillVirtualTable(tmp_path)) as live:
        live.desk.do(Begin("ogallala", {}, 2))
        app = create_app(live.table, live.virtual)
        both = phone(app)
        for seat in (0, 1):
            assert both.post("/api/seat/take", json={"seat": seat}).get_json()["waits"]
            assert press(app.extensions["web"], seat)
        settle_in(both)
        assert (state(both)["mustDeal"], state(both)["handTo"]) == (True, [])
        assert both.post("/virtual/deal", json={}).status_code == 200
        assert (state(both)["duties"], state(both)["handTo"]) == ([], [0])
        hand(both, 0)
        assert [duty["seat"] for duty in state(both)["duties"]] == [0]


def test_nobody_opens_anothers_seat_and_no_tap_is_kept_over_a_restart(
    app: Flask, shared: FlaskClient, table: FakeTable
) -> None:
    sentence(hand(shared, 2), 403, "page.error.other_seat")
    for seat in (0, None):
        sentence(hand(phone(app), seat), 403, "page.error.no_seat")
    hand(shared, 0)
    cookie = kept_token(shared)
    assert cookie is not None
    again = phone(create_app(table))
    keep_token(again, cookie)
    shown = state(again)
    assert (shown["you"], shown["yours"]) == (None, [0, 1, 3])


# -- secrets -----------------------------------------------------------------------------


SECRETS = ("You chose a secret coup.", "You chose no secret coup.")


def ask_in_secret(table: FakeTable) -> None:
    """Bring a match of Coup d'État to where all but seat 3 answer whether they take all (CE-61)."""
    head, *moves = match_lines("coup_detat", "secret")
    table.do(Begin(head["game"], head["options"], head["seats"]))
    for made in takewhile(lambda made: made["move"] != "answer", moves):
        table.desk.do(Move(made))


@pytest.fixture
def answered(shared: FlaskClient, table: FakeTable) -> FlaskClient:
    """A shared phone at a game with secrets, where seats 0 and 1 have answered."""
    ask_in_secret(table)
    for seat, lodge in ((0, True), (1, False)):
        hand(shared, seat)
        assert move(shared, table, "answer", seat, lodge=lodge).status_code == 200
    return shared


def secrets_sent(client: FlaskClient, view: str = "phone") -> tuple[bool, bool]:
    """Return which of the two secrets a page was sent, in its state and its stream."""
    shown = state(client, view)
    with client.get(f"/stream?view={view}", buffered=False) as answer:
        pieces = answer.iter_encoded()
        streamed = b"".join(next(pieces) for _ in range(2)).decode()
    log = client.get(f"/sheet/log?view={view}").get_json()["html"]
    notes = str([seat["notes"] for seat in shown["seats"]])
    first, second = (secret in notes for secret in SECRETS)
    assert [first, second] == [secret in streamed for secret in SECRETS]
    assert [first, second] == [secret in log for secret in SECRETS]
    return first, second


def test_a_secret_is_sent_after_its_own_players_tap_alone_until_the_page_is_opened_again(
    answered: FlaskClient,
) -> None:
    assert secrets_sent(answered) == (False, False)
    hand(answered, 0)
    assert secrets_sent(answered) == (True, False)
    hand(answered, 1)
    assert secrets_sent(answered) == (False, True)
    hand(answered, 3)
    assert secrets_sent(answered) == (False, False)
    hand(answered, 0)
    page = answered.get("/", headers={"Accept": "text/html"}).get_data(as_text=True)
    assert not any(secret in page for secret in SECRETS)
    assert secrets_sent(answered) == (False, False)


SECRET = f"document.documentElement.outerHTML.includes({SECRETS[0]!r})"


def test_nothing_of_a_secret_is_left_on_the_page_when_the_phone_goes_on(
    open_page: Open, answered: FlaskClient
) -> None:
    page = open_page()
    take_seats(page, answered)
    page.click('.seat[data-seat="0"]')
    when(page, lambda: bool(page.evaluate(SECRET)))
    tap_menu(page, "log")
    answered.post("/api/seat/hand", json={"seat": 1})
    expect(page.locator('.seat[data-seat="1"] .you')).to_have_count(1)
    when(page, lambda: not page.evaluate(SECRET))


def test_a_shared_phone_names_its_players_asks_who_speaks_and_lets_each_leave(
    open_page: Open, shared: FlaskClient, table: FakeTable
) -> None:
    assert announce(shared, table, 0, 5).status_code == 200
    page = open_page(**STRANGER)
    take_seats(page, shared)
    mine, menu = page.locator(".seat .you"), page.locator("#sheet")
    expect(mine).to_have_count(3)
    page.click("#menu")
    large_enough(page)
    page.click("#sheet [data-key=name3]")
    page.fill("#sheet [name=name]", "Chloé")
    page.keyboard.press("Enter")
    expect(page.locator('.seat[data-seat="3"] .name')).to_have_text("Chloé")
    for key, seat in (("#dock [data-key=take1]", 1), ('.seat[data-seat="3"]', 3)):  # out of turn
        expect(page.locator("#dock .now")).to_contain_text(say("seat.1"))
        page.click(key)
        expect(mine).to_have_count(1)
        expect(page.locator(f'.seat[data-seat="{seat}"] .you')).to_have_count(1)
        page.click("#hand")
    tap_menu(page, "misdeal", "misdeal-lost")
    assert match_of(table.desk).proposal is None
    page.click("#sheet [data-key=says3]")
    expect(menu).to_be_hidden()
    when(page, lambda: match_of(table.desk).proposal is not None)
    proposal = match_of(table.desk).proposal
    assert proposal is not None
    assert (proposal.agreed, proposal.by) == ((3,), at_seat(3))
    for keys, left in (("name1", "leave1"), 2), (("leave",), 0):
        page.click("#menu")
        for name in keys:
            page.click(f"#sheet [data-key={name}]")
        page.click("#confirm [value=yes]")
        expect(mine).to_have_count(left)
    expect(page.locator("button.seat")).to_have_count(4)


def test_the_big_screen_of_a_host_and_who_leaves_a_shared_phone_see_no_secret(
    answered: FlaskClient, host: FlaskClient
) -> None:
    for seat in (None, 0):
        hand(answered, seat)
        assert secrets_sent(host, "table") == (False, False)
    offers = host.get("/api/state?view=table").get_json()["offers"]
    assert {offer["seat"] for offer in offers if offer["move"] == "answer"} == {2}
    hand(answered, 0)
    assert answered.post("/api/seat/leave", json={"seat": 0}).status_code == 200
    assert host.post("/api/seat/free", json={"seat": 3}).status_code == 200
    assert (state(answered)["you"], state(answered)["yours"]) == (None, [1])
    assert secrets_sent(answered) == (False, False)
    hand(answered, 1)
    assert secrets_sent(answered) == (False, True)


def test_what_is_answered_unseen_is_offered_after_the_tap_though_a_press_does_it(
    shared: FlaskClient, table: FakeTable
) -> None:
    """CE-61: had a shared phone both buttons in sight, all would see which was tapped."""
    ask_in_secret(table)
    shown = state(shared)
    assert "answer" not in {offer["move"] for offer in shown["offers"]}
    assert shown["handTo"] == [0, 1]
    hand(shared, 1)
    offers = [entry["given"] for entry in state(shared)["offers"] if entry["move"] == "answer"]
    assert offers == [{"lodge": True}, {"lodge": False}]
    assert move(shared, table, "answer", 1, lodge=True).status_code == 200
    assert (state(shared)["you"], state(shared)["handTo"]) == (None, [0])


# -- acting ------------------------------------------------------------------------------


def test_each_seat_of_a_shared_phone_answers_a_claim_by_one_tap(
    app: Flask, shared: FlaskClient, table: FakeTable
) -> None:
    table.do(Begin("coup", {}, 4))
    other = seated_phone(app, table, 2)
    move(other, table, "pass", 2)
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    seen = seq(table)
    shown = state(shared)
    may = {(entry["seat"], entry["move"]) for entry in shown["offers"]}
    assert may == {(0, "move_on"), *((seat, do) for seat in (1, 3) for do in ("challenge", "pass"))}
    for seat in (3, 1):  # of one screen, in any order
        body = {"seen": seen, "move": {"move": "pass", "seat": seat}}
        assert shared.post("/api/move", json=body).status_code == 200
    snapshot = match_of(table.desk)
    assert [entry.by for entry in snapshot.log[-2:]] == [at_seat(3), at_seat(1)]
    sentence(move(shared, table, "pass", 2), 403, "page.error.other_seat")


def test_for_what_others_did_somebody_has_to_say_who_they_are_and_not_that_phone_agrees(
    shared: FlaskClient, table: FakeTable
) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    undo = {"seen": seq(table)}
    sentence(shared.post("/api/undo", json=undo), 403, "page.error.whose_hands")
    hand(shared, 1)
    assert shared.post("/api/undo", json=undo).get_json()["waits"]
    for seat in (1, None, 3):  # it agreed to its own request once seat 3 had it
        hand(shared, seat)
        (wait,) = state(shared)["waits"]
        assert wait["yes"] is None
        answer = shared.post("/api/settle", json={"id": wait["id"], "yes": True})
        sentence(answer, 403, "page.error.second_seat")
    assert table.confirm(3)  # by its button a second player agrees
    assert table.undone == [at_seat(1)]
