"""One person plays whole matches against bots, on one phone alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from firmware.games import open_games, trust
from referee import examples
from tests import middle_card
from tests.breadth import breadth
from tests.firmware.bots.hurried import Hurried
from tests.lone_phone import LonePhone
from tests.webui.asking import press
from webui.app import create_app

SEATS = {"coyote": 3, "coup": 3, "coup_detat": 3, "hearts": 4, "ogallala": 2, "plenty_coups": 3}
SHORT = {  # or else a match takes thousands of moves
    "coup_detat": {"simpler": True},
    "hearts": {"limit": 20},
}
EXAMPLES = ("high_card", "one_lie", "middle_card")
QUICK = [(game, 2 if game in ("coup", "ogallala") else 1) for game in (*SEATS, *EXAMPLES)]
SEEDS = {game: range(1, 21) for game in (*SEATS, *EXAMPLES)}
LOOK_S = 0.6
STILL_S = 90.0  # In this time, a match goes on, or it never does.
VAIN_LOOKS = 10  # While others answer or a card is read, a page may ask for what is done already.


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The name of a game that can be played here, even if it is an example.

    The game of the middle card takes the place of High Card, with its words and cards.
    """
    name: str = request.param
    if name in EXAMPLES:
        code = None
        if name == "middle_card":
            name, code = "high_card", Path(middle_card.__file__)
        folder = tmp_path / "games" / name
        shutil.copytree(Path(examples.__file__).parent / name, folder)
        if code is not None:
            shutil.copy(code, folder / "__init__.py")
        trust(tmp_path, name)
        open_games(tmp_path)
    yield name
    open_games()


def sat_down(table: Hurried, game: str) -> FlaskClient:
    """Begin a match with bots at all other seats, and return the phone of the only player."""
    app = create_app(table.table, table.virtual)
    host, phone = app.test_client(), app.test_client()
    phone.environ_base |= {"REMOTE_ADDR": "192.0.2.7", "HTTP_ACCEPT_LANGUAGE": "en"}
    seats = SEATS.get(game, 2)
    levels = ["", *["gentle"] * (seats - 1)]
    begin = {"game": game, "seats": seats, "levels": levels, "options": SHORT.get(game, {})}
    assert host.post("/api/match", json=begin).status_code == 200
    assert phone.post("/api/seat/take", json={"seat": 0}).get_json()["waits"]
    assert press(app.extensions["web"], 0)
    sitting = phone.get("/api/state").get_json()["sitting"]
    phone.post("/api/seat/sit", json={"id": sitting["id"], "name": "Ann"})
    return phone


@pytest.mark.parametrize(
    ("game", "seed"),
    breadth(((game, seed) for game, seeds in SEEDS.items() for seed in seeds), *QUICK),
    indirect=["game"],
)
def test_a_match_is_played_to_its_end_on_one_phone_that_always_offers_what_it_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    table = Hurried(tmp_path, monkeypatch, every=1, perfect=True)
    table.table.supervisor.start = Mock()  # type: ignore[method-assign]  # No threads.
    player = LonePhone(sat_down(table, game), Random(seed), lambda: table.now_s * 1000)
    moved_s, seq = table.now_s, 0
    while not player.act():
        assert not player.refused
        assert player.in_vain < VAIN_LOOKS, player.state()
        table.wait(LOOK_S)
        if table.match.seq > seq:
            moved_s, seq = table.now_s, table.match.seq
        assert table.now_s < moved_s + STILL_S, player.state()
    assert table.match.outcome is not None
    table.close()
