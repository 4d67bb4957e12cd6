"""The server on real sockets: a hundred streams, slow readers, a cap, a restart."""

from __future__ import annotations

import errno
import http.client
import re
import socket
import threading
import zlib
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from referee import words
from tests.process import PATIENCE_S as WAIT_S
from tests.process import eventually
from tests.webui.asking import do
from tests.webui.fake import FakeTable
from tests.webui.serving.test_connections import connected, heard, request, status
from webui.serving.addresses import phone_address
from webui.serving.events import EncodedState
from webui.serving.places import THREADS
from webui.serving.serve import LISTENS, CannotListen, Server, bind_error
from webui.serving.stream import LiveUpdates, events


def test_a_hundred_streams_cost_no_threads_hear_the_same_and_pages_are_still_served(
    server: Server, table: FakeTable
) -> None:
    tasks = Path("/proc/self/task")
    before = len([*tasks.iterdir()])
    with ExitStack() as held:
        streams = [held.enter_context(connected(server, "127.0.0.1")) for _ in range(100)]
        for stream in streams:
            request(stream, "/stream")
            assert heard(stream, b"data: {").startswith(b"HTTP/1.1 200 ")
        do(table, "announce", seat=0, number=17)
        news = [heard(stream, b'"value":"17"').partition(b"data: ")[2] for stream in streams]
        assert len({text.partition(b"\n")[0] for text in news}) == 1
        assert len([*tasks.iterdir()]) <= before + THREADS + 1  # the publisher
        assert status(server) == 200


def test_a_stream_says_now_and_then_that_the_table_is_still_there() -> None:
    hub = LiveUpdates()
    stream = events(hub.follow(lambda: EncodedState({"all": b'"a":1'})), keep_alive_s=0.01)
    assert next(stream).startswith(b"retry: ")
    assert next(stream) == b'data: {"a":1}\n\n'
    assert next(stream).startswith(b"event: alive\ndata: ")


@pytest.mark.parametrize("path", ["/stream", "/stream?plain"])
@pytest.mark.parametrize("accepted", ["gzip, deflate", ""])
def test_a_stream_is_compressed_for_who_takes_that_and_does_not_ask_for_it_plain(
    client: FlaskClient, path: str, accepted: str
) -> None:
    with client.get(path, headers={"Accept-Encoding": accepted}, buffered=False) as answer:
        piece = next(answer.iter_encoded())
    packed = path == "/stream" and accepted != ""
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    text = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(piece) if packed else piece
    assert text.startswith(b"retry: ")


def test_a_server_that_goes_down_finishes_the_answers_that_it_has_begun(app: Flask) -> None:
    began, go_on = threading.Event(), threading.Event()

    def long() -> str:
        began.set()
        return str(go_on.wait(WAIT_S))

    app.add_url_rule("/long", view_func=long)
    server = Server(app, host="127.0.0.1", port=0)
    server.start()
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)) as page:
        page.request("GET", "/long")
        assert began.wait(WAIT_S)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        eventually(lambda: refused(server.port))
        go_on.set()
        assert page.getresponse().read() == b"True"
        stopping.join(WAIT_S)


def refused(port: int) -> bool:
    """Whether nobody listens on a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), WAIT_S):
            return False
    except ConnectionError:
        return True


def test_a_port_in_use_is_one_clear_sentence(app: Flask, server: Server) -> None:
    with pytest.raises(CannotListen) as in_use:
        Server(app, host="127.0.0.1", port=server.port)
    for locale in words.LOCALES:
        text = words.say(in_use.value.message, locale)
        assert str(server.port) in text
        assert "--port" in text


@pytest.mark.parametrize(
    "host", ["192.0.2.222", "::", "::1", "[::1]", "fe80::1%eth0", "a..b", "localhost:8000"]
)
def test_an_address_is_refused_as_not_here_or_as_no_ipv4_address(app: Flask, host: str) -> None:
    with pytest.raises(CannotListen) as refused:
        Server(app, host=host, port=0)
    why = "no_such_address" if host == "192.0.2.222" else "only_ipv4"
    assert refused.value.message.key == f"page.error.{why}"
    assert all(host in words.say(refused.value.message, locale) for locale in words.LOCALES)
    error = OSError(errno.EMFILE, "Too many open files")  # any other is told in the system's words
    assert "Too many open files" in words.say(bind_error(error, host, 80))


@pytest.mark.parametrize(
    ("listens", "network", "reached"),
    [
        ("127.0.0.1", "192.0.2.7", None),
        ("127.8.0.1", "192.0.2.7", None),
        ("0.0.0.0", "192.0.2.7", "192.0.2.7"),
        ("0.0.0.0", None, None),
        ("192.0.2.9", "192.0.2.7", "192.0.2.9"),  # of two networks the one that is served
    ],
)
def test_the_join_code_and_the_pages_have_an_address_that_phones_reach_or_none(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    listens: str,
    network: str | None,
    reached: str | None,
) -> None:
    networks = () if network is None else (network,)
    monkeypatch.setattr("webui.serving.addresses.lan_addresses", lambda: networks)
    app.config[LISTENS] = listens
    assert phone_address(listens) == reached
    client = app.test_client()
    for host in ("localhost:80", f"{listens}:80") if reached else ("localhost:80",):
        page = client.get("/table", headers={"Host": host}).get_data(as_text=True)
        told = page.split('id="joining"')[1].split("</section>")[0]
        assert re.findall(r'class="address"[^>]*>([^<]*)<', told) == (
            [f"http://{reached}/"] if reached else []
        )
    code = client.get("/join.svg")
    if reached:
        assert code.mimetype == "image/svg+xml"
    else:
        assert code.status_code == 404
        why = code.get_json()["error"]
        assert str(escape(why)) in told
        assert ("--host" in why) == listens.startswith("127.")
