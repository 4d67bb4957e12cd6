"""Strangers' connections: however many, slow or greedy, the others are served."""

from __future__ import annotations

import select
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest
from flask import Flask, Response

from referee.contract import Message
from referee.match.commands import Move
from referee.reports.status import Part
from tests.patience import Patience
from tests.process import PATIENCE_S as WAIT_S
from tests.process import eventually
from tests.webui.asking import seq, serving
from tests.webui.fake import FakeTable
from webui.app import create_app
from webui.routes import updates
from webui.serving import admission, connections
from webui.serving.events import NOTHING, EncodedState
from webui.serving.places import ANSWERED_EACH, CONNECTIONS_EACH, THREADS, Places
from webui.serving.serve import Server
from webui.serving.stream import LiveUpdates, Page, events
from webui.serving.watchers import Watcher

STRANGER = "127.0.0.66"
NEIGHBOUR = "127.0.0.7"

addresses = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.0/8 is one address here")


@contextmanager
def connected(server: Server, address: str = STRANGER) -> Iterator[socket.socket]:
    with socket.create_connection(
        ("127.0.0.1", server.port), WAIT_S, source_address=(address, 0)
    ) as sock:
        yield sock


def request(sock: socket.socket, path: str = "/api/state", times: int = 1) -> None:
    sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)


def heard(sock: socket.socket, least: bytes) -> bytes:
    """Return what comes until `least` is in it; empty where the table hung up before."""
    got = b""
    while least not in got:
        piece = _piece(sock)
        if not piece:
            return b""
        got += piece
    return got


def status(server: Server, address: str = NEIGHBOUR) -> int:
    """Return how a page is served to a phone at an address; 0: not at all."""
    with connected(server, address) as sock:
        request(sock)
        got = heard(sock, b"HTTP/1.1 ")
        return int(got.split(b" ")[1]) if got else 0


def hung_up(sock: socket.socket) -> bool:
    try:
        return sock.recv(1) == b""
    except ConnectionError:
        return True


# -- streams -----------------------------------------------------------------------------


def test_a_phone_that_left_without_a_word_is_noticed_at_once(
    app: Flask, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took until the next event, up to 15 seconds."""
    # Nothing is said on the stream, not even that the table is still there.
    monkeypatch.setattr(updates, "events", partial(events, keep_alive_s=WAIT_S))
    streams: Places[Watcher] = app.extensions["web"].streams
    with connected(server, "127.0.0.1") as sock:
        request(sock, "/stream")
        assert heard(sock, b"data: {")
        assert len(streams.taken) == 1
    eventually(lambda: not streams.taken)


def test_a_change_between_a_page_s_two_first_states_is_not_lost() -> None:
    """Both bore one change's number, and the second was taken for what the page had already."""
    hub = LiveUpdates()
    heard: list[Iterator[bytes]] = []

    def page() -> EncodedState:
        if threading.current_thread().name == "publisher":
            return EncodedState({"all": b"before"})
        (opened,) = hub._pages.values()
        heard.append(events(opened, WAIT_S))
        next(heard[0])
        assert next(heard[0]) == b"data: {before}\n\n"
        return EncodedState({"all": b"after"})

    hub.follow(page)
    assert next(heard[0]) == b"data: {after}\n\n"
    hub.close()


def test_a_change_while_the_publisher_looks_up_is_not_lost() -> None:
    """It woke without a change, then cleared the one that came just then."""

    class Late(threading.Event):
        late = 3

        def wait(self, timeout: float | None = None) -> bool:
            answer = super().wait(timeout)
            if not answer and self.late:
                self.late -= 1
                states.append(b"%d" % len(states))
                hub.touch()
            return answer

    states = [b"0"]
    hub = LiveUpdates()
    hub._changed = Late()
    page = hub.follow(lambda: EncodedState({"all": states[-1]}))
    for number in (b"data: {1}", b"data: {2}", b"data: {3}"):
        eventually(lambda: page.state.event(NOTHING) >= number)  # noqa: B023
    hub.close()


def test_a_change_of_one_view_makes_no_state_of_another() -> None:
    made: list[str] = []

    def opened(view: str) -> Page:
        def state() -> EncodedState:
            made.append(view)
            return EncodedState({"all": b"%d" % len(made)})

        return hub.follow(state, (view,))

    hub = LiveUpdates()
    opened("phone")
    laptop = opened("virtual")
    for _ in range(2):  # Once the second change is taken up, all states of the first are made.
        hub.touch("big screen")
        eventually(lambda: not hub._touched)
    before = laptop.state
    phones = made.count("phone")
    hub.touch("virtual")
    eventually(lambda: laptop.state is not before)
    assert made.count("phone") == phones
    hub.close()


def test_a_late_state_does_not_replace_a_newer_one() -> None:
    page = Page(lambda: EncodedState({}))
    for turn, state in ((4, b"new"), (5, b"new"), (4, b"old")):
        page.give(EncodedState({"all": state}), turn)
        assert page.state.event(NOTHING) == b"data: {new}\n\n"


def test_live_updates_outlive_what_waits_and_cannot_be_looked_at() -> None:
    def broken() -> bool:
        raise ZeroDivisionError

    states = [b"1"]
    hub = LiveUpdates()
    hub.watch(broken)
    page = hub.follow(lambda: EncodedState({"all": states[-1]}))
    for number in (b"2", b"3"):
        states.append(number)
        hub.touch()
        eventually(lambda: page.state.json() == b"{%b}" % states[-1])
    hub.close()


# -- connections -------------------------------------------------------------------------


@addresses
def test_an_address_has_so_many_connections_and_others_have_theirs(server: Server) -> None:
    with ExitStack() as held:
        for _ in range(CONNECTIONS_EACH):
            sock = held.enter_context(connected(server))
            request(sock)
            assert heard(sock, b"200 OK")
        more = held.enter_context(connected(server))
        assert hung_up(more)
        assert status(server) == 200
    eventually(lambda: status(server, STRANGER), 200)


@addresses
def test_where_all_places_are_taken_the_idlest_gives_way(app: Flask) -> None:
    with serving(app) as server, ExitStack() as held:
        server.connections.most = 20
        silent = [held.enter_context(connected(server)) for _ in range(20)]
        for number in range(10):
            assert status(server, f"127.0.0.{100 + number}") == 200
        silent[0].settimeout(WAIT_S)
        assert hung_up(silent[0])


def test_a_request_that_does_not_come_whole_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte now and then kept a connection for ever."""
    monkeypatch.setattr(admission, "WHOLE_WITHIN_S", 0.5)
    with connected(server) as headers, connected(server) as body, connected(server) as silent:
        headers.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        body.sendall(b"POST /api/move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{")
        patience = Patience()
        with suppress(ConnectionError):
            while not select.select([headers, body], [], [], 0.05)[0]:
                assert patience.left, "a byte now and then keeps no connection"
                headers.sendall(b"X")
                body.sendall(b" ")
        assert all(hung_up(item) for item in (headers, body, silent))


def test_who_asks_nothing_more_or_reads_no_answer_is_cut_off(
    server: Server, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_S", 0.3)
    app.add_url_rule("/large", view_func=lambda: b"x" * 20_000_000)
    with connected(server) as silent, connected(server) as reads_nothing:
        request(silent)
        assert heard(silent, b'"title":"Coyote"')
        request(reads_nothing, "/large")
        eventually(lambda: not server.connections.taken)


def test_a_stream_is_no_request_that_does_not_come(
    server: Server, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected(server) as sock:
        request(sock, "/stream")
        heard(sock, b"data: {")
        monkeypatch.setattr(admission, "WHOLE_WITHIN_S", 0.1)
        with connected(server) as silent:
            assert hung_up(silent)
        table.desk.do(Move({"move": "announce", "seat": 0, "number": 77}))
        assert heard(sock, b'"value":"77"')


def test_who_sends_requests_ahead_of_the_answers_is_cut_off(server: Server) -> None:
    """200 requests came in one go, each with its parser: 600 KB a connection."""
    with connected(server) as sock:
        request(sock, times=200)
        got = b""
        while piece := _piece(sock):
            got += piece
        assert got.count(b"HTTP/1.1 200") == 1
    assert status(server) == 200


def _piece(sock: socket.socket) -> bytes:
    try:
        return sock.recv(65536)
    except ConnectionError:
        return b""


# -- whose turn it is --------------------------------------------------------------------


@addresses
@pytest.mark.parametrize(
    ("address", "at_once"), [(STRANGER, ANSWERED_EACH), ("127.0.0.1", THREADS)]
)
def test_who_sends_a_hundred_requests_waits_for_himself(
    table: FakeTable, address: str, at_once: int
) -> None:
    """A proxy on this machine is many phones, and leaves room for others alike."""
    app, go_on, asked = create_app(table, streams=0), threading.Event(), list[int]()

    def long() -> str:
        asked.append(1)
        return str(go_on.wait(WAIT_S))

    app.add_url_rule("/long", view_func=long)
    with serving(app) as server, ExitStack() as held:
        held.callback(go_on.set)
        for _ in range(CONNECTIONS_EACH):
            request(held.enter_context(connected(server, address)), "/long")
        eventually(lambda: len(asked), at_once)
        if at_once < THREADS:
            assert [status(server) for _ in range(3)] == [200] * 3
            assert len(asked) == at_once
        go_on.set()
        eventually(lambda: len(asked), CONNECTIONS_EACH)


@addresses
def test_who_waits_for_the_table_stops_no_stream_and_no_page(
    server: Server, app: Flask, table: FakeTable
) -> None:
    """What waits for a lock does so in a thread of its own; the streams' thread never waits."""
    began = threading.Event()

    def long() -> str:
        began.set()
        with table.desk.writing:
            return "done"

    app.add_url_rule("/long", view_func=long)
    with connected(server) as stream, connected(server) as waits:
        request(stream, "/stream?view=table")
        heard(stream, b"data: {")
        with table.desk.writing:
            request(waits, "/long")
            assert began.wait(WAIT_S)
            text = Message("page.error.no_such_address", {"address": "198.51.100.1"})
            table.parts = (Part("camera", False, text),)
            table.change()
            assert heard(stream, b"198.51.100.1")
            assert status(server) == 200
        assert heard(waits, b"done")


# -- all of it ---------------------------------------------------------------------------


def test_strangers_write_nothing_to_the_disk(
    app: Flask, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a stranger sends, the journal keeps the same bytes, and the log no line."""
    caplog.set_level("INFO")
    path, before = table.desk.journal.path, seq(table)

    def kept() -> dict[str, bytes]:
        files = (item for item in path.parent.rglob("*") if item.is_file())
        return {file.name: file.read_bytes() for file in files}

    begun = kept()
    stranger = app.test_client()
    stranger.environ_base |= {"REMOTE_ADDR": "192.0.2.66"}
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(rules) > 30
    for path_ in rules:
        for body in ({}, {"seat": 0}, {"code": "1"}, {"id": "seat1", "yes": True}):
            assert stranger.post(path_.replace("<path:card>", "x"), json=body).status_code < 500
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and "<" not in rule.rule and rule.rule != "/stream":
            assert stranger.get(rule.rule).status_code != 500
    assert kept() == begun
    assert caplog.text == ""
    assert seq(table) == before
    assert create_app(table).extensions["web"].holders.taken == frozenset()


# -- answers that would end the program, or never come ------------------------------------


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, SystemError, BaseException])
@pytest.mark.parametrize("late", [False, True])
def test_an_answer_that_would_end_the_program_ends_only_itself(
    server: Server, app: Flask, error: type[BaseException], late: bool
) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"x"
        raise error

    def view() -> Response:
        if late:
            return Response(pieces(), headers={"Content-Length": str(connections.WHOLE_BYTES + 2)})
        raise error

    app.add_url_rule("/ends", view_func=view)
    with connected(server) as sock:
        request(sock, "/ends")
        assert heard(sock, b"\r\n\r\n" if late else b"page.error.broken")
    assert status(server) == 200


@addresses
def test_a_server_whose_answers_all_hang_or_that_has_ended_gives_no_sign_of_life(
    server: Server, app: Flask
) -> None:
    go_on, alive = threading.Event(), threading.Event()
    app.add_url_rule("/hangs", view_func=lambda: str(go_on.wait(WAIT_S)))
    with ExitStack() as held:
        held.callback(go_on.set)
        for _ in range(THREADS):
            request(held.enter_context(connected(server, "127.0.0.1")), "/hangs")
        eventually(lambda: not server.ask((probe := threading.Event()).set) or not probe.wait(0.5))
        assert server.ask(alive.set)
        assert not alive.is_set()
        go_on.set()
        assert alive.wait(WAIT_S)
    server.stop()
    assert not server.ask(alive.set)


@pytest.mark.parametrize(
    ("first", "length"),
    [("GET /", 0), ("GET /stream", 0), ("POST /api/move", 99_999), ("POST /api/photo", 10**8)],
)
def test_the_last_answer_of_a_connection_says_that_it_is_the_last(
    server: Server, first: str, length: int
) -> None:
    """RFC 9112, 9.6. A proxy that is not told sends its next request into the void."""
    with connected(server) as sock:
        sent = f"{first} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        sock.sendall(sent.encode() * 2)
        head = heard(sock, b"\r\n\r\n").partition(b"\r\n\r\n")[0]
    assert head.startswith(b"HTTP/1.1 413" if length else b"HTTP/1.1 200")
    assert head.count(b"Connection: ") == head.count(b"Connection: close") == 1


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (b"http://localhost/api/state?view=table", b"200"),
        (b"HTTP://LOCALHOST:8000/api/state", b"200"),
        (b"http://localhost", b"200"),
        (b"http://localhost?x", b"200"),
        (b"http://evil.example/api/state", b"400"),
        (b"http:///api/state", b"400"),
    ],
)
def test_an_absolute_target_is_served_and_names_the_host(
    server: Server, target: bytes, code: bytes
) -> None:
    """RFC 9112, 3.2.2. The host of the target counts, so no other site can hide behind it."""
    with connected(server) as sock:
        sock.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert heard(sock, b"\r\n").split()[1] == code
