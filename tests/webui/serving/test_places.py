"""Places for streams: kept for seats, hosts and the big screen; strangers give way to them."""

from __future__ import annotations

import json
import select
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.contract import Message
from referee.reports.status import Part
from tests.process import eventually
from tests.webui.asking import announce, cookie_header, do, phone, seated_phone, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import STRANGER, Open, say
from tests.webui.serving.test_connections import connected, heard
from webui.app import STREAMS, STREAMS_EACH
from webui.serving.places import Places
from webui.serving.serve import Server
from webui.serving.watchers import (
    SCREEN_AWAY_S,
    SCREEN_STREAMS,
    SCREENS,
    Follower,
    Screens,
    Watcher,
)

addresses = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.0/8 is one address here")

NAME = "192.0.2.1"  # under which no machine asks itself


def opened(
    held: ExitStack, server: Server, address: str, view: str = "phone", cookie: str = ""
) -> bytes:
    """Ask for a stream that stays open; return how it is answered."""
    sock = held.enter_context(connected(server, address))
    answer = f"Cookie: {cookie}\r\n" if cookie else ""
    sock.sendall(f"GET /stream?view={view} HTTP/1.1\r\nHost: {NAME}\r\n{answer}\r\n".encode())
    return heard(sock, b"\r\n\r\n").split(b"\r\n")[0]


@pytest.fixture
def flooded(app: Flask, server: Server) -> Iterator[ExitStack]:
    """Fifteen addresses with eight streams each: all places."""
    with ExitStack() as held:
        for number in range(STREAMS):
            address = f"127.0.5.{1 + number // STREAMS_EACH}"
            assert opened(held, server, address).endswith(b"200 OK")
        assert len(app.extensions["web"].streams.taken) == STREAMS
        assert b"503" in opened(held, server, "127.0.5.99")
        yield held


@addresses
def test_strangers_give_way_to_seats_hosts_and_the_big_screen(
    app: Flask, table: FakeTable, server: Server, flooded: ExitStack
) -> None:
    """Fifteen addresses with eight streams each: all got 503, the seats and the host, too."""
    seated, host = phone(app), phone(app)
    sit_down(seated, table, 0)
    host.post("/api/host", json={"code": CODE})
    cookies = cookie_header(seated), cookie_header(host)
    for _ in range(2):
        for number, cookie in enumerate(cookies, 1):
            assert opened(flooded, server, f"127.0.6.{number}", cookie=cookie).endswith(b"OK")
        assert opened(flooded, server, "127.0.6.3", view="table").endswith(b"OK")
    assert b"503" in opened(flooded, server, "127.0.6.4")
    assert len(app.extensions["web"].streams.taken) == STREAMS


@addresses
def test_a_stranger_who_reads_nothing_gives_way(
    app: Flask, table: FakeTable, server: Server
) -> None:
    """What waits for its reader is over with the connection."""
    app.extensions["web"].streams.most = STREAMS_EACH
    seated = seated_phone(app, table, 0)

    def full() -> int:
        """Return how many of the stranger's connections take no more."""
        results: list[Any] = [
            held for held in list(server.connections.taken) if held.group == "127.0.5.1"
        ]
        held = [entry.socket for entry in results]
        return len(held) - len(select.select([], held, [], 0)[1])

    with ExitStack() as held:
        for _ in range(STREAMS_EACH):
            assert opened(held, server, "127.0.5.1").endswith(b"200 OK")
        numbers = count()

        def stuck() -> bool:
            text = Message("page.error.no_such_address", {"address": f"<{next(numbers)}>" * 9000})
            table.parts = (Part("camera", False, text),)
            table.change()
            return full() == STREAMS_EACH

        eventually(stuck)
        for _ in range(STREAMS_EACH):
            reply = opened(held, server, "127.0.6.1", cookie=cookie_header(seated))
            assert reply.endswith(b"200 OK")
        eventually(
            lambda: "127.0.5.1" not in {item.group for item in list(server.connections.taken)},
        )


@addresses
def test_all_phones_behind_one_address_have_their_streams(
    app: Flask, table: FakeTable, server: Server
) -> None:
    """One router between: its strangers are counted together, its seats each for itself."""
    host = phone(app)
    host.post("/api/host", json={"code": CODE})
    cookies = [cookie_header(host)]
    for seat in range(3):
        seated = seated_phone(app, table, seat)
        cookies.append(cookie_header(seated))
    with ExitStack() as held:
        for _ in range(STREAMS_EACH):
            assert opened(held, server, "127.0.6.1").endswith(b"200 OK")
        assert b"503" in opened(held, server, "127.0.6.1")
        for shown in [*cookies, *cookies, *cookies]:
            assert opened(held, server, "127.0.6.1", cookie=shown).endswith(b"200 OK")


def stream_reader(name: str, ended: list[str]) -> Mock:
    """Return the reader of a stream, who notes its name in `ended` when they lose their place."""
    return Mock(has_left=lambda: False, end=lambda: ended.append(name))


def watcher(group: str, *, kept: bool = False) -> Watcher:
    return Watcher(lambda: Follower(group, kept))


def test_who_has_left_a_seat_is_a_stranger() -> None:
    sits = [True]
    streams, ended = Places[Watcher](2, 8), list[str]()
    assert streams.take(Watcher(lambda: Follower("a"), stream_reader("a", ended)))
    was = Follower("token", kept=True)
    assert streams.take(
        Watcher(lambda: was if sits[0] else Follower("b"), stream_reader("b", ended))
    )
    assert streams.take(watcher("c", kept=True))
    assert ended == ["a"]
    assert not streams.take(watcher("c", kept=True))
    sits[0] = False
    assert streams.take(watcher("c", kept=True))
    assert ended == ["a", "b"]


def test_the_oldest_of_the_address_with_most_gives_way() -> None:
    streams, ended = Places[Watcher](5, 8), list[str]()
    for name in ("a1", "b1", "b2", "a2", "b3"):
        streams.take(Watcher(partial(Follower, name[0]), stream_reader(name, ended)))
    for _ in range(5):
        assert streams.take(watcher("seat", kept=True))
    assert ended == ["b1", "a1", "b2", "a2", "b3"]
    assert not streams.take(watcher("host", kept=True))


def test_a_seat_has_so_many_streams_and_takes_no_other_seats() -> None:
    streams = Places[Watcher](5, 2)
    taken = [streams.take(watcher("seat", kept=True)) for _ in range(3)]
    assert taken == [True, True, False]
    assert streams.is_crowded(watcher("seat", kept=True))
    assert not streams.is_crowded(watcher("seat"))  # an address of that name
    assert streams.take(watcher("other", kept=True))


def test_a_screens_place_is_kept_while_it_is_away_and_no_crowd_takes_it() -> None:
    now_s = 0.0
    screens = Screens(now_s=lambda: now_s)
    shows = screens.enter("screen")
    assert shows is not None
    posing = [screens.enter(f"stranger {number}") for number in range(SCREENS)]
    assert [item is not None for item in posing] == [True] * (SCREENS - 1) + [False]
    shows()
    shows()  # once is enough
    now_s += SCREEN_AWAY_S
    assert [screens.enter("screen") is not None for _ in range(SCREEN_STREAMS + 1)] == [
        True
    ] * SCREEN_STREAMS + [False]
    for leaves in filter(None, posing):
        leaves()
    assert screens.enter("late") is None
    now_s += SCREEN_AWAY_S + 1
    assert screens.enter("late") is not None


# -- a page without a stream ---------------------------------------------------------------------


def test_who_asks_again_is_told_only_what_is_new_and_the_clock(
    client: FlaskClient, table: FakeTable
) -> None:
    first = client.get("/api/state")
    assert first.get_json()["clock"] <= int(first.headers["X-Table-Clock"])
    known = {"If-None-Match": first.headers["ETag"]}
    same = client.get("/api/state", headers=known)
    assert (same.status_code, same.data) == (304, b"")
    assert int(same.headers["X-Table-Clock"]) >= int(first.headers["X-Table-Clock"])
    assert same.headers["ETag"] == first.headers["ETag"]
    sit_down(client, table, 0)
    announce(client, table, 0, 7)
    news = client.get("/api/state", headers=known | {"Accept-Encoding": "gzip"})
    assert news.status_code == 200
    again = client.get("/api/state", headers={"If-None-Match": news.headers["ETag"]})
    assert again.status_code == 304
    assert json.loads(client.get("/api/state").data)["focus"]["value"] == "7"


def test_a_page_without_a_stream_follows_by_asking_says_so_and_gets_one_when_there_is_room(
    open_page: Open, app: Flask, table: FakeTable
) -> None:
    streams: Places[Watcher] = app.extensions["web"].streams
    streams.most = 1
    other = watcher("somebody", kept=True)
    assert streams.take(other)
    page = open_page(**STRANGER, waits=False)
    page.clock.install()
    page.reload()
    expect(page.locator("#live")).to_have_attribute("data-slow", "yes")
    expect(page.locator("#live")).to_have_text(say("page.live.slow"))
    do(table, "announce", seat=0, number=21)
    expect(page.locator(".value")).to_have_text("21")
    streams.free(other)
    page.clock.run_for(30_000)  # more than a page waits before it asks for a place again
    page.wait_for_selector('#live[data-live="yes"][data-slow="no"]')
    do(table, "announce", seat=1, number=22)
    expect(page.locator(".value")).to_have_text("22")
