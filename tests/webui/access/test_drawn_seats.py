"""In a drawn match the draw says who plays at each seat, whatever phones show or held before."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.actor import HOST
from referee.club.own_results import OwnResults
from referee.hub.messages import Seated
from referee.match.commands import Again, Begin, HandOver, NamePlayer, Teach
from referee.match.desk import Snapshot
from referee.match.resuming import resume_match
from referee.match.running import PlayedMatch
from tests.matches import match_of
from tests.webui.access.test_approvals import notes
from tests.webui.access.test_people import finish
from tests.webui.asking import announce, phone, sentence, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.routes.test_club import FakeClub, post
from webui.app import create_app
from webui.rescue import TableRescue

DRAWN = ("Di", "Ada", "Eve")


class Evening:
    """A table of a club, with phones that stay in the pockets of their people."""

    def __init__(self, table: FakeTable) -> None:
        self.table, self.club = table, FakeClub()
        self.phones = dict[str, FlaskClient]()
        self.open()

    def open(self) -> None:
        """Start the pages, as after a restart; every phone keeps its cookie."""
        self.app: Flask = create_app(self.table, None, club=self.club, host_code=CODE)
        self.host = phone(self.app, "127.0.0.1")
        before, self.phones = self.phones, {}
        for name, client in before.items():
            again = self.phones[name] = phone(self.app, client.environ_base["REMOTE_ADDR"])
            for cookie in (client._cookies or {}).values():
                again.set_cookie(cookie.key, cookie.value)

    def sits(self, name: str, seat: int, called: str | None = None) -> FlaskClient:
        """Let somebody's phone take a seat; it is called as its player, or by a nickname."""
        client = self.phones.get(name) or phone(self.app, f"192.0.2.{30 + len(self.phones)}")
        self.phones[name] = client
        sit_down(client, self.table, seat)
        asked = client.get("/api/state").get_json()["sitting"]
        body = {"id": asked["id"], "name": name if called is None else called}
        assert client.post("/api/seat/sit", json=body).status_code == 200
        return client

    def draws(self, *players: str, round_: int = 1, others: tuple[str, ...] = ()) -> int:
        """Let the hub draw a match, and the host begin it."""
        self.club.drawn = Seated("Cup", round_, 1, "coyote", players, others=others)
        page = self.host.get("/club").get_data(as_text=True)
        leaves = re.search('name="leaves" value="([0-9]+)"', page)
        return post(self.host, "begin", leaves=leaves[1] if leaves else "")

    def seat(self, name: str) -> int | None:
        """Return the seat of somebody's phone."""
        you: int | None = self.phones[name].get("/api/state").get_json()["you"]
        return you

    def shown(self) -> list[str]:
        answer = self.host.get("/api/state").get_json()
        return [seat["given"] for seat in answer["seats"]]

    def reported(self) -> tuple[str, ...]:
        """Return the players for whom the club counts the match that has just ended."""
        match = self.now
        finish(self.table)
        results = OwnResults(self.table.desk, 0).all()
        return results[match.match].players

    @property
    def now(self) -> Snapshot:
        return match_of(self.table.desk)


@pytest.fixture
def evening(table: FakeTable) -> Iterator[Evening]:
    made = Evening(table)
    yield made
    made.app.extensions["web"].updates.close()


@pytest.mark.parametrize("before", ["a drawn match", "a match that nobody drew"])
def test_the_drawn_player_plays_whoever_held_the_phone(evening: Evening, before: str) -> None:
    if before == "a drawn match":
        assert evening.draws("Eve", "Fay", "Ada") == 303
    for seat, name in enumerate(("Eve", "Fay", "Ada")):
        evening.sits(name, seat)
    updates, sent = evening.app.extensions["web"].updates, list[int]()
    silent = evening.table.listen(lambda: sent.append(updates.version))  # what open pages show
    if before == "a drawn match":
        assert evening.draws(*DRAWN, round_=2) == 303
    else:
        evening.table.desk.do(Begin("coyote", {}, 3, DRAWN, drawn="e1:2:1"), HOST)
    silent()
    assert updates.version > sent[-1], "open pages show the phones' new seats"
    assert evening.now.names == DRAWN
    assert [evening.seat(name) for name in ("Eve", "Fay", "Ada")] == [2, None, 1]
    values = {
        name: [note["text"] for note in notes(client)] for name, client in evening.phones.items()
    }
    assert "now sits at" in values["Eve"][-1]
    assert "Eve" in values["Eve"][-1]
    assert "now belongs to" in values["Fay"][-1]
    assert "Ada" in values["Fay"][-1]
    sentence(announce(evening.phones["Fay"], evening.table, 1, 5), 403, "page.error.no_seat")
    assert evening.reported() == DRAWN


def test_a_nickname_is_shown_and_the_drawn_name_counts(evening: Evening) -> None:
    foxy = evening.sits("Di", 0, "Foxy")  # before the first draw, so nobody knows whose phone it is
    evening.sits("Ada", 1)
    assert evening.draws(*DRAWN) == 303
    assert evening.shown() == [*DRAWN]
    asked = foxy.get("/api/state").get_json()["sitting"]
    assert (asked["name"], asked["drawn"]) == ("Di", True)
    foxy.post("/api/seat/sit", json={"id": asked["id"], "name": "Foxy"})
    assert evening.shown() == ["Foxy", "Ada", "Eve"]
    assert evening.now.names == DRAWN
    foxy.post("/api/seat/name", json={"name": "Vix"})
    evening.open()
    assert evening.shown() == ["Vix", "Ada", "Eve"]
    assert evening.reported() == DRAWN
    assert evening.draws("Ada", "Di", round_=2) == 303
    assert (evening.seat("Di"), evening.seat("Ada")) == (1, 0)
    assert evening.shown() == ["Ada", "Vix"]
    assert evening.reported() == ("Ada", "Di")
    evening.table.do(Again(), HOST)  # nobody drew it, and the club still knows who plays
    assert evening.reported() == ("Ada", "Di")
    assert evening.shown() == ["Ada", "Vix"]


def test_the_drawn_players_count_whatever_happens_to_their_phones(evening: Evening) -> None:
    assert evening.draws(*DRAWN) == 303
    evening.sits("Ada", 1)
    evening.table.do(NamePlayer(1, "Queen"), HOST)
    with pytest.raises(Exception, match=r"desk\.drawn_here"):
        evening.table.do(NamePlayer(0, "Queen"), HOST)
    evening.table.do(HandOver(1, "", "fair"), HOST)
    evening.sits("Ada", 1)
    evening.phones["Ada"].post("/api/seat/name", json={"name": "Addie"})
    web = evening.app.extensions["web"]
    TableRescue(evening.table, web.states, web.updates).do("anew")
    evening.table.do(Teach(), HOST)
    evening.table.do(Again(), HOST)
    begun = evening.now.match
    assert evening.draws(*DRAWN) == 303, "a second tap"
    assert evening.now.match == begun
    names = tuple(map(str.title, evening.reported()))
    assert names == DRAWN


def test_the_host_says_who_sits_where_and_a_phone_does_not(evening: Evening) -> None:
    assert evening.draws(*DRAWN) == 303
    evening.sits("Di", 0)
    taken = evening.phones["Di"].post("/api/seat/name", json={"name": "eve"})
    sentence(taken, 409, "desk.drawn_there")
    evening.table.do(NamePlayer(0, "Eve"), HOST)
    assert evening.now.names == ("Eve", "Ada", "Di")
    assert evening.seat("Di") == 2
    evening.sits("Ada", 1, "Addie")
    assert post(evening.host, "order", seat0="Ada", seat1="Ada", seat2="Di") == 400
    assert post(evening.host, "order", seat0="Ada", seat1="Di", seat2="Eve") == 303
    assert evening.now.names == ("Ada", "Di", "Eve")
    assert (evening.seat("Ada"), evening.seat("Di")) == (0, 1)
    assert "Addie" in evening.host.get("/club").get_data(as_text=True)
    assert post(evening.host, "order", seat0="Eve", seat1="Ada", seat2="Di") == 303
    begun = evening.now.match
    assert evening.draws(*DRAWN) == 303
    assert evening.now.match == begun
    again = resume_match(evening.table.desk.journal.lines(begun))
    assert isinstance(again, PlayedMatch)
    assert again.players.names == ("Eve", "Ada", "Di")
    assert evening.reported() == ("Eve", "Ada", "Di")
    assert post(evening.host, "order", seat0="Di", seat1="Ada", seat2="Eve") == 303
    assert OwnResults(evening.table.desk, 0).all()[begun].players == DRAWN, "even after the end"


def test_who_takes_over_for_a_drawn_player_counts_from_then_on(evening: Evening) -> None:
    assert evening.draws(*DRAWN) == 303
    evening.sits("Ada", 1)
    own = evening.phones["Ada"].post("/api/seat/over", json={"seat": 1, "name": "Gus"})
    sentence(own, 409, "desk.drawn_host")
    evening.table.do(HandOver(1, "Gus"), HOST)
    assert evening.seat("Ada") is None
    with pytest.raises(Exception, match=r"desk\.drawn_there"):
        evening.table.do(HandOver(0, "Eve"), HOST)
    evening.open()
    assert evening.reported() == ("Di", "Gus", "Eve")


def test_a_page_cannot_begin_a_drawn_match_by_itself(evening: Evening) -> None:
    body = {"game": "coyote", "seats": 2, "names": ["Ada", "Bo"], "drawn": "e1:1:1"}
    assert evening.host.post("/api/match", json=body).status_code == 200
    assert evening.now.drawn == ""


def test_seats_after_a_crash_between_draw_and_phones_are_set_right_at_the_start(
    evening: Evening,
) -> None:
    for seat, name in enumerate(("Eve", "Fay", "Ada")):
        evening.sits(name, seat)
    held = evening.app.extensions["web"].holders.all
    evening.table.desk.do(Begin("coyote", {}, 3, names=DRAWN, drawn="e1:1:1"), HOST)
    evening.app.extensions["web"].holders.reseat(held)  # as if the power had failed before
    evening.open()
    assert [evening.seat(name) for name in ("Eve", "Fay", "Ada")] == [2, None, 1]
    assert evening.now.names == DRAWN
