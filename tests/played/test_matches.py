"""A whole match of each game, through every way in: in the gate one match a way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from firmware.console.display import StoredDisplay
from firmware.running import build
from tests.breadth import breadth
from tests.played.console import Buttons, Knob
from tests.played.driver import SEATS, begun, play
from tests.played.home import RealHome
from tests.played.onpage import OnPage
from tests.process import eventually
from tests.webui.engines import ENGINES, Phone
from tests.webui.fake import FakeTable
from tests.webui.hands import Finger, Hand, Keys
from tests.webui.pages import DESK, Open, say
from webui.serving.serve import Server

# What starts Firefox leaves its files for the garbage collector to close.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
MINE = 0
HANDS: dict[str, Callable[[Page], Hand]] = {"finger": Finger, "keys": Keys}
GATE = ("keys", "ogallala")
ANSWERS = {"challenge", "block", "pass", "move_on", "name_card", "concede", "exchanged"}


@pytest.fixture(scope="module")
def engine() -> Iterator[Callable[[str], Phone]]:
    """Start a browser that is no Chromium, each of them once."""
    with ExitStack() as running:
        yield cache(lambda name: running.enter_context(ENGINES[name]()))


def sit_down(hand: Hand) -> None:
    hand.tap(f'.seat[data-seat="{MINE}"]')
    hand.tap("#sit [data-key=without]")
    eventually(lambda: hand.shown(".seat .you"))


@pytest.mark.parametrize(("way", "game"), breadth(product((*HANDS, *ENGINES), SEATS), GATE))
def test_a_whole_match_is_played_on_a_screen_by_finger_or_keys_or_on_a_phone_in_any_browser(
    engine: Callable[[str], Phone],
    open_page: Open,
    server: Server,
    app: Flask,
    table: FakeTable,
    way: str,
    game: str,
) -> None:
    table.do(begun(game))
    hand: Hand
    if way in ENGINES:
        hand = engine(way)
        hand.open(server.url)
        sit_down(hand)
    else:
        hand = HANDS[way](open_page("/table", DESK))
    play(OnPage(hand, app, MINE if way in ENGINES else None, SEATS[game]), table.desk, game)
    if way in ENGINES:
        assert engine(way).errors() == []
        return
    assert not hand.shown("#pad")
    hand.tap("[data-key=again]")
    eventually(lambda: hand.shown('body[data-over="no"]'))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealHome]:
    """A table with a console and no camera."""
    monkeypatch.setattr(build, "Oled", lambda _: StoredDisplay())
    with closing(RealHome(tmp_path)) as made:
        yield made


@pytest.mark.parametrize("game", breadth(SEATS, "coup"))
def test_a_whole_match_is_played_and_begun_again_by_the_knob_alone(
    home: RealHome, game: str
) -> None:
    home.desk.do(begun(game))
    knob = Knob(home.table, SEATS[game])
    play(knob, home.desk, game)
    before = home.match.seq
    assert knob.take("Again") == 1  # a rematch is one push away
    assert knob.screen[0] != say("console.refused"), knob.screen
    eventually(lambda: home.match.seq > before and home.match.outcome is None)


@pytest.mark.parametrize("game", breadth(SEATS, "coup"))
def test_all_that_has_a_press_is_done_by_the_buttons_of_the_seats(
    home: RealHome, game: str
) -> None:
    home.desk.do(begun(game))
    pressed = play(Buttons(home.table, SEATS[game]), home.desk, game)
    if game == "coup":
        assert pressed == ANSWERS
