"""The page of a table's club: what is drawn begins by its host's word, and ends nothing unasked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from flask.testing import FlaskClient

from referee.actor import Actor
from referee.club.results import Places
from referee.contract import Message
from referee.hub.messages import Seated
from referee.match.commands import Move
from referee.match.people.forgetting import Person
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.pages import say
from webui.access.guard import FORM
from webui.app import create_app
from webui.port import ClubStatus, UnfinishedMatch

NAMES = ("Maximiliane Mustermann", "Bo")
HOST = {"REMOTE_ADDR": "127.0.0.1", "HTTP_ACCEPT": "text/html", "HTTP_ACCEPT_LANGUAGE": "en"}


@dataclass
class FakeClub:
    """A club that has drawn a round, and keeps what the page asks of it."""

    drawn: Seated | None
    named: list[str] = field(default_factory=list)

    def status(self) -> ClubStatus | None:
        return ClubStatus("The club", "Table 1", 0, None, self.drawn)

    def unfinished_match(self) -> UnfinishedMatch | None:
        return UnfinishedMatch(1, NAMES, {})

    def join(self, address: str, code: str, name: str) -> None:  # noqa: ARG002
        self.named.append(name)

    def leave(self) -> None:
        raise NotImplementedError

    def state(self, match: int, places: Places, by: Actor) -> None:
        raise NotImplementedError

    def forget_person(self, person: Person) -> Message | None:  # noqa: ARG002
        return None

    def codes(self) -> tuple[str, ...]:
        return ()


@pytest.fixture
def club() -> FakeClub:
    return FakeClub(Seated("Cup", 1, 1, "coyote", NAMES))


@pytest.fixture
def host(table: FakeTable, virtual: FakeVirtual, club: FakeClub) -> FlaskClient:
    made = create_app(table, virtual, club=club).test_client()
    made.environ_base |= {**HOST, "HTTP_ORIGIN": "http://localhost"}
    return made


def post(client: FlaskClient, what: str, **form: str) -> int:
    return client.post(f"/club/{what}", data=form, content_type=FORM).status_code


def test_the_drawn_match_leaves_another_only_where_its_host_has_read_so(
    table: FakeTable, host: FlaskClient
) -> None:
    on = match_of(table.desk).match
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    page = host.get("/club").get_data(as_text=True)
    assert say("club.match_on") in page
    assert post(host, "begin") == 409
    assert match_of(table.desk).match == on
    leaves = re.search('name="leaves" value="([0-9]+)"', page)
    assert leaves
    assert post(host, "begin", leaves=leaves[1]) == 303
    begun = match_of(table.desk)
    assert begun.names == NAMES
    assert post(host, "begin", leaves=leaves[1]) == 303
    assert match_of(table.desk).match == begun.match, "a second tap"
    page = host.get("/club").get_data(as_text=True)
    assert say("club.begun") in page
    assert "/club/begin" not in page


def test_names_are_shown_as_names(table: FakeTable, host: FlaskClient, club: FakeClub) -> None:
    club.drawn = Seated("Cup", 1, 1, "coyote", ("\u202eAda\n", "B\0o"))
    post(host, "begin")
    assert match_of(table.desk).names == ("Ada", "Bo")
    assert post(host, "join", name="\u202e\0 ") == 400
    assert post(host, "join", name="Table\n 1") == 303
    assert club.named == ["Table 1"]


@pytest.mark.parametrize("drawn", [None, ("chess", NAMES), ("coyote", ("Ada",))])
def test_what_cannot_be_begun_is_refused_and_the_match_goes_on(
    table: FakeTable, host: FlaskClient, club: FakeClub, drawn: tuple[str, tuple[str, ...]] | None
) -> None:
    on = match_of(table.desk)
    club.drawn = None if drawn is None else Seated("Cup", 1, 1, *drawn)
    assert post(host, "begin") == 409
    assert match_of(table.desk).seq == on.seq


@pytest.mark.parametrize("place", ["9" * 5000, "²", "", "-1"])
def test_a_place_that_is_none_is_refused(host: FlaskClient, place: str) -> None:
    assert post(host, "state", seat0=place, seat1="2") == 400
