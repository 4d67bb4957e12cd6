"""Nothing secret leaves the table: whatever may be asked for tells nothing of hidden hands.

Two tables with the same public history and different hidden hands answer alike, byte for
byte, whoever asks; only the host's own page of the virtual table shows how the cards lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware.running.build import build_virtual_table
from firmware.running.table import RunningTable
from firmware.virtual.table import VirtualTable
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.reports import hands as acts
from tests.matches import match_of
from webui.app import create_app

SEATS = 3
CODE = "246810"
FRAMES = 12
# What differs between two tables for reasons of its own: clocks, and the ids of pictures; of the
# journal's entries the stamp, and the digest that covers it.
OWN = re.compile(rb'"(?:clock|due)":\s*\d+|data: \d+|"at":\s*"[^"]*"|\d+\.\d+, "[0-9a-f]{64}"')
PICTURE = re.compile(rb"[0-9a-f]{8}-\d+")


class Table:
    """A running match of Coup at a virtual table whose hands were dealt by `seed`."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.desk = Desk.open(folder / f"{seed}.sqlite")
        self.table: RunningTable
        self.virtual: VirtualTable
        self.table, self.virtual = build_virtual_table(self.desk, seed=seed, sound=False)
        self.table.desk.listen(self.table._follow)
        self.app = create_app(self.table, self.virtual, host_code=CODE)
        self.desk.do(Begin("coup", {}, SEATS))
        self.virtual.do(acts.Deal())

    def hands(self) -> list[list[str]]:
        scene = self.virtual.scene()
        return [sorted(scene.faces[id_] for id_ in hand) for hand in scene.hands]

    def client(self, seat: int | None = None, *, host: bool = False) -> FlaskClient:
        made = self.app.test_client()
        address = "127.0.0.1" if host else "192.0.2.7"
        made.environ_base |= {"REMOTE_ADDR": address, "HTTP_ACCEPT_LANGUAGE": "en"}
        if seat is not None:
            self.app.extensions["web"].holders.free(seat)
            assert made.post("/api/seat/take", json={"seat": seat}).status_code == 200
            assert self.app.extensions["web"].consent.press(seat)
        return made

    def play(self) -> None:
        """Show a Duke and turn up a Captain, as the camera reads them off the mat."""
        self.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
        self.desk.do(Move({"move": "challenge", "seat": 1}))
        for card, x_mm, y_mm, move in (
            ("duke", 300, 210, "card_shown"),
            ("captain", 55, 160, "card_turned"),
        ):
            self.virtual.do(acts.Lay(card, True))
            laid = self.virtual.scene().placed[-1]
            self.virtual.do(acts.Place(laid.id, x_mm, y_mm, 0.0, True))
            for _ in range(FRAMES):
                self.table.watcher.step()
            match = match_of(self.desk)
            assert match.log[-1].move.__struct_config__.tag == move


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Table]]:
    folder = tmp_path_factory.mktemp("tables")
    pair = Table(folder, 1), Table(folder, 4)
    one, other = pair
    assert all(a != b for a, b in zip(one.hands(), other.hands(), strict=True))
    # Both decks must be able to lay the same cards openly: enough of them are in the piles.
    for table in pair:
        table.play()
    yield pair
    for table in pair:
        table.table.panel.close()
        table.desk.close()


def paths(table: Table) -> list[str]:
    """Return every address that can be asked for, its blanks filled with all that one may try."""
    scene = table.virtual.scene()
    ids = [*scene.faces, *(f"{name}.png" for name in scene.faces), "c1", "0", "pile"]
    fillings = {
        "proof_id": ids,
        "card": ["duke", "assassin", "captain", "ambassador", "contessa", "none", "c1"],
        "tag": ["en", "fr", "xx"],
        "filename": ["virtual/virtual.js", "../../journal.sqlite"],
        "name": ["coup"],
        "picture": ["duke"],
    }
    found: list[str] = []
    for rule in table.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        made = [rule.rule]
        for blank in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule):
            made = [
                re.sub(rf"<(?:\w+:)?{blank}>", filling, path)
                for path in made
                for filling in fillings.get(blank, ["x"])
            ]
        found += made
    views = ("phone", "table", "virtual", "calibrate", "teach", "locked", "x")
    found += [f"{path}?view={view}" for path in ("/api/state", "/stream") for view in views]
    return sorted(set(found))


def told(client: FlaskClient, path: str) -> tuple[int, bytes]:
    """Return what is answered, without what differs for reasons of its own."""
    with client.get(path, buffered=False) as answer:
        if path.startswith("/stream"):
            pieces = answer.iter_encoded()
            data = b"".join(next(pieces) for _ in range(2)) if answer.status_code == 200 else b""
        else:
            data = answer.get_data()
    return answer.status_code, PICTURE.sub(b"picture", OWN.sub(b"", data))


def who(host: bool) -> dict[str, dict[str, Any]]:
    if host:
        return {"host": {"host": True}}
    return {"stranger": {}, **{f"seat {seat}": {"seat": seat} for seat in range(SEATS)}}


def test_every_address_tells_everybody_the_same_of_different_hands(
    tables: tuple[Table, Table],
) -> None:
    addresses = paths(tables[0])
    assert {"/", "/table", "/camera.jpg", "/stream?view=phone"} <= set(addresses)
    assert len(addresses) > 50
    for name, how in who(host=False).items():
        one, other = (table.client(**how) for table in tables)
        assert one.get("/camera.jpg").status_code == (403 if name == "stranger" else 200)
        for path in addresses:
            assert told(one, path) == told(other, path), f"{path} to {name}"


def test_only_the_hosts_page_of_the_virtual_table_shows_how_the_cards_lie(
    tables: tuple[Table, Table],
) -> None:
    one, other = (table.client(host=True) for table in tables)
    differ = {path for path in paths(tables[0]) if told(one, path) != told(other, path)}
    virtual = {"/virtual", "/api/state?view=virtual", "/stream?view=virtual"}
    assert differ == virtual  # which also shows that the comparison can fail


def test_pictures_of_open_cards_are_for_all_and_the_hidden_ones_have_none(
    tables: tuple[Table, Table],
) -> None:
    for table in tables:
        client = table.client()
        state = client.get("/api/state").get_json()
        proofs = [card["proof"] for card in state["count"]["cards"]]
        assert proofs
        for proof in proofs:
            assert client.get(f"/proof/{proof}").status_code == 200
        hidden = [id_ for hand in table.virtual.scene().hands for id_ in hand]
        for id_ in hidden:
            assert client.get(f"/proof/{id_}").status_code == 404


@pytest.mark.parametrize("path", ["place", "take", "hold", "back", "show", "deal", "reveal"])
def test_nobody_but_the_host_touches_the_cards(tables: tuple[Table, Table], path: str) -> None:
    table, _ = tables
    card = table.virtual.scene().hands[0][0]
    bodies = {
        "place": {"id": card, "x_mm": 300, "y_mm": 200},
        "hold": {"id": card, "seat": 1},
        "show": {"id": card, "zone": "middle"},
        "deal": {},
        "reveal": {},
    }
    before = table.virtual.scene()
    for how in who(host=False).values():
        answer = table.client(**how).post(f"/virtual/{path}", json=bodies.get(path, {"id": card}))
        assert answer.status_code == 403
        assert table.virtual.scene() == before
