"""What scripts would else find out by comparing words: said once, as data of the state."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from referee import library
from referee.match.commands import Begin, Move
from referee.reports.virtual_acts import Deal
from referee.table import Zone
from referee.words import Voice
from tests.matches import match_of
from tests.webui.asking import count_cards, state
from tests.webui.drawn import planned
from tests.webui.fake import FakeTable, FakeVirtual
from webui.page.scene import seat_homes

VOICE = Voice("en")
MATS = [
    (game, seats)
    for game in library.names()
    for seats in (library.game(game).seats[0], library.game(game).seats[-1])
]


def test_until_the_deal_is_done_nobody_is_told_to_act_or_offered_a_move(
    host: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    for game, due in (("coyote", "shuffle"), ("coup", "deal")):
        table.desk.do(Begin(game, {}, 3))
        for page in ("virtual", "table", "phone"):
            now = state(host, page)
            assert now["mustDeal"]
            assert now["focus"]["label"] == VOICE.key(f"{game}.phase.{due}")
            assert {seat["cue"] for seat in now["seats"]} <= {"idle", "wait"}
            assert {entry["by"] for entry in now["offers"]} <= {"host"}
    table.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    virtual.do(Deal())
    count_cards(table, "20", "max-", "-5")
    counted, cards = state(host, "virtual"), len(match_of(table.desk).view(None).seats)
    assert counted["mustDeal"]
    assert counted["focus"]["value"] == "−25 < 16"
    virtual.do(Deal())
    for page in ("virtual", "table", "phone"):
        now = state(host, page)
        assert now["focus"]["value"] == (counted["focus"]["value"] if page == "table" else "")
        assert [seat["notes"] for seat in now["seats"]] == [[], [], []]
        assert now["roundText"] != counted["roundText"]
        pile = sum(match_of(table.desk).options.deck.values()) - 2 * cards  # of two rounds
        assert now["facts"][1] == VOICE.key("coyote.fact.pile", count=pile)


def test_every_seat_sits_before_a_zone_of_its_own() -> None:
    for game, seats in MATS:
        plan = planned(game, seats)
        homes = list(seat_homes(plan.size_mm, plan.zones))
        assert [home.seat for home in homes][:seats] == list(range(min(seats, len(homes))))
        width, height = plan.size_mm
        for home in homes:
            assert Zone.parse(home.zone).seat == home.seat, (game, seats)
            left, top, right, bottom = plan.zones[home.zone]
            away = {"left": left, "top": top, "right": width - right, "bottom": height - bottom}
            assert away[home.edge] <= min(away.values()) + 1, (game, seats)
            upright = home.edge in ("left", "right")
            first, last, long = (top, bottom, height) if upright else (left, right, width)
            assert first / long < home.along < last / long, (game, seats)


@pytest.mark.parametrize("view", ["phone", "table", "virtual"])
def test_a_bots_word_is_at_its_seat_and_in_the_banner(
    client: FlaskClient, table: FakeTable, view: str
) -> None:
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3, levels=("", "fair", "fair")))
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    called = table.desk.do(Move({"move": "challenge", "seat": 1}))
    assert called.outcry is not None
    shown, word = state(client, view), VOICE.say(called.outcry.words)
    assert [seat["says"] for seat in shown["seats"]] == ["", word, ""]
    assert word in shown["moment"]["acts"][0]["line"]
    table.desk.do(Move({"move": "cards_read", "cards": ["20", "1", "2"]}))
    shown = state(client, view)
    assert not any(seat["says"] for seat in shown["seats"])
    assert word not in shown["moment"]["acts"][0]["line"]
