"""One person plays whole matches against bots, by a phone, a mouse or the keyboard alone."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from firmware.games import open_games, trust
from referee import examples
from tests.breadth import breadth
from tests.firmware.bots.hurried import Hurried
from tests.played.person import Person, Way
from tests.webui.asking import press, serving
from tests.webui.pages import nameless, when
from webui.app import create_app

SEATS = {"coyote": 3, "coup": 3, "coup_detat": 3, "hearts": 4, "ogallala": 2, "plenty_coups": 3}
OPTIONS = {  # or else a match takes thousands of moves
    "coup": {"least_s": 0},
    "coup_detat": {"simpler": True},
    "hearts": {"limit": 20},
}
EXAMPLES = ("one_lie", "high_card")
GAMES = (*SEATS, *EXAMPLES)
SHORT = ("coyote", "coup", *EXAMPLES)  # A match of another game takes up to 130 s of a processor.
# One in about twenty of these still comes to a standstill, so they are played only if asked for.
ASKED = os.environ.get("COYOTE_MATCHES", "").split()
LONG = {"coup_detat", "hearts", "ogallala", "plenty_coups"} - {*ASKED}
GATE = [(way, game, 1) for way, game in zip(Way, SHORT, strict=False)]
SEEDS = (1,)
EVERY = [case for case in product(Way, GAMES, SEEDS) if case[1] not in LONG]
LOOK_S = 0.6
STILL_S = 90.0  # In this time, a match goes on, or it never does.
IN_VAIN = 10  # A few times, a slow page may still show what has just changed.
AT_ONCE = "localStorage.setItem('coyote-calm-ms', '0')"
# When each button that is still counted down opens by the table's clock, and its seconds.
COUNTED = """() => [...document.querySelectorAll("button[data-due]:disabled")].map(
  (button) => [Number(button.dataset.due), Number(button.querySelector(".until").textContent)])"""
# Whether the page shows the newest move, and offers no deal that is done.
DRAWN = """([seq, dealt]) => Number(document.body.dataset.seq) >= seq
  && !(dealt && document.querySelector("#deal, [data-key=deal]")?.checkVisibility())"""


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The name of a game that can be played here, even if it is an example."""
    name: str = request.param
    if name in EXAMPLES:
        folder = tmp_path / "games" / name
        shutil.copytree(Path(examples.__file__).parent / name, folder)
        trust(tmp_path, name)
        open_games(tmp_path)
    yield name
    open_games()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hurried]:
    """A table on which time passes only while a test waits."""
    made = Hurried(tmp_path, monkeypatch, every=1, perfect=True)
    made.table.supervisor.start = Mock()  # type: ignore[method-assign]  # No threads.
    yield made
    made.close()


@pytest.fixture
def page(
    table: Hurried, game: str, way: Way, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Page]:
    """The page of the only person in a match. At all other seats are bots."""
    app = create_app(table.table, table.virtual, bundled=True)
    seats = SEATS.get(game, 2)
    levels = ["", *["gentle"] * (seats - 1)]
    begin = {"game": game, "seats": seats, "levels": levels, "options": OPTIONS.get(game, {})}
    serve = app.wsgi_app

    def in_turn(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        with table.turn if environ["REQUEST_METHOD"] == "POST" else nullcontext():
            return serve(environ, start)

    monkeypatch.setattr(app, "wsgi_app", in_turn)
    assert app.test_client().post("/api/match", json=begin).status_code == 200
    phone = way is Way.PHONE
    as_phone: Any = {"is_mobile": phone, "has_touch": phone}
    errors, refused, in_vain = list[str](), Counter[tuple[str, str | None]](), list[str]()
    with (
        serving(app) as server,
        browser.new_context(viewport=way.viewport, locale="en", **as_phone) as context,
    ):
        context.add_init_script(AT_ONCE)
        context.clock.install()
        made = context.new_page()
        made.on("pageerror", lambda error: errors.append(str(error)))
        made.on("response", lambda answer: in_vain.extend(_count(refused, answer)))
        made.goto(server.url.rstrip("/") + way.path)
        if phone:
            made.tap('.seat[data-seat="0"]')
            made.wait_for_selector(".waits, #sit")
            press(app.extensions["web"], 0)
            nameless(made)
        yield made
    assert errors == []
    assert in_vain == []


def _count(refused: Counter[tuple[str, str | None]], answer: Response) -> Iterator[str]:
    """Yield what was sent about a card in vain, again and again, since something was accepted."""
    if answer.request.method == "POST" and "/virtual/" in answer.url:
        if answer.ok:
            refused.clear()
            return
        refused[answer.url, answer.request.post_data] += 1
        if max(refused.values()) >= IN_VAIN:
            yield f"{answer.url} {answer.request.post_data}"


@pytest.mark.parametrize(("way", "game", "seed"), breadth(EVERY, *GATE), indirect=["game"])
def test_a_match_is_played_to_its_end_by_what_is_gold_lit_or_offered(
    table: Hurried, page: Page, way: Way, seed: int
) -> None:
    person = Person(page, way, Random(seed))
    moved_s, seq = table.now_s, 0
    while not person.act():
        table.wait(LOOK_S)
        for due_ms, left_s in page.evaluate(COUNTED):
            if due_ms <= table.now_s * 1000:  # The page counts by a slower clock.
                page.clock.fast_forward(left_s * 1000)
        if table.match.seq > seq:
            moved_s, seq = table.now_s, table.match.seq
        when(page, lambda now=seq: bool(page.evaluate(DRAWN, [now, table.virtual.is_dealt()])))  # type: ignore[misc]
        assert table.now_s < moved_s + STILL_S, page.locator("body").inner_text()
    assert table.match.outcome is not None
    expect(page.locator("[data-next=yes]")).to_have_count(0)  # nothing is due any more
