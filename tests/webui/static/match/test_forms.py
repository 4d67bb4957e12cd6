"""What a form begins with: the cards that lie on the mat now, never those of another round."""

from __future__ import annotations

from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.match.commands import Begin, NamePlayer
from tests.matches import match_of
from tests.webui.asking import count_cards, do
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, Open


def begins_with(host: FlaskClient, move: str) -> list[tuple[str, str | None]]:
    """Return the cards, each with its picture, that the form of a move begins with."""
    state = host.get("/api/state?view=table").get_json()
    offer = next(offer for offer in state["offers"] if offer["move"] == move)
    (ask,) = offer["ask"]
    cards = state["reading"] if offer["by"] == "host" else ask["now"]
    return [(card["card"], card["proof"]) for card in cards]


def test_counting_by_hand_begins_empty_and_what_is_set_right_with_the_newest_reading(
    host: FlaskClient, table: FakeTable
) -> None:
    for cards in (["1", "2", "3"], ["4", "5", "6"]):
        do(table, "announce", seat=0, number=30)
        do(table, "challenge", seat=1)
        assert begins_with(host, "cards_read") == []
        do(table, "cards_read", cards=cards, proof=["a", "b", "c"])
    count_cards(table, "?", "2", "3", number=9, proof="abc")
    assert begins_with(host, "cards_corrected") == [("?", "a"), ("2", "b"), ("3", "c")]
    assert begins_with(host, "cards_read") == [("?", None), ("2", None), ("3", None)]
    do(table, "cards_read", cards=["?", "2", "3", "4"])  # typed: without pictures
    read = [(card, None) for card in ("?", "2", "3", "4")]
    assert begins_with(host, "cards_corrected") == read


def test_an_open_form_stays_that_of_its_move_beside_another_of_the_same_name(
    open_page: Open, table: FakeTable
) -> None:
    """CY-54: another number is higher or lower; each has its own form."""
    table.do(Begin("coyote", {"edition": "tomahawk", "actions": True}, 3))
    for seat, number in ((0, 8), (1, 12)):
        do(table, "announce", seat=seat, number=number)
    do(table, "again", seat=2)
    page = open_page("/table", DESK)
    page.click('[data-key="announce.1"]')
    page.click("[data-key=digit9]")
    done = page.locator("#groups [type=submit]")
    expect(done).to_have_text("Go down to 9")
    table.desk.do(NamePlayer(1, "Ada"))
    expect(page.locator("#groups .who").first).to_contain_text("Ada")
    expect(done).to_have_text("Go down to 9")
    done.click()
    expect(done).not_to_have_text("Go down to 9")
    assert match_of(table.desk).state.number == 9
