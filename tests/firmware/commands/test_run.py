"""The whole program as a process: it plays, is killed in the middle of a round, and resumes."""

from __future__ import annotations

import json
import signal
import threading
import urllib.error
import urllib.request
from pathlib import Path
from unittest.mock import Mock

import cv2
import pytest

from firmware import cli
from firmware.commands import until
from firmware.commands.until import UntilSignal
from firmware.errors import TableError
from firmware.games import trust
from hardware import MAT
from referee import words
from tests.process import BLIND, PATIENCE_S, Process, eventually
from vision.mat_file import read_mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene


def blind(data: Path, *options: str) -> Process:
    """Start a table with no camera."""
    return Process(data, *BLIND, *options, table="table")


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


BAD_FILES = {
    "table.sqlite": b"a letter to the world" * 500,
    "home.toml": b"broker = ",
    "club.json": b"{",
    "network.toml": b'proxies = ["everybody"]',
    "words/pt.po": b'msgid "page.join',
    "words/sv.po": b"\xfe\xfd",
    "lenses.toml": b"\xfe\xfd",
    "games/mine/__init__.py": b"raise SystemExit",
    "decks/mine/deck.toml": b"size_mm = [63",
}


def test_no_file_of_the_owner_stops_the_table_and_each_that_is_left_out_is_named(
    tmp_path: Path,
) -> None:
    for name, data in BAD_FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    trust(tmp_path, "mine")
    deck = str(tmp_path / "decks" / "mine")
    table = blind(tmp_path, "--deck", deck, "--game", "coup", "--seats", "3")
    try:
        for page in ("", "table", "workshop", "data", "history", "api/state?view=table"):
            assert status_of(f"http://127.0.0.1:{table.port}/{page}") < 500, page
        state = eventually(lambda: (s := table.state("table"))["parts"] and s)
        ill = {part["name"] for part in state["parts"] if not part["well"]}
        assert {"Home", "Network", "The club", "Languages", "Games"} <= ill
        assert any("damaged" in part["text"] for part in state["parts"])
    finally:
        assert table.kill(signal.SIGTERM) == 0
    (aside,) = tmp_path.glob("table.sqlite.damaged-*")
    assert aside.read_bytes() == BAD_FILES["table.sqlite"]
    text = "".join(table.output)
    assert all(Path(name).name in text for name in (*BAD_FILES, "mine") if name[:5] != "games")
    assert "Traceback" not in text


def test_a_signal_is_heeded_at_once_whichever_thread_it_meets() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        for number in numbers:
            stop = UntilSignal()
            assert not stop.wait(0.0)
            other = threading.Timer(
                0.05, lambda sent=number: signal.pthread_kill(threading.get_ident(), sent)
            )
            other.start()
            assert stop.wait(PATIENCE_S)
            assert stop.wait(PATIENCE_S), "a signal that has come stays"
            other.join(PATIENCE_S)
    finally:
        signal.set_wakeup_fd(-1)
        for number, handler in before.items():
            signal.signal(number, handler)


def test_the_real_table_reads_a_folder_of_pictures_and_plays_without_its_buttons(
    tmp_path: Path,
) -> None:
    mat = read_mat(MAT)
    deck = "coyote-tomahawk"
    scene = Scene((PlacedCard(deck, "20", 200, 200, 30), PlacedCard(deck, "-5", 400, 220, 200)))
    frame = Renderer(PinholeCamera.above(mat.size_mm, 1920, 1080), mat).render(scene)
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "frame.png"), frame.image)
    camera = f"folder:{tmp_path / 'pictures'}"
    options = ("--camera", camera, "--gpio", "mock", "--seats", "2", "--edition", "tomahawk")
    table = Process(tmp_path / "data", *options, table="table")
    assert any("no real buttons" in line for line in table.output)
    table.move(move="announce", seat=0, number=16)
    table.move(move="challenge", seat=1)
    state = eventually(lambda: (s := table.state())["count"] and s)
    assert sorted(card["card"] for card in state["count"]["cards"]) == ["-5", "20"]
    assert state["seats"][0]["tokens"][0]["count"] == 1  # 15 < 16
    assert table.kill(signal.SIGTERM) == 0
    assert (tmp_path / "data" / "table.sqlite").exists()


def test_a_match_begins_as_asked_for_and_goes_on_after_a_signal_with_its_journal_and_port_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("least_s=5", "strict_contessa=true", "two_players=one_coin")
    chosen = [word for option in options for word in ("--option", option)]
    table = blind(tmp_path, "--host", "127.0.0.1", "--game", "coup", "--seats", "4", *chosen)
    match = table.state()["match"]
    assert (match["game"], match["seats"]) == ("coup", 4)
    wanted = {"least_s": 5, "strict_contessa": True, "two_players": "one_coin"}
    assert match["options"].items() >= wanted.items()
    other = tmp_path / "other"
    for asked, sentence in (
        (("--data", tmp_path, "--port", 0), "table.sqlite"),
        (("--data", other, "--host", "127.0.0.1", "--port", table.port), "--port"),
    ):
        status = cli.run(["table", *map(str, asked), *BLIND])
        errors = capsys.readouterr().err
        assert (status, errors.count("\n")) == (2, 1)
        assert sentence in errors
    assert json.loads((other / "table.starts").read_text())["failed"] == 0, "no safe mode follows"
    assert table.kill(signal.SIGINT) == 0
    output = "".join(table.output)
    assert "No phone can reach these pages, because --host 127.0.0.1" in output
    assert "Phones on the same network:" not in output
    assert "Traceback" not in output

    table = blind(tmp_path, "--seats", "2")
    assert table.state()["match"] == match
    assert any("--new" in line for line in table.output)
    assert table.kill(signal.SIGTERM) == 0
    assert not any("Traceback" in line for line in table.output)


@pytest.mark.parametrize("runs", [True, False])
def test_pages_that_no_longer_answer_end_the_program_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, runs: bool
) -> None:
    monkeypatch.setattr(until, "LOOK_S", 0.01)
    stop = Mock(wait=Mock(return_value=False))
    well = until.Pulse(Mock(ask=lambda answered: answered() or True))
    assert not until.wait_serving(stop, well, 0.05)
    monkeypatch.setattr(until, "HANGS_S", 0.05)
    silent = until.Pulse(Mock(ask=Mock(return_value=runs)))
    silent.silent_s()  # The watchdog may look first.
    with pytest.raises(TableError) as ended:
        until.wait_serving(stop, silent)
    assert "Start it again" in words.say(ended.value.message, "en")
