"""Cards of hands on a phone: what a tap lays is offered to who plays the hand, to nobody else."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from referee.contract import Message
from referee.reports.tabletop import TableDuty
from referee.reports.virtual_acts import CarryOut, Tap, VirtualAct
from tests.webui.asking import phone, sentence, sit_down
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import say


def test_a_phone_deals_and_draws_what_its_own_seat_owes_and_nothing_else(
    app: Flask,
    client: FlaskClient,
    table: FakeTable,
    virtual: FakeVirtual,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    virtual.strict = True
    sit_down(client, table, 0)
    assert client.get("/api/state").get_json()["mustDeal"]
    assert client.post("/virtual/deal", json={}).status_code == 200
    assert all(virtual.scene().hands)
    sentence(client.post("/virtual/deal", json={}), 409, "page.error.not_offered")
    sentence(phone(app).post("/virtual/deal", json={}), 403, "page.error.not_host")
    scene, acts = virtual.scene, list[VirtualAct]()
    draws = Message("page.draws", {"seat": 0, "count": 1})
    due = [TableDuty("draw", draws, 0, ("pile",), 1)]
    monkeypatch.setattr(virtual, "scene", lambda: replace(scene(), duties=tuple(due)))
    monkeypatch.setattr(virtual, "do", acts.append)
    other = phone(app)
    sit_down(other, table, 1)
    mine, others = (
        flask_client.get("/api/state").get_json()["duties"] for flask_client in (client, other)
    )
    assert ([duty["text"] for duty in mine], others) == ([say("page.draws.to_seat", count=1)], [])
    sentence(other.post("/virtual/carry", json={"id": "draw"}), 403, "page.error.other_hand")
    gives = {"id": "pile", "seat": 1}  # What is drawn goes into one's own hand.
    sentence(client.post("/virtual/hold", json=gives), 403, "page.error.other_hand")
    sentence(client.post("/virtual/carry", json={"id": "done"}), 409, "page.error.not_offered")
    sentence(other.post("/virtual/tap", json={"id": "pile"}), 403, "page.error.other_hand")
    sentence(client.post("/virtual/tap", json={"id": "a card"}), 403, "page.error.other_hand")
    assert client.post("/virtual/tap", json={"id": "pile"}).status_code == 200
    due[0] = replace(due[0], seat=None)  # Whoever is there may do it.
    for item in (client, other):
        assert item.post("/virtual/carry", json={"id": "draw"}).status_code == 200
    assert acts == [Tap("pile"), *2 * [CarryOut("draw")]]
