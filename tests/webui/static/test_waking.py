"""A page is soon current after its device slept, while its connections died without a sign."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import product

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from referee.match.commands import Move
from tests.breadth import breadth
from tests.process import PATIENCE_S
from tests.webui.fake import FakeTable
from tests.webui.pages import DESK, PHONE, when
from tests.webui.static.devices import LIVE
from webui.serving.serve import Server

SOON_MS, STEP_MS, PIECE_BYTES = 2000, 100, 1 << 16
CONNECTIONS = 6  # of Chromium to one server
LOOKS = 10  # half a second
CALL_MS = 20_000  # longer than a call to a busy browser takes
# A page numbers what it asks for. On the network, a request of a busy machine comes later.
COUNTING = """
  window.streams = [];
  window.asked = 0;
  const ask = window.fetch;
  const numbered = (address) =>
    `${address}${address.includes("?") ? "&" : "?"}nth=${window.asked += 1}`;
  window.fetch = (address, how) => ask(numbered(address), how);
  window.EventSource = class extends EventSource {
    constructor(address) { super(numbered(address)); window.streams.push(this); }
  };
"""
NTH = re.compile(rb"(?:GET|POST) \S*[?&]nth=(\d+)")


class Network:
    """A network between pages and a server. What it has `lost` neither arrives nor is refused."""

    def __init__(self, port: int) -> None:
        self.nth = 0  # the newest request that has left a page, also on a lost connection
        self.requests = 0
        self._port, self._open = port, list[socket.socket]()
        self._carried, self._waiting = set[socket.socket](), set[socket.socket]()
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listens.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def lose(self) -> None:
        """Carry nothing more on the connections that are open now."""
        self._carried.clear()

    @property
    def unanswered(self) -> bool:
        """Whether a request waits for its answer, on a connection that is not lost."""
        return bool(self._waiting & self._carried)

    @property
    def full(self) -> bool:
        """Whether so many requests wait, on whatever connection, that the next one cannot leave."""
        return len(self._waiting) >= CONNECTIONS

    def close(self) -> None:
        for item in (self._listens, *self._open):
            item.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                page = self._listens.accept()[0]
                server = socket.create_connection(("127.0.0.1", self._port), PATIENCE_S)
                self._open += page, server
                self._carried |= {page, server}
                for pair in ((page, server), (server, page)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE_BYTES):
                if nth := NTH.match(piece):
                    self.nth = max(self.nth, int(nth[1]))
                if piece.startswith((b"GET", b"POST")):
                    self.requests += 1
                    self._waiting.add(source)
                if source not in self._carried:
                    continue
                to.sendall(piece)
                self._waiting.discard(to)
            if source in self._carried:
                to.shutdown(socket.SHUT_WR)
        self._waiting.discard(source)


def wait_for_rest(page: Page, network: Network) -> None:
    """Wait until a page asks for nothing more: a script that loads often asks for the next one.

    What is on its way when the network is lost holds its connection for good.
    """
    looks: list[int] = []

    def rests() -> bool:
        looks.append(-1 if network.unanswered else network.requests)
        return len(looks) > LOOKS and {*looks[-LOOKS:]} == {network.requests}

    when(page, rests)


def pause(page: Page, network: Network) -> None:
    """Stop the clock of a page that rests, and let it rest again."""
    wait_for_rest(page, network)
    page.clock.pause_at(page.evaluate("Date.now()") + CALL_MS)
    wait_for_rest(page, network)


def is_soon_current(page: Page, network: Network, text: str) -> None:
    """Check that a page that has just woken shows a text within two seconds of its own clock."""
    current = page.get_by_text(text).filter(visible=True).first

    def is_answered() -> bool:
        """Whether what left the page was answered. On a busy machine it also leaves later."""
        with suppress(Error):  # the page is loaded again
            left = network.full or network.nth >= page.evaluate("asked")
            return left and not network.unanswered
        return False

    for _ in range(0, SOON_MS, STEP_MS):
        if current.is_visible():
            break
        page.clock.run_for(STEP_MS)
        when(page, is_answered)
    expect(current).to_be_visible()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    with closing(Network(server.port)) as made:
        yield made


@pytest.mark.parametrize(
    ("path", "slept_s"),
    breadth(product(["/", "/table", "/virtual"], [3, 12, 25]), ("/virtual", 25)),
)
def test_a_page_that_slept_is_current_within_two_seconds(
    browser: Browser, network: Network, table: FakeTable, path: str, slept_s: int
) -> None:
    page = browser.new_page(viewport=PHONE if path == "/" else DESK, locale="en")
    page.add_init_script(COUNTING)
    page.clock.install()  # Only the test moves it on, once the page is there.
    page.goto(network.url + path)
    page.wait_for_selector(LIVE)
    pause(page, network)
    network.lose()
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    page.clock.fast_forward(slept_s * 1000)  # as a device that sleeps: timers come late, and once
    is_soon_current(page, network, "starts with 9")
    page.close()
