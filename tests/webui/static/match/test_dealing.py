"""Before the first word of a round, phones ask for the deal, and play waits."""

from __future__ import annotations

from referee.match.commands import Begin
from tests.webui.asking import do, phone, state
from tests.webui.fake import FakeTable
from tests.webui.pages import say
from webui.app import create_app


def test_where_people_deal_all_pages_say_so_and_the_first_word_stands_for_it(
    table: FakeTable,
) -> None:
    real = create_app(table).test_client()
    due = say("coyote.phase.shuffle")
    for view in ("phone", "table"):
        now = state(real, view)
        assert (now["deals"], now["mustDeal"]) == (due, False)
    assert state(phone(real.application))["deals"] == say("page.dealing")  # a stranger cannot deal
    do(table, "announce", seat=0, number=20)
    assert state(real)["deals"] == ""
    do(table, "challenge", seat=1)
    do(table, "cards_read", cards=["1", "2", "3"])
    assert state(real)["deals"] == say("coyote.phase.deal")
    table.do(Begin("coup", {}, 3))
    assert state(real)["deals"] == say("coup.phase.deal")
