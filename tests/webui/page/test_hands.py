"""Cards of hands on a phone: what a tap lays is offered to who plays the hand, to nobody else."""

from __future__ import annotations

from typing import cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee.match.commands import Begin
from referee.reports.tabletop import Draw, HeldCard, Tabletop
from referee.reports.virtual_acts import Tap, VirtualAct
from referee.words import Voice
from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import say
from webui.page.scene import visible_hands
from webui.port import Virtual


class Open:
    """A virtual table whose hands all may look at, as in a game of territories."""

    def scene(self) -> Tabletop:
        every = (0, 1)
        return Tabletop(
            mat_mm=(1, 1),
            card_mm=(1, 1),
            placed=(),
            hands=(("a",), ("b",)),
            faces={"a": "duke", "b": "duke"},
            pile=0,
            discards=0,
            faults={},
            version=1,
            held=dict.fromkeys("ab", HeldCard(taps=("middle",))),
            sees=(every, every),
            open=every,
            players=every,
        )

    def tray(self) -> tuple[str, ...]:
        return ("duke",)

    def face_svg(self, card: str) -> str:
        return card

    def back_svg(self) -> str:
        return ""


def test_a_hand_that_one_only_looks_at_offers_no_card_to_lay() -> None:
    own, others = visible_hands(Voice("en", {}, 0), cast(Virtual, Open()), 0)
    assert (own.plays, others.plays) == (True, False)
    assert [len(card.lays) for hand in (own, others) for card in hand.cards] == [1, 0]


def test_a_phone_deals_what_is_due_and_never_again(
    app: Flask, client: FlaskClient, table: FakeTable, virtual: FakeVirtual
) -> None:
    virtual.strict = True
    sit_down(client, table, 0)
    assert client.get("/api/state").get_json()["mustDeal"]
    assert client.post("/virtual/deal", json={}).status_code == 200
    assert all(virtual.scene().hands)
    sentence(client.post("/virtual/deal", json={}), 409, "page.error.not_offered")
    sentence(phone(app).post("/virtual/deal", json={}), 403, "page.error.not_host")


def test_a_phone_draws_what_its_own_seat_owes_and_nothing_else(
    app: Flask,
    client: FlaskClient,
    table: FakeTable,
    virtual: FakeVirtual,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, acts = virtual.scene, list[VirtualAct]()
    owed = {"pile": Draw(0, 1)}
    monkeypatch.setattr(virtual, "scene", lambda: replace(scene(), draws=owed))
    monkeypatch.setattr(virtual, "do", acts.append)
    other = phone(app)
    sit_down(client, table, 0)
    sit_down(other, table, 1)
    mine, others = (one.get("/api/state").get_json()["draws"] for one in (client, other))
    assert (mine, others) == ([{"pile": "pile", "text": say("page.draws.own", count=1)}], [])
    sentence(other.post("/virtual/tap", json={"id": "pile"}), 403, "page.error.other_hand")
    sentence(client.post("/virtual/tap", json={"id": "a card"}), 403, "page.error.other_hand")
    assert client.post("/virtual/tap", json={"id": "pile"}).status_code == 200
    owed["pile"] = Draw(None, 2)  # Whoever is there turns the cards up.
    for one in (client, other):
        text = say("page.draws.turn", count=2)
        assert one.get("/api/state").get_json()["draws"] == [{"pile": "pile", "text": text}]
        assert one.post("/virtual/tap", json={"id": "pile"}).status_code == 200
    assert acts == 3 * [Tap("pile")]


@pytest.mark.usefixtures("virtual")
def test_the_virtual_table_says_you_to_a_person_alone_with_bots(
    app: Flask, host: FlaskClient, table: FakeTable
) -> None:
    def label() -> object:
        return host.get("/api/state?view=virtual").get_json()["focus"]["label"]

    table.do(Begin("ogallala", {}, 2, levels=("", "fair")))
    assert label() == say("ogallala.focus.draw.to_seat")
    sit_down(phone(app), table, 0)  # The phone speaks to its player, and the laptop to both.
    assert label() == say("ogallala.focus.draw", seat=0)
    table.do(Begin("ogallala", {}, 2))
    assert label() == say("ogallala.focus.draw", seat=0)
