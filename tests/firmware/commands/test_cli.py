"""The command line: its fixed formats, and one sentence for whatever goes wrong."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest

from firmware import cli
from hardware import MAT
from referee import library, notation
from referee.contract import Message
from referee.words import say
from tests.process import run_program
from tests.referee.recorded import match_file as recorded_file
from tests.referee.recorded import recorded
from vision.mat_file import read_mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene


class Said:
    """What a command said and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        capsys.readouterr()
        self.status = cli.run([str(argument) for argument in arguments])
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def is_one_sentence(self) -> bool:
        unspoken = re.search(r"\b(coyote|desk|table|cli|page)\.[a-z]+[._]", self.err)
        return self.err.count("\n") == 1 and "Traceback" not in self.err and not unspoken


Capsys = pytest.CaptureFixture[str]
# A command sends its log elsewhere.
pytestmark = pytest.mark.usefixtures("root", "english", "own_data")


# -- score -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "words", "total"),
    [
        ("tomahawk", "-- 20 max- 15 10 6 -5", 6),
        ("kidult", "-- 10 5 -5 x2", 25),
        ("tomahawk", "-- 20 15 4 max0 max- x2", -22),
        ("kidult", "10 -5 chief squaw dusk", -5),  # the sheet's words, which need no dashes
        ("kidult", "--draw x2 -- 3 ? 4", 14),
        ("oliphante", "--draw 0 -- 3 ?", 3),  # its only 0 is the night card
    ],
)
def test_score_counts_the_worked_examples(
    capsys: Capsys, edition: str, words: str, total: int
) -> None:
    text = Said(capsys, "score", edition, *words.split())
    assert text.status == 0
    assert text.out.splitlines()[-1] == str(total).replace("-", "−")


# -- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("score tomahawk 3 ? 4", "--draw"),
        ("score tomahawk 3 --draw 4", "One card too many was drawn"),
        ("score tomahawk 3 --draw 4 --draw 5", "2 cards too many were drawn"),
        ("score tomahawk joker", "joker"),
        ("score kidult 20 20 20 20", "kidult has the card 20 only once, but you named it 4 times"),
        ("score kidult 15 ? 15 --draw 15", "the card 15 only 2 times, but you named it 3 times"),
        ("score oliphante 0 night 3", "the card night only once"),
        ("score poker 3", "poker"),
        ("score tomahawk", "CARDS"),
        ("score", "EDITION"),
        ("schema chess", "chess"),
        ("fly", "fly"),
        ("replay --fast x", "--fast"),
        ("replay none.jsonl", "none.jsonl"),
        ("play --edition none", "none"),
        ("play --game chess", "chess"),
        ("play --game coup --option least_s", "least_s"),
        ("play --game coup --option least_s=soon", "Seconds before going on: “soon”"),
        ("play --seats 9", "6"),
        ("play --size big", "big"),
        ("play --deck mine", "mine"),
        ("play --data /dev/null/x", "/dev/null/x"),
        ("play --port 99999", "99999"),
        ("play --port 6000", "no browser opens a page at port 6000"),
        ("hub --port 99999", "99999"),
        ("hub --broker-port 99999", "99999"),
        ("hub --broker-port 0", "--broker-port"),
        ("hub restore gone", "gone cannot be read: No such file or directory."),
        ("table --camera eye", "eye"),
        ("table --pins /dev/null/x", "/dev/null/x"),
        ("doctor --port 0", "--port"),
        ("backup /dev/null/out.zip", "The backup out.zip cannot be written: Not a directory"),
        ("bench --nothing", "--nothing"),
        ("bench vision --cards 0", "--cards"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = Said(capsys, *command.split())
    assert (answer.status, answer.out) == (2, "")
    assert answer.is_one_sentence()
    assert sentence in answer.err


# -- replay ------------------------------------------------------------------------------

MATCH = [
    {"game": "coyote", "options": {"edition": "tomahawk"}, "seats": 3},
    {"move": "announce", "seat": 0, "number": 8},
    {"move": "announce", "seat": 1, "number": 16},
    {"move": "challenge", "seat": 2},
    {"move": "cards_read", "cards": ["10", "5", "-5"]},
]


def match_file(folder: Path, *lines: object) -> Path:
    path = folder / "match.jsonl"
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    )
    return path


def test_replay_prints_the_final_state_and_all_rulings(capsys: Capsys, tmp_path: Path) -> None:
    ran = Said(capsys, "replay", match_file(tmp_path, *MATCH), "--json")
    assert ran.status == 0
    assert ran.json["state"]["strikes"] == [0, 1, 0]
    assert [(entry["line"], entry["rule"]) for entry in ran.json["rulings"]][:4] == [
        (2, "CY-2"),
        (3, "CY-3"),
        (4, "CY-6"),
        (5, "CY-7"),
    ]
    text = Said(capsys, "replay", match_file(tmp_path, *MATCH))
    assert text.status == 0
    assert "CY-7" in text.out
    assert text.out.splitlines()[-1].startswith("coyote 3 (")


def test_replay_stops_at_an_illegal_move_with_line_rule_and_reason(
    capsys: Capsys, tmp_path: Path
) -> None:
    path = match_file(tmp_path, *MATCH[:2], "", {"move": "challenge", "seat": 2}, *MATCH[2:])
    ran = Said(capsys, "replay", path)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.is_one_sentence()
    assert all(part in ran.err for part in ("4", "CY-4", "Vermilion"))
    as_json = Said(capsys, "replay", path, "--json")
    assert as_json.status == 2
    assert (as_json.json["error"]["line"], as_json.json["error"]["rule"]) == (4, "CY-4")
    ran = Said(capsys, "replay", match_file(tmp_path, MATCH[0], {"move": "fly"}))
    assert ran.status == 2
    assert ran.is_one_sentence()
    assert "2" in ran.err


def test_replay_tells_a_match_and_ends_with_its_position(capsys: Capsys, tmp_path: Path) -> None:
    match, path = recorded("coup_detat", "secret"), tmp_path / "match.jsonl"
    path.write_text(recorded_file("coup_detat", "secret"), encoding="utf-8")
    ran = Said(capsys, "replay", str(path), "--json")
    rulings = sum(len(entry.rulings) for entry in match.entries)
    assert ran.json["outcome"] == json.loads(json.dumps(library.to_plain(match.outcome)))
    assert library.state(match.game, ran.json["state"]) == match.state
    assert len(ran.json["rulings"]) == rulings
    *lines, position = Said(capsys, "replay", str(path)).out.splitlines()
    assert len(lines) >= rulings
    assert notation.read_position(position) == (match.game, match.seats, match.state)


# -- read --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mat = read_mat(MAT)
    cards = (
        PlacedCard("coyote-tomahawk", "20", 200, 200, 30),
        PlacedCard("coyote-tomahawk", "-5", 400, 220, 200),
    )
    renderer = Renderer(PinholeCamera.above(mat.size_mm, 1920, 1080), mat)
    path = tmp_path_factory.mktemp("read") / "table.png"
    cv2.imwrite(str(path), renderer.render(Scene(cards)).image)
    return path


def test_read_prints_one_object_a_picture(capsys: Capsys, picture: Path) -> None:
    ran = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", picture, picture)
    assert ran.status == 0
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert first["image"] == str(picture)
    assert (first["width"], first["height"]) == (1920, 1080)
    assert first["ms"] > 0
    cards = {card["card"]: card for card in first["cards"]}
    assert set(cards) == {"20", "-5"}
    for card in cards.values():
        assert card["verdict"] == "certain"
        assert {"score", "runners_up", "corners", "turn_deg"} <= set(card)
        assert np.shape(card["corners"]) == (4, 2)
    # TL, TR, BR, BL of the upright card: its top edge is turned as the card is.
    (x0, y0), (x1, y1), *_ = cards["20"]["corners"]
    assert np.degrees(np.arctan2(y1 - y0, x1 - x0)) == pytest.approx(30, abs=3)
    assert cards["20"]["turn_deg"] == pytest.approx(30, abs=3)
    assert second["cards"] == first["cards"]


def test_read_names_a_picture_that_cannot_be_read_and_reads_the_others(
    capsys: Capsys, picture: Path, tmp_path: Path
) -> None:
    text = tmp_path / "letter.png"
    text.write_text("Dear all")
    empty = tmp_path / "empty.png"
    empty.touch()
    none = tmp_path / "none.png"
    ran = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", text, empty, none, picture)
    assert ran.status == 1
    assert len(ran.json["cards"]) == 2
    lines = ran.err.splitlines()
    assert len(lines) == 3
    assert all(path.name in line for path, line in zip((text, empty, none), lines, strict=True))


def confetti() -> Image:
    """Return a picture of 400 white rectangles, none of them straight."""
    chance = np.random.default_rng(0)
    image = np.full((3000, 4000, 3), (60, 110, 60), np.uint8)
    for y in range(86, 2914, 173):
        for x in range(86, 3914, 173):
            box = cv2.boxPoints(((x, y), (78, 121), float(chance.uniform(0, 180))))
            cv2.fillConvexPoly(image, box.astype(np.int32), (250, 250, 250), cv2.LINE_AA)
    return image


def test_read_names_what_it_cannot_use(capsys: Capsys, picture: Path, tmp_path: Path) -> None:
    wall, small, strewn = (tmp_path / name for name in ("wall.png", "small.png", "strewn.jpg"))
    cv2.imwrite(str(wall), np.full((400, 600, 3), 120, np.uint8))
    cv2.imwrite(str(small), np.full((31, 900, 3), 128, np.uint8))
    cv2.imwrite(str(strewn), confetti())
    ran = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", wall)
    assert (ran.json["mat"], ran.json["cards"]) == (False, [])
    assert ran.is_one_sentence()
    ran = Said(capsys, "read", "--deck", "coyote-tomahawk", strewn)
    assert ran.status == 1
    too_much = say(Message("cli.read.too_much", {"file": str(strewn)}))
    assert too_much in ran.err.splitlines()
    for command in (("read", "--deck", "coyote-tomahawk"), ("calibrate", "--image")):
        ran = Said(capsys, *command, small)
        assert ran.status in (1, 2)
        assert ran.is_one_sentence()
        assert "900 x 31 pixels" in ran.err
    (tmp_path / "deck.toml").write_text(
        'name = "mine"\nsize_mm = [63, 88]\n[[cards]]\ncard = "1"\ncount = 1\nfile = "one.png"\n'
    )
    for deck, sentence in ((tmp_path, "one.png"), ("nonsense", "nonsense")):
        ran = Said(capsys, "read", "--deck", deck, picture)
        assert ran.status == 2
        assert ran.is_one_sentence()
        assert sentence in ran.err


# -- the rest ----------------------------------------------------------------------------


def test_every_command_explains_itself(capsys: Capsys) -> None:
    assert Said(capsys).err.startswith("Usage: coyote ")
    assert {"options", "move"} <= set(Said(capsys, "schema", "coyote").json["properties"])
    for name in cli.COMMANDS:
        ran = Said(capsys, name, "--help")
        assert ran.status == 0
        assert "Usage: coyote" in ran.out
    assert "score" in Said(capsys, "--help").out
    assert Said(capsys, "--version").status == 0


def test_the_help_is_there_at_once_and_says_what_each_command_does() -> None:
    """It loaded all commands for one line of each, which took a second on a Pi."""
    shown = "import sys; from firmware import cli; cli.run(['--help']); print(*sys.modules)"
    command = [sys.executable, "-c", shown]
    done = run_program(command)
    assert not {"babel", "cv2", "flask", "msgspec", "numpy"} & set(done.stdout.split())

    def commands(group: type[click.Group]) -> str:
        formatter = click.HelpFormatter(width=80)
        group.format_commands(cli.coyote, click.Context(cli.coyote), formatter)
        return formatter.getvalue()

    assert commands(cli.Commands) == commands(click.Group)


def test_an_unexpected_failure_is_a_sentence_and_its_details_are_kept(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("referee.library.schema", lambda _: 1 / 0)
    monkeypatch.setattr("firmware.commands.table.run.Starts", lambda _: 1 / 0)
    monkeypatch.setattr("firmware.commands.table.run.log_to", lambda *_: None)
    elsewhere = tmp_path / "elsewhere"
    for arguments, data in (
        (("schema", "coyote"), tmp_path / "data"),
        (("schema", "coyote"), tmp_path / "data"),
        (("table", "--data", elsewhere), elsewhere),
    ):
        ran = Said(capsys, *arguments)
        assert ran.status == 2
        assert ran.is_one_sentence()
        kept = data / "coyote-error.txt"
        assert str(kept) in ran.err
        assert "ZeroDivisionError" in kept.read_text()
        assert kept.stat().st_mode & 0o777 == 0o600


def test_details_go_through_no_link_that_somebody_else_has_laid(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the shared temporary folder it overwrote whatever the link led to."""
    (tmp_path / "precious").write_text("kept")
    (tmp_path / "coyote-error.txt").symlink_to(tmp_path / "precious")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("referee.library.schema", lambda _: 1 / 0)
    for data in (tmp_path, tmp_path / "precious"):  # one that is no folder: a new one is made
        monkeypatch.setenv("COYOTE_DATA", str(data))
        assert Said(capsys, "schema", "coyote").is_one_sentence()
    assert (tmp_path / "precious").read_text() == "kept"
    (made,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert made.stat().st_mode & 0o777 == 0o700
    assert "ZeroDivisionError" in (made / "coyote-error.txt").read_text()


def test_doctor_says_of_each_part_how_it_is(capsys: Capsys, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "wall.png"), np.full((400, 600, 3), 120, np.uint8))
    (tmp_path / "table.sqlite").write_bytes(b"SQLite format 3\0" + b"rubbish" * 400)
    ran = Said(capsys, "doctor", "--camera", f"folder:{folder}", "--data", tmp_path, "--port", 2)
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert all(line[0] in "✓✗–" for line in lines[:-1])
    wrong = [line for line in lines if line.startswith("✗")]
    assert any("markers" in line for line in wrong)
    assert any("table.sqlite" in line for line in wrong)
    assert (tmp_path / "table.sqlite").read_bytes().startswith(b"SQLite format 3\0rubbish")
    ran = Said(capsys, "doctor", "--camera", "usb:97", "--data", tmp_path / "table.sqlite")
    assert ran.status == 1
    assert "usb:97" in ran.out
    assert "damaged" not in ran.out, "a file is no folder"
