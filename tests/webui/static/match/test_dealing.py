"""Before the first word of a round, phones ask for the deal, and play waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.match.commands import Begin
from tests.breadth import breadth
from tests.webui.asking import do, state
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import DESK, SCREEN, STRANGER, Open, say
from webui.app import create_app


def test_where_people_deal_all_pages_say_so_and_the_first_word_stands_for_it(
    table: FakeTable,
) -> None:
    real = create_app(table).test_client()
    due = say("coyote.phase.shuffle")
    for view in ("phone", "table"):
        now = state(real, view)
        assert (now["deals"], now["mustDeal"]) == (due, False)
    do(table, "announce", seat=0, number=20)
    assert state(real)["deals"] == ""
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["1", "2", "3"])
    assert state(real)["deals"] == say("coyote.phase.deal")
    table.do(Begin("coup", {}, 3))
    assert state(real)["deals"] == say("coup.phase.deal")


@pytest.mark.parametrize("path", breadth(["/", "/table"]))
def test_a_newcomer_is_told_to_deal_on_every_page(
    open_page: Open, virtual: FakeVirtual, path: str
) -> None:
    virtual.strict = True
    page = open_page(path, SCREEN, **STRANGER)
    table = open_page("/virtual", DESK)
    due = say("coyote.phase.shuffle")
    expect(page.locator("#focus .label")).to_have_text(due)
    expect(table.locator("#now")).to_contain_text(say("page.now.deal"))
    expect(table.locator("#dock")).to_be_hidden()
    table.click("#deal")
    expect(table.locator("#dock")).to_be_visible()
    expect(page.locator("#focus .label")).not_to_have_text(due)
