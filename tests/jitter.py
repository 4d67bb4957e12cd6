"""Delay threads where they may switch, so that tests meet the orders of events that are rare.

    COYOTE_JITTER=7 pytest -p tests.jitter TESTS

The delays follow from the seed, the test and the thread's name. Each thread of a test is one of
four tempers, so that one can starve while the others run. `make verify` draws a new seed each time
and prints it.
"""

from __future__ import annotations

import os
import queue
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from random import Random
from typing import Any

import pytest
from gevent import sleep as yield_for
from gevent.pywsgi import WSGIHandler
from paho.mqtt.client import Client
from playwright.sync_api import Browser

SEED = os.environ.get("COYOTE_JITTER", "")
OURS = ("firmware", "referee", "vision", "webui")
# How often a thread is delayed, and for how many seconds at most.
FAST, LIVELY, SLOW, STARVED = (0.0, 0.0), (0.3, 0.005), (0.5, 0.03), (0.25, 0.2)
# A loop that takes a lock each time would never end: a thread that has lost more rests less often.
ENOUGH_S = 1.0
# How long one thread may keep the interpreter, in seconds; Python's own value is 0.005.
SWITCHES_S = (1e-6, 5e-5, 5e-3, 0.03)
PAGE = """(() => {
  const fetch = window.fetch, wait = window.setTimeout.bind(window);
  if (!fetch) return;
  const delay = () => new Promise(done =>
    wait(done, Math.random() < %(chance)f ? Math.random() * %(most_ms)f : 0));
  window.fetch = async (...given) => {
    if (window.__pwClock) return fetch.apply(window, given);  // a clock that stands still
    await delay();
    const answer = await fetch.apply(window, given);
    await delay();
    return answer;
  };
})();"""

sleep = time.sleep  # a test may put another clock in its place
start = threading.Thread.start
current = threading.local()


class Now:
    """The test that runs; empty between tests."""

    test = ""


class Temper:
    """How one thread of one test is delayed."""

    def __init__(self, thread: str) -> None:
        self.test = Now.test
        self._random = Random(f"{SEED} {self.test} {thread.rstrip('0123456789-_ ()')}")
        weights = (70, 20, 10, 0) if thread == "MainThread" else (35, 25, 25, 15)
        (self.chance, self.most_s), *_ = self._random.choices(
            (FAST, LIVELY, SLOW, STARVED), weights
        )
        self._spent_s = 0.0

    def delay_s(self) -> float:
        """Return how long to wait here."""
        seldom = (ENOUGH_S / max(ENOUGH_S, self._spent_s)) ** 2
        if self._random.random() >= self.chance * seldom:
            return 0.0
        delay_s = self._random.random() * self.most_s
        self._spent_s += delay_s
        return delay_s


def delay_s() -> float:
    """Return how long this thread waits at this point."""
    if not Now.test:
        return 0.0
    temper = getattr(current, "temper", None)
    if temper is None or temper.test != Now.test:
        # `current_thread` would enter a thread that is starting into Python's list.
        thread = threading._active.get(threading.get_ident())  # type: ignore[attr-defined]
        temper = current.temper = Temper(thread.name if thread else "unknown")
    return float(temper.delay_s())


def rest() -> None:
    """Wait as long as this thread does here."""
    if seconds := delay_s():
        sleep(seconds)


def delayed(function: Callable[..., Any], pause: Callable[[], None] = rest) -> Callable[..., Any]:
    """Return a function that waits before and after its work."""

    @wraps(function)
    def slow(*given: Any, **named: Any) -> Any:
        pause()
        answer = function(*given, **named)
        pause()
        return answer

    return slow


def delay_methods(owner: type, *names: str, pause: Callable[[], None] = rest) -> None:
    """Let methods of a class wait before and after their work."""
    for name in names:
        setattr(owner, name, delayed(getattr(owner, name), pause))


class SlowLock:
    """A lock that waits before it is taken and after it is released."""

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def __getattr__(self, name: str) -> Any:
        """Return what the lock itself has, such as `locked`."""
        return getattr(self._lock, name)

    def acquire(self, *given: Any, **named: Any) -> bool:
        rest()
        return bool(self._lock.acquire(*given, **named))

    def release(self) -> None:
        self._lock.release()
        rest()

    def __enter__(self) -> bool:
        return self.acquire(blocking=True)

    def __exit__(self, *_: object) -> None:
        self.release()


def make_lock(make: Callable[[], Any]) -> Any:
    """Return a lock: a slow one if one of our modules asks for it."""
    module = sys._getframe(1).f_globals.get("__name__", "")
    return SlowLock(make()) if module.partition(".")[0] in OURS else make()


class SlowConnection(sqlite3.Connection):
    """A database that waits around each commit."""

    commit = delayed(sqlite3.Connection.commit)
    __exit__ = delayed(sqlite3.Connection.__exit__)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        if sql[:6].upper() in ("BEGIN", "BEGIN ", "COMMIT", "INSERT"):
            rest()
        return super().execute(sql, *given)


def start_late(thread: threading.Thread) -> None:
    """Start a thread, which begins its work later."""
    thread.run = delayed(thread.run)  # type: ignore[method-assign]
    start(thread)
    rest()


def delay_pages(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes a page or a context whose requests are delayed."""

    @wraps(make)
    def made(*given: Any, **named: Any) -> Any:
        page = make(*given, **named)
        temper = Temper("pages")
        script = PAGE % {"chance": temper.chance, "most_ms": temper.most_s * 1000}
        page.add_init_script(script)
        return page

    return made


def install() -> None:
    """Delay whatever lets another thread, process or page go first."""
    threading.Lock = partial(make_lock, threading.Lock)  # type: ignore[assignment]
    threading.RLock = partial(make_lock, threading.RLock)  # type: ignore[assignment]
    threading.Thread.start = start_late  # type: ignore[assignment, method-assign]
    delay_methods(threading.Event, "wait", "set")
    delay_methods(queue.Queue, "get", "put")
    delay_methods(socket.socket, "send", "sendall", "recv", "recv_into")
    delay_methods(Client, "_packet_handle", "_send_publish", "_send_subscribe")
    # Only the request waits: the server answers others meanwhile.
    delay_methods(WSGIHandler, "run_application", pause=lambda: yield_for(delay_s()))
    sqlite3.connect = partial(sqlite3.connect, factory=SlowConnection)  # type: ignore[assignment]
    Browser.new_context = delay_pages(Browser.new_context)  # type: ignore[method-assign]
    Browser.new_page = delay_pages(Browser.new_page)  # type: ignore[method-assign]


@contextmanager
def jittered(test: str) -> Iterator[None]:
    """Delay the threads of one test."""
    Now.test = test
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(Random(f"{SEED} {test}").choice(SWITCHES_S))
    try:
        yield
    finally:
        Now.test = ""
        sys.setswitchinterval(before_s)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Delay the threads of each test, its fixtures' included."""
    with jittered(item.nodeid):
        return (yield)


def pytest_report_header() -> str:
    """Print the seed."""
    return f"jitter: COYOTE_JITTER={SEED}"


if SEED:
    install()
