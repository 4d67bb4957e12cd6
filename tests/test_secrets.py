"""Nothing secret leaves the table: whatever may be asked for tells nothing of hidden hands.

Two tables with the same public history and different hidden hands answer alike, byte for
byte, whoever asks; a seat is shown what its game lets it look at, on its phone alone. Where no
seat has one, the host's own page of the virtual table shows all hands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from referee import library, words
from referee.match.commands import Move
from referee.match.running import Entry, Snapshot
from referee.reports import virtual_acts as acts
from referee.reports.tabletop import Tabletop
from referee.table import Layout
from referee.values import Ruling
from tests.live import SMALL, StillVirtualTable
from tests.matches import match_of
from tests.webui.asking import phone, sit_anew
from tests.webui.pages import say
from webui.app import create_app
from webui.page.leaves import form
from webui.routes.web import Web

SEATS = 3
CODE = "246810"
FRAMES = 12
# What differs between two tables for reasons of its own: clocks, and the ids of pictures; of the
# journal's entries the stamp, and the digest that covers it.
OWN = re.compile(
    rb'"(?:clock|due)":\s*\d+|data: \d+|"at":\s*"[^"]*"'
    rb'|"at(?:S)?":[\d.]+|<time[^<]*</time>|"digest":"[0-9a-f]{64}"|up_s[^,}]+'
)
PICTURE = re.compile(rb"[0-9a-f]{8}-\d+")


# What may leave the table of the referee's own values: the fields of each type, as pages name them,
# and where a page's name is another, the field that it is. To show more, add it here by hand.


class Table(StillVirtualTable):
    """A running match of Coup at a virtual table whose hands were dealt by `seed`."""

    size = SMALL

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.app = create_app(self.table, self.virtual, host_code=CODE)
        self.web: Web = self.app.extensions["web"]
        self.deal("coup", SEATS)

    def hands(self) -> list[list[str]]:
        scene = self.virtual.scene()
        return [sorted(scene.faces[id_] for id_ in hand) for hand in scene.hands]

    def client(self, seat: int | None = None, *, host: bool = False) -> FlaskClient:
        if seat is not None:
            return sit_anew(self.app, seat)
        return phone(self.app, "127.0.0.1" if host else "192.0.2.7")

    def leave(self) -> None:
        """Leave all seats without a phone."""
        for seat in range(SEATS):
            self.web.holders.free(seat)
        self.web.updates.touch()

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
    pair = Table(tmp_path_factory.mktemp("one"), 1), Table(tmp_path_factory.mktemp("other"), 4)
    first, other = pair
    assert all(a != b for a, b in zip(first.hands(), other.hands(), strict=True))
    # Both decks must be able to lay the same cards openly: enough of them are in the piles.
    for table in pair:
        table.play()
    yield pair
    for table in pair:
        for eye in table.table.watcher.eyes:
            eye.camera.close()
        table.close()


@pytest.fixture(autouse=True)
def left(tables: tuple[Table, Table]) -> Iterator[None]:
    yield
    for table in tables:
        table.leave()


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
    results: list[str] = []
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
        results += made
    views = ("phone", "table", "virtual", "calibrate", "teach", "locked", "x")
    results += [f"{path}?view={view}" for path in ("/api/state", "/stream") for view in views]
    return sorted(set(results))


def answer_of(client: FlaskClient, path: str) -> tuple[int, bytes]:
    """Return what is answered, without what differs for reasons of its own."""
    with client.get(path, buffered=False) as answer:
        if path.startswith("/stream"):
            pieces = answer.iter_encoded()
            data = b"".join(next(pieces) for _ in range(2)) if answer.status_code == 200 else b""
        else:
            data = answer.get_data()
    return answer.status_code, PICTURE.sub(b"picture", OWN.sub(b"", data))


def hide_elsewhere(table: Table, seen: Collection[int]) -> None:
    """Deal what lies in the pile and in all hands but some again: other faces, all else alike."""
    table.deal_otherwise(seen, Random(1))
    table.web.updates.touch()


def test_every_address_tells_who_plays_at_no_seat_the_same_of_different_hands(
    tables: tuple[Table, Table],
) -> None:
    addresses = paths(tables[0])
    assert {"/", "/table", "/camera.jpg", "/stream?view=phone"} <= set(addresses)
    assert len(addresses) > 50
    first, other = (table.client() for table in tables)
    for path in addresses:
        assert answer_of(first, path) == answer_of(other, path), path


def test_a_laptop_between_phones_tells_nothing_of_any_hand(tables: tuple[Table, Table]) -> None:
    for table in tables:
        for seat in range(SEATS):
            table.client(seat)
    first, other = (table.client(host=True) for table in tables)
    for path in paths(tables[0]):
        assert answer_of(first, path) == answer_of(other, path), path
    scene = first.get("/api/state?view=virtual").get_json()["scene"]
    assert not {card for hand in scene["hands"] for card in hand} & {*scene["faces"]}
    for seat in range(SEATS):
        assert first.post("/virtual/look", json={"seat": seat}).status_code == 403


def test_alone_at_the_laptop_its_page_shows_all_hands_and_no_other_does(
    tables: tuple[Table, Table],
) -> None:
    first, other = (table.client(host=True) for table in tables)
    differ = {path for path in paths(tables[0]) if answer_of(first, path) != answer_of(other, path)}
    virtual = {"/virtual", "/api/state?view=virtual", "/stream?view=virtual"}
    assert differ == virtual  # which also shows that the comparison can fail
    scene = first.get("/api/state?view=virtual").get_json()["scene"]
    assert scene["note"] in {say("page.hands.alone", locale) for locale in words.LOCALES}


def test_a_seat_is_told_the_same_whatever_others_hold(tables: tuple[Table, Table]) -> None:
    table, _ = tables
    client = table.client(1)
    assert client.get("/camera.jpg").status_code == 200
    for _ in range(2):  # once for the cookies that are set on the way
        before = {path: answer_of(client, path) for path in paths(table)}
    hide_elsewhere(table, {1})
    for path, was in before.items():
        assert answer_of(client, path) == was, path
    hide_elsewhere(table, ())
    differ = {path for path, was in before.items() if answer_of(client, path) != was}
    own = {f"{path}{view}" for path in ("/api/state", "/stream") for view in ("", "?view=phone")}
    assert differ == {"/", *own}


def test_a_seat_without_a_phone_looks_at_its_own_hand_and_no_phone_may(
    tables: tuple[Table, Table],
) -> None:
    table, _ = tables
    phone, laptop = table.client(0), table.client(host=True)
    shown = laptop.post("/virtual/look", json={"seat": 2}).get_json()["hands"]
    scene = table.virtual.scene()
    assert [hand["hand"] for hand in shown] == [2]
    assert {card["id"] for card in shown[0]["cards"]} == set(scene.hands[2])
    assert laptop.post("/virtual/look", json={"seat": 0}).status_code == 403
    assert laptop.post("/virtual/look", json={"seat": 9}).status_code == 404
    assert phone.post("/virtual/look", json={"seat": 2}).status_code == 403
    note = laptop.get("/api/state?view=virtual").get_json()["scene"]["note"]
    assert "■" in note


def test_no_id_tells_which_card_it_is_nor_which_it_was(tables: tuple[Table, Table]) -> None:
    first, other = (table.virtual.scene() for table in tables)
    assert first.hands == other.hands
    card = first.hands[0][0]
    for table in tables:
        table.virtual.do(acts.Show(card, "middle"))
        table.virtual.do(acts.PutBack(card))
        table.virtual.do(acts.Hold("pile", 0))
        now = table.virtual.scene()
        assert not set(now.hands[0]) & set(first.faces), "a card out of the pile, in a mixed hand"


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
def test_nobody_but_the_host_touches_cards_that_are_not_theirs(
    tables: tuple[Table, Table], path: str
) -> None:
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
    table.leave()
    for seat in (None, 1, 2):
        answer = table.client(seat).post(f"/virtual/{path}", json=bodies.get(path, {"id": card}))
        deals = path == "deal" and seat is not None  # A phone may deal, but only what is due.
        assert answer.status_code == (409 if deals else 403)
        assert table.virtual.scene() == before


def test_no_match_no_state_no_move_and_no_ruling_can_be_part_of_a_page() -> None:
    games = [library.game(name) for name in library.names()]
    moves = [kind for game in games for kind in game.rules.moves.values()]
    for kind in (
        Snapshot,
        Entry,
        Ruling,
        Layout,
        Tabletop,
        *(g.rules.state for g in games),
        *moves,
    ):
        with pytest.raises(TypeError, match="may not leave the table"):
            form(kind)
