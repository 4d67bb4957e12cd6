"""What a bot wants of people: told on every page, drawn in its cell, first at the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from firmware.bots import bots
from firmware.console.menus.home import home
from firmware.console.menus.world import World
from firmware.running.build import build_real_table
from firmware.sound.loudspeaker import Loudspeaker
from referee.actor import HOST
from referee.contract import BadOptions
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.reports.commands import Answer, SetSound
from referee.reports.status import Status
from referee.words import Voice
from tests.firmware.bots.evening import BOT, FIRST, laid, likes
from tests.process import eventually
from webui.app import create_app


@pytest.fixture
def page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A page of a table whose bot wants a card somewhere, and says so aloud."""
    aloud: list[str] = []
    monkeypatch.setattr(bots, "move_of", lambda _process, asked: likes(asked))
    monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
    monkeypatch.setattr("firmware.bots.real_hands.UNSEEN_S", 0.0)
    monkeypatch.setattr(Loudspeaker, "say", lambda _self, text, _locale: aloud.append(text))
    table = build_real_table(desk, cameras=(), gpio="mock")
    table.do(SetSound(voice=True), HOST)
    table.run()
    try:
        table.do(Begin("ogallala", {}, 2, levels=("", "gentle")), HOST)
        for move in (*FIRST, laid(BOT, "tent", 1, 0)):
            desk.do(Move(move))
        asked = eventually(lambda: table.status().question)
        table.do(Answer(asked.id, asked.items[0].id, "eagle"), HOST)
        wanted = eventually(lambda: (bot := table.status().bot_pending) and bot.cards and bot)
        status = Status((), (), bot_pending=wanted)
        title = home(World(Voice("en"), desk.snapshot(), status)).title
        assert "Put eagle down for" in title
        # Another thread says it.
        eventually(lambda: any("Put eagle down for" in text for text in aloud))
        yield create_app(table).test_client()
    finally:
        table.stop()


def test_what_a_bot_wants_is_what_matters_on_every_page_and_glows_in_its_cell(
    page: FlaskClient,
) -> None:
    state = page.get("/api/state", headers={"Accept-Language": "en"}).get_json()
    assert "Put eagle down for" in state["focus"]["label"]
    assert state["wants"][0]["text"] == state["focus"]["label"]
    (glow,) = (entry for entry in state["table"]["glows"] if entry["forAll"])
    assert (glow["zone"], glow["seat"]) == (f"territory:{BOT}", BOT)
    assert glow["box"]["width"] < 60


def test_no_bot_whose_cards_a_neighbour_would_see(desk: Desk) -> None:
    table = build_real_table(desk, cameras=(), gpio="mock", sound=False)
    with pytest.raises(BadOptions, match="secret"):
        table.do(Begin("coup", {}, 3, levels=("", "fair", "")), HOST)
    table.panel.close()
