"""What a table holds in memory while people play: its real process, and pages in a real browser.

All games are played in turn, with cards that are laid and read where the table is the virtual one.
Then an evening's matches are played at once, without cards: what is held must not grow with them.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page, sync_playwright

from firmware.cameras.base import SIZE
from referee import library
from tests.bench import Figure, at_least, at_most
from tests.bench.speed.anybody import Anybody
from tests.bench.speed.held import GOALS_MB, Held, held
from tests.bench.speed.reveal import frames, lying
from tests.conftest import ARGUMENTS, CHROMIUM
from tests.process import Process

GROWS_MB = 25.0  # in an evening: what is kept of a match goes with it, the heap's holes stay
SEATS = 4
PAUSE_MS = 250  # between two acts: people take ten times as long
LOOK_S = 2.0  # between two looks at what is held
REST_MS = 4000
LOADED = 10  # matches, after which all is loaded that is loaded once
MOVES = 400  # of one match at most: random ones need not end it


def run(kind: str, minutes: float, evening: int) -> list[Figure]:
    """Measure with a browser of its own; raises `RuntimeError` where none is installed."""
    if CHROMIUM is None:
        raise RuntimeError("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        try:
            return measure(browser, kind, minutes, evening)
        finally:
            browser.close()


def measure(
    browser: Browser,
    kind: str,
    minutes: float,
    evening: int,
    moves: int = MOVES,
    loaded: int = LOADED,
) -> list[Figure]:
    """Return what a table of its default size holds with six pages open, and how much it grows.

    All games are played for so many minutes, then as many matches as people play in an `evening`,
    each of so many `moves` at most; growth counts from the `loaded` first ones on. `kind` is
    ``virtual`` or ``real``, with frames that were recorded before. Chromium's own memory does not
    count.
    """
    with tempfile.TemporaryDirectory() as folder, _table(Path(folder), kind) as process:
        player = Anybody(process, 1, "virtual" if kind == "virtual" else "table")
        games = library.names()
        player.begin(games[0], SEATS)
        pages = list(_pages(browser, process, kind))
        looks: list[Held] = []
        for game in games:
            player.begin(game, SEATS)
            looks += _play(player, pages[0], process, game, minutes * 60 / len(games))
        played = player.moves
        loaded = min(evening, loaded)
        _at_once(player, games, loaded, moves)
        before = _rested(pages[0], process)
        _at_once(player, games, evening - loaded, moves)
        after = _rested(pages[0], process)
        for page in pages:
            page.context.close()
    mb = [look.pss_mb for look in (*looks, before, after)]
    return [
        at_most(
            f"memory of a {kind} table, six pages open, at most", max(mb), GOALS_MB[kind], "MB"
        ),
        Figure(
            "the same, pages of memory that are shared counted twice", round(_most(looks)), "MB"
        ),
        at_least("moves made meanwhile", played, 1, "moves"),
        at_most(
            f"grown in an evening of {evening} matches, {player.moves - played:,} moves",
            mb[-1] - mb[-2],
            GROWS_MB,
            "MB",
        ),
    ]


def _most(looks: Sequence[Held]) -> float:
    return max((look.rss_mb for look in looks), default=0.0)


def _at_once(player: Anybody, games: Sequence[str], matches: int, moves: int) -> None:
    """Play so many matches without a pause, each to its end or so many moves."""
    for match in range(matches):
        player.begin(games[match % len(games)], SEATS)
        until = player.tried + moves
        while player.tried < until and player.play(by_cards=False):
            pass


def _play(
    player: Anybody, page: Page, process: Process, game: str, seconds: float
) -> Iterator[Held]:
    """Play a game, again where it is over; yield what is held, now and then."""
    until_s, look_s = time.monotonic() + seconds, time.monotonic()
    while (now_s := time.monotonic()) < until_s:
        if not player.play(by_cards=True):
            player.begin(game, SEATS)
        if now_s >= look_s:
            look_s = now_s + LOOK_S
            yield held(process.process.pid)
        page.wait_for_timeout(PAUSE_MS)


def _rested(page: Page, process: Process) -> Held:
    """Return what is held once the table has rested for a while."""
    page.wait_for_timeout(REST_MS)
    return held(process.process.pid)


@contextmanager
def _table(folder: Path, kind: str) -> Iterator[Process]:
    if kind == "virtual":
        process = Process(folder, "--seed", "1")
    else:
        pictures = folder / "pictures"
        pictures.mkdir()
        render(pictures)
        options = ("--camera", f"folder:{pictures}", "--gpio", "mock")
        process = Process(folder, *options, table="table")
    try:
        yield process
    finally:
        process.kill(15)


def render(folder: Path) -> None:
    """Write what a camera takes while cards are laid, one after the other."""
    cards = lying()
    for number in range(len(cards) + 1):
        (picture,) = frames(SIZE, 1, cards[:number])
        cv2.imwrite(str(folder / f"{number}.jpg"), picture)


def _pages(browser: Browser, process: Process, kind: str) -> Iterator[Page]:
    """Open what the host sees, and a phone at each seat."""
    for path in ("/virtual" if kind == "virtual" else "/calibrate", "/table"):
        yield _opened(browser, process, path)
    for seat in range(SEATS):
        yield _opened(browser, process, "/", seat)


def _opened(browser: Browser, process: Process, path: str, seat: int | None = None) -> Page:
    """Open a page; of a phone, once it has its seat."""
    page, url = browser.new_context(locale="en").new_page(), f"http://127.0.0.1:{process.port}"
    if seat is not None:
        assert page.request.get(url + path).ok
        assert page.request.post(url + "/api/seat/take", data={"seat": seat}).ok
    page.goto(url + path)
    return page
