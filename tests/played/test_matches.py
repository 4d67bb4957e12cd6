"""A whole match of each game, through every way in: in the gate two ways a game or so.

``COYOTE_MATCHES=1 pytest tests/played/test_matches.py`` plays every game through every way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from firmware.console.display import StoredDisplay
from firmware.running import build
from referee.match.commands import Move
from tests.played.console import Buttons, Knob
from tests.played.driver import SEATS, begun, play
from tests.played.home import RealHome
from tests.played.onpage import OnPage
from tests.process import eventually
from tests.webui.engines import ENGINES, Phone
from tests.webui.fake import FakeTable
from tests.webui.hands import Finger, Hand, Keys
from tests.webui.pages import DESK, PHONE, Open
from webui.serving.serve import Server

# What starts Firefox leaves its files for the garbage collector to close.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
NOTE = """document.addEventListener("beforetoggle", event => {
    if (event.newState === "open") document.body.dataset.showed = event.target.id;
}, true)"""
MINE = 0
HANDS: dict[str, Callable[[Page], Hand]] = {"finger": Finger, "keys": Keys}
# The ways in; of each, the games of the gate.
ON_PAGES = {
    "webkit": ("coyote", "coup_detat"),
    "firefox": ("ogallala", "plenty_coups"),
    "phone by finger": ("plenty_coups",),
    "phone by keys": ("coyote", "coup"),
    "screen by finger": ("coyote", "coup"),
    "screen by keys": ("coup",),
}
AT_TABLES = {"knob": ("coyote", "coup"), "buttons": ("coup", "coup_detat")}


def pairs(ways: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Return the ways and the games that are played through them."""
    every = "COYOTE_MATCHES" in os.environ
    return [(way, game) for way, games in ways.items() for game in (SEATS if every else games)]


@pytest.fixture(scope="module")
def engine() -> Iterator[Callable[[str], Phone]]:
    """Start a browser that is no Chromium, each of them once."""
    with ExitStack() as running:
        yield cache(lambda name: running.enter_context(ENGINES[name]()))


def sit_down(hand: Hand) -> None:
    hand.tap(f'.seat[data-seat="{MINE}"]')
    hand.tap("#sit [data-key=without]")
    eventually(lambda: hand.shown(".seat .you"), "a seat taken")


@pytest.mark.parametrize(("way", "game"), pairs(ON_PAGES))
def test_a_whole_match_is_played_on_a_phone_or_screen_in_any_browser_by_finger_or_keys(
    engine: Callable[[str], Phone],
    open_page: Open,
    server: Server,
    app: Flask,
    table: FakeTable,
    way: str,
    game: str,
) -> None:
    table.do(begun(game))
    where, _, by = way.partition(" by ")
    hand: Hand
    if where in ENGINES:
        hand = engine(where)
        hand.open(server.url)
    else:
        page = open_page("/table", DESK) if where == "screen" else open_page("/", PHONE)
        hand = HANDS[by](page)
    if where != "screen":
        sit_down(hand)
    play(OnPage(hand, app, None if where == "screen" else MINE, SEATS[game]), table.desk, game)
    if where in ENGINES:
        assert engine(where).errors() == []
    if where == "screen":
        assert not hand.shown("#pad")
        hand.tap("[data-key=again]")
        eventually(lambda: hand.shown('body[data-over="no"]'), "another match")


@pytest.mark.parametrize(("way", "game"), pairs(AT_TABLES))
def test_a_whole_match_is_played_without_a_phone_by_the_knob_or_by_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, game: str
) -> None:
    monkeypatch.setattr(build, "Oled", lambda _: StoredDisplay())
    home = RealHome(tmp_path)
    try:
        home.desk.do(begun(game))
        people = Knob if way == "knob" else Buttons
        play(people(home.table, SEATS[game]), home.desk, game)
    finally:
        home.close()


@pytest.mark.parametrize("name", ENGINES)
def test_a_challenge_takes_the_screen_for_a_while(
    engine: Callable[[str], Phone], server: Server, table: FakeTable, name: str
) -> None:
    phone = engine(name)
    phone.open(server.url, fresh=True)
    phone.run(NOTE)
    sit_down(phone)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    eventually(lambda: phone.shown('body[data-seq="2"]'), "the announcement")
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    eventually(lambda: phone.shown('body[data-showed="moment"]'), "the moment")
    eventually(lambda: not phone.shown("#moment"), "the page again")
    assert phone.errors() == []
