"""The command line: its fixed formats, and one sentence for whatever goes wrong."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware import cli
from firmware.commands.table.run import tell_of_deck
from firmware.errors import BadData
from firmware.folders import LogFile, Sparing, data_folder
from firmware.sound import loudspeaker
from hardware import MAT
from referee import library, notation
from referee.contract import Message
from referee.words import say
from tests.bench.speed.pictures import rows
from tests.referee.recorded import match_file as recorded_file
from tests.referee.recorded import recorded
from vision.decks.deck import load_deck
from vision.mat_file import read_mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene


class Said:
    """What a command said and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        capsys.readouterr()
        self.status = cli.run([str(one) for one in arguments])
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

SCORES = [
    ("tomahawk", "20 max- 15 10 6 -5", 6),
    ("kidult", "10 5 -5 x2", 25),
    ("oliphante", "10 5 -5 x2", 25),
    ("tomahawk", "10 5 -5 x2", 20),
    ("kidult", "20 15 x2 max0 -10", 20),
    ("oliphante", "20 15 x2 max0 -10", 20),
    ("tomahawk", "20 15 x2 max0 -10", 10),
    *((edition, "20 15 4 max0 max-", -11) for edition in ("kidult", "tomahawk", "oliphante")),
    ("oliphante", "20 15 4 max0 max- x2", -7),
    ("tomahawk", "20 15 4 max0 max- x2", -22),
    *((edition, "-5 max0 max-", -5) for edition in ("kidult", "tomahawk", "oliphante")),
]


@pytest.mark.parametrize(("edition", "cards", "total"), SCORES)
def test_score_counts_the_worked_examples(
    capsys: Capsys, edition: str, cards: str, total: int
) -> None:
    said = Said(capsys, "score", edition, "--json", "--", *cards.split())
    assert said.status == 0
    assert set(said.json) == {"total", "steps", "reshuffle"}
    assert said.json["total"] == said.json["steps"][-1]["total"] == total
    assert said.json["reshuffle"] is False
    text = Said(capsys, "score", edition, "--", *cards.split())
    assert text.out.splitlines()[-1] == str(total).replace("-", "−")


def test_score_takes_the_sheets_words_and_needs_no_dashes(capsys: Capsys) -> None:
    said = Said(capsys, "score", "kidult", "10", "-5", "chief", "squaw", "dusk", "--json")
    assert said.json["total"] == -5
    assert said.json["reshuffle"] is True


def test_score_draws_what_it_is_told(capsys: Capsys) -> None:
    said = Said(capsys, "score", "kidult", "--json", "--draw", "x2", "--", "3", "?", "4")
    assert said.json["total"] == 14
    said = Said(capsys, "score", "kidult", "--json", "--draw", "night", "--", "3", "tipi", "4")
    assert (said.json["total"], said.json["reshuffle"]) == (7, True)
    said = Said(capsys, "score", "kidult", "--json", "--draw", "?", "--draw", "-5", "3", "?")
    assert said.json["total"] == -2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tomahawk", "3", "?", "4"], "--draw"),
        (["tomahawk", "3", "--draw", "4"], "One card too many was drawn"),
        (["tomahawk", "3", "--draw", "4", "--draw", "5"], "2 cards too many were drawn"),
        (["tomahawk", "3", "--draw", "4", "--draw", "5", "?"], "One card too many was drawn"),
        (["tomahawk", "joker"], "joker"),
        (["poker", "3"], "poker"),
        (["tomahawk"], "CARDS"),
        ([], "EDITION"),
    ],
)
def test_score_refuses_in_one_sentence(capsys: Capsys, arguments: list[str], sentence: str) -> None:
    said = Said(capsys, "score", *arguments)
    assert said.status == 2
    assert said.out == ""
    assert said.is_one_sentence()
    assert sentence in said.err


def test_score_counts_a_card_that_the_edition_lacks_and_says_so(capsys: Capsys) -> None:
    said = Said(capsys, "score", "kidult", "--json", "--", "max-", "3")
    assert (said.status, said.json["total"]) == (0, -3)
    assert "kidult" in said.err


def test_score_speaks_french_where_the_terminal_does(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Les cartes" in Said(capsys, "score", "tomahawk", "3").out


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
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines))
    return path


def test_replay_prints_the_final_state_and_all_rulings(capsys: Capsys, tmp_path: Path) -> None:
    said = Said(capsys, "replay", match_file(tmp_path, *MATCH), "--json")
    assert said.status == 0
    assert said.json["state"]["strikes"] == [0, 1, 0]
    assert [(one["line"], one["rule"]) for one in said.json["rulings"]][:4] == [
        (2, "CY-2"),
        (3, "CY-3"),
        (4, "CY-6"),
        (5, "CY-7"),
    ]
    text = Said(capsys, "replay", match_file(tmp_path, *MATCH))
    assert text.status == 0
    assert "CY-7" in text.out
    assert text.out.splitlines()[-1].startswith("coyote 3 (")


@pytest.mark.parametrize("name", ["coup/four", "coup_detat/secret", "coyote/kidult"])
def test_replay_tells_a_match_of_every_game_and_ends_with_its_position(
    capsys: Capsys, tmp_path: Path, name: str
) -> None:
    match = recorded(*name.split("/"))
    path = tmp_path / "match.jsonl"
    path.write_text(recorded_file(*name.split("/")), encoding="utf-8")
    said = Said(capsys, "replay", str(path), "--json")
    rulings = sum(len(one.rulings) for one in match.played)
    assert said.json["outcome"] == json.loads(json.dumps(library.to_plain(match.outcome)))
    assert library.state(match.game, said.json["state"]) == match.state
    assert len(said.json["rulings"]) == rulings
    *lines, position = Said(capsys, "replay", str(path)).out.splitlines()
    assert len(lines) >= rulings
    assert notation.read_position(position) == (match.game, match.header.number, match.state)


def test_replay_says_who_played_when_and_which_two_have_one_name(
    capsys: Capsys, tmp_path: Path
) -> None:
    handed = [{"seat": 0, "after": 1, "name": "Cy"}, {"seat": 1, "after": 2, "name": "Dee"}]
    begun = {"game": "coyote", "options": {"edition": "tomahawk"}}
    header = {**begun, "seats": ["Max", "Ben", " max"], "handed": handed}
    said = Said(capsys, "replay", match_file(tmp_path, header, *MATCH[1:]))
    assert "Max" in said.out
    assert "Cy" not in said.out.split("Ben", 1)[0]
    assert "two seats Max" in said.err


def test_replay_stops_at_an_illegal_move_with_line_rule_and_reason(
    capsys: Capsys, tmp_path: Path
) -> None:
    path = match_file(tmp_path, *MATCH[:2], "", {"move": "challenge", "seat": 2}, *MATCH[2:])
    said = Said(capsys, "replay", path)
    assert said.status == 2
    assert said.out == ""
    assert said.is_one_sentence()
    assert all(part in said.err for part in ("4", "CY-4", "Vermilion"))
    as_json = Said(capsys, "replay", path, "--json")
    assert as_json.status == 2
    assert (as_json.json["error"]["line"], as_json.json["error"]["rule"]) == (4, "CY-4")


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([], "1"),
        (["{"], "1"),
        ([{"move": "announce"}], "1"),
        ([{"game": "chess", "seats": 2}], "1"),
        ([{"game": "coyote", "seats": 99}], "1"),
        ([MATCH[0], "nonsense"], "2"),
        ([MATCH[0], {"move": "fly"}], "2"),
        ([MATCH[0], {"move": "announce", "seat": "first", "number": 3}], "2"),
    ],
)
def test_replay_of_a_bad_file_names_the_line(
    capsys: Capsys, tmp_path: Path, lines: list[object], line: str
) -> None:
    said = Said(capsys, "replay", match_file(tmp_path, *lines))
    assert said.status == 2
    assert said.is_one_sentence()
    assert line in said.err


def test_replay_of_no_file_is_refused(capsys: Capsys, tmp_path: Path) -> None:
    said = Said(capsys, "replay", tmp_path / "none.jsonl")
    assert said.status == 2
    assert said.is_one_sentence()


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
    said = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", picture, picture)
    assert said.status == 0
    first, second = (json.loads(line) for line in said.out.splitlines())
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


def test_read_takes_a_deck_by_its_folder(capsys: Capsys, picture: Path) -> None:
    folder = load_deck("coyote-tomahawk", pictures=False).folder
    said = Said(capsys, "read", "--deck", folder, "--json", picture)
    assert len(said.json["cards"]) == 2


def test_read_names_a_picture_that_cannot_be_read_and_reads_the_others(
    capsys: Capsys, picture: Path, tmp_path: Path
) -> None:
    text = tmp_path / "letter.png"
    text.write_text("Dear all")
    empty = tmp_path / "empty.png"
    empty.touch()
    none = tmp_path / "none.png"
    said = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", text, empty, none, picture)
    assert said.status == 1
    assert len(said.json["cards"]) == 2
    lines = said.err.splitlines()
    assert len(lines) == 3
    assert all(path.name in line for path, line in zip((text, empty, none), lines, strict=True))


def test_read_gives_places_in_the_pixels_of_the_file(
    capsys: Capsys, picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cv2.imread(str(picture))
    assert image is not None
    large = tmp_path / "large.jpg"
    cv2.imwrite(str(large), cv2.resize(image, None, fx=2, fy=2))
    monkeypatch.setattr("vision.photo.MAX_READ_PX", 3_000_000)
    told = [
        Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", path).json
        for path in (picture, large)
    ]
    assert [(one["width"], one["height"]) for one in told] == [(1920, 1080), (3840, 2160)]
    small, big = ({c["card"]: c["corners"] for c in one["cards"]} for one in told)
    for card, corners in small.items():
        assert np.abs(2 * np.array(corners) - np.array(big[card])).max() < 4


def test_read_of_a_frame_with_no_mat_says_so(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    cv2.imwrite(str(path), np.full((400, 600, 3), 120, np.uint8))
    said = Said(capsys, "read", "--deck", "coyote-tomahawk", "--json", path)
    assert said.json["mat"] is False
    assert said.json["cards"] == []
    assert said.is_one_sentence()


@pytest.mark.parametrize("command", ["read", "count"])
def test_of_a_picture_with_far_more_than_cards_that_is_said(
    capsys: Capsys, tmp_path: Path, command: str
) -> None:
    (path := tmp_path / "confetti.jpg").write_bytes(rows(400))
    deck = ("--deck", "coyote-tomahawk") if command == "read" else ()
    said = Said(capsys, command, *deck, path)
    assert said.status == 1
    told = say(Message("cli.read.too_much", {"file": str(path)}))
    assert told in said.err.splitlines()


def test_read_with_a_deck_that_lacks_a_template_is_refused(
    capsys: Capsys, picture: Path, tmp_path: Path
) -> None:
    (tmp_path / "deck.toml").write_text(
        'name = "mine"\nsize_mm = [63, 88]\n[[cards]]\ncard = "1"\ncount = 1\nfile = "one.png"\n'
    )
    said = Said(capsys, "read", "--deck", tmp_path, picture)
    assert said.status == 2
    assert said.is_one_sentence()
    assert "one.png" in said.err
    said = Said(capsys, "read", "--deck", "nonsense", picture)
    assert said.status == 2
    assert "nonsense" in said.err


# -- the rest ----------------------------------------------------------------------------


def test_schema_describes_options_and_moves(capsys: Capsys) -> None:
    schema = Said(capsys, "schema", "coyote").json
    assert {"options", "move"} <= set(schema["properties"])
    said = Said(capsys, "schema", "chess")
    assert said.status == 2
    assert said.is_one_sentence()


def test_every_command_explains_itself(capsys: Capsys) -> None:
    for name in cli.COMMANDS:
        said = Said(capsys, name, "--help")
        assert said.status == 0
        assert "Usage: coyote" in said.out
    assert "score" in Said(capsys, "--help").out
    assert Said(capsys, "--version").status == 0


def test_an_unknown_command_or_option_is_one_sentence(capsys: Capsys) -> None:
    for arguments in (["fly"], ["replay", "--fast", "x"]):
        said = Said(capsys, *arguments)
        assert said.status == 2
        assert said.is_one_sentence()


def test_an_unexpected_failure_is_a_sentence_and_its_details_are_kept(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("referee.library.schema", lambda _: 1 / 0)
    for _ in range(2):
        said = Said(capsys, "schema", "coyote")
        assert said.status == 2
        assert said.is_one_sentence()
        kept = tmp_path / "data" / "coyote-error.txt"
        assert str(kept) in said.err
        assert "ZeroDivisionError" in kept.read_text()
        assert kept.stat().st_mode & 0o777 == 0o600


def test_details_are_kept_where_the_data_are(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They went to the home of a user whose table has its data elsewhere."""
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "home"))
    monkeypatch.setattr("firmware.commands.games._list", lambda _: 1 / 0)
    monkeypatch.setattr("firmware.commands.table.run.Starts", lambda _: 1 / 0)
    monkeypatch.setattr("firmware.commands.table.run.log_to", lambda *_: None)
    monkeypatch.setattr("firmware.commands.doctor.Machine", lambda: 1 / 0)
    for command in ("games", "play", "table", "doctor"):
        data = tmp_path / command
        said = Said(capsys, command, "--data", str(data))
        assert said.status == 2
        assert str(data / "coyote-error.txt") in said.err
        assert "ZeroDivisionError" in (data / "coyote-error.txt").read_text()
    assert not (tmp_path / "home").exists()


def test_a_game_is_trusted_in_the_folder_that_is_named_before_or_after(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "home"))
    data = str(tmp_path / "here")
    for arguments in (("--data", data, "trust", "x"), ("trust", "x", "--data", data)):
        assert data in Said(capsys, "games", *arguments).err
    assert not (tmp_path / "home").exists()


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
    (made,) = (one for one in tmp_path.iterdir() if one.is_dir())
    assert made.stat().st_mode & 0o777 == 0o700
    assert "ZeroDivisionError" in (made / "coyote-error.txt").read_text()


@pytest.mark.parametrize("size", [(1, 1), (1, 600), (600, 1), (31, 900)])
def test_a_picture_too_small_for_any_card_is_one_sentence(
    capsys: Capsys, tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "small.png"
    cv2.imwrite(str(path), np.full((*size, 3), 128, np.uint8))
    for command in (("read", "--deck", "coyote-tomahawk"), ("calibrate", "--image")):
        said = Said(capsys, *command, path)
        assert said.status in (1, 2)
        assert said.is_one_sentence()
        assert f"{size[1]} x {size[0]} pixels" in said.err


def test_a_flood_of_log_lines_is_not_written() -> None:
    now_s = 0.0
    sparing = Sparing(5, lambda: now_s)

    def written(lines: int) -> list[str]:
        records = [logging.LogRecord("a", 20, "b", 1, "Line %d.", (n,), None) for n in range(lines)]
        return [one.getMessage() for one in records if sparing.filter(one)]

    assert written(1000) == [
        *(f"Line {n}." for n in range(4)),
        "Line 4. (No more lines this minute.)",
    ]
    assert written(3) == []
    now_s = 60.0
    assert written(3) == ["Line 0.", "Line 1.", "Line 2."]


def test_a_table_with_a_deck_that_is_none_says_so_and_starts(capsys: Capsys) -> None:
    tell_of_deck(None)
    tell_of_deck("coyote-tomahawk-bw")
    assert capsys.readouterr().err == ""
    tell_of_deck("nonsense")
    said = capsys.readouterr().err
    assert "nonsense" in said
    assert len(said.splitlines()) == 1


def test_a_sheet_in_black_and_white_does_not_take_the_coloured_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    for how in ((), ("--bw",)):
        assert Said(capsys, "print", "mat", "--paper", "A2", *how).status == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["mat-table-A2-bw.pdf", "mat-table-A2.pdf"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_line_that_finds_no_room_on_the_disk_is_lost_without_a_traceback(capsys: Capsys) -> None:
    file = LogFile("/dev/full")
    file.handle(logging.LogRecord("a", 20, "b", 1, "A line.", None, None))
    assert capsys.readouterr().err == ""
    with pytest.raises(OSError, match="space"):
        file.close()


def test_doctor_says_of_each_part_how_it_is(capsys: Capsys, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "wall.png"), np.full((400, 600, 3), 120, np.uint8))
    (tmp_path / "table.sqlite").write_bytes(b"SQLite format 3\0" + b"rubbish" * 400)
    said = Said(capsys, "doctor", "--camera", f"folder:{folder}", "--data", tmp_path, "--port", 2)
    assert said.status == 1
    lines = said.out.splitlines()
    assert all(line[0] in "✓✗–" for line in lines[:-1])
    wrong = [line for line in lines if line.startswith("✗")]
    assert any("markers" in line for line in wrong)
    assert any("table.sqlite" in line for line in wrong)
    assert (tmp_path / "table.sqlite").read_bytes().startswith(b"SQLite format 3\0rubbish")


def test_doctor_finds_nothing_wrong_with_a_computer_that_only_plays(
    capsys: Capsys, tmp_path: Path
) -> None:
    sqlite3.connect(tmp_path / "play.sqlite").close()
    said = Said(capsys, "doctor", "--data", tmp_path)
    assert said.status == 0
    assert "✗" not in said.out


def test_doctor_says_whether_the_table_can_speak(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def line() -> str:
        said = Said(capsys, "doctor", "--data", tmp_path)
        assert said.status == 0
        return next(line for line in said.out.splitlines() if "espeak-ng" in line)

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(loudspeaker, "DEVICES", tmp_path / "snd")
    assert line().startswith("– espeak-ng is not installed")
    (tmp_path / "espeak-ng").touch(0o755)
    assert line().startswith("– espeak-ng is installed, but there is no loudspeaker")
    (tmp_path / "snd").mkdir()
    (tmp_path / "snd" / "pcmC0D0p").touch()
    assert line().startswith("✓ espeak-ng can speak announcements")


def test_doctor_calls_no_journal_damaged_where_the_folder_cannot_be_written(
    capsys: Capsys, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    said = Said(capsys, "doctor", "--data", tmp_path / "file")
    assert said.status == 1
    (wrong,) = (line for line in said.out.splitlines() if line.startswith("✗"))
    assert str(tmp_path / "file") in wrong
    assert "sqlite" not in said.out


def test_doctor_insists_on_what_it_is_asked_for(capsys: Capsys) -> None:
    said = Said(capsys, "doctor", "--camera", "usb:97")
    assert said.status == 1
    assert "usb:97" in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--edition", "none"], "none"),
        (["play", "--game", "chess"], "chess"),
        (["play", "--game", "coup", "--option", "least_s"], "least_s"),
        (
            ["play", "--game", "coup", "--option", "least_s=soon"],
            "Seconds before going on: “soon”",
        ),
        (["play", "--seats", "9"], "6"),
        (["play", "--size", "big"], "big"),
        (["play", "--deck", "mine"], "mine"),
        (["play", "--data", "/dev/null/x"], "/dev/null/x"),
        (["play", "--port", "99999"], "99999"),
        (["play", "--port", "6000"], "no browser opens a page at port 6000"),
        (["hub", "--port", "99999"], "99999"),
        (["hub", "--broker-port", "99999"], "99999"),
        (["table", "--camera", "eye"], "eye"),
        (["table", "--pins", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_a_table_that_cannot_start_says_why(
    capsys: Capsys, arguments: list[str], sentence: str
) -> None:
    said = Said(capsys, *arguments)
    assert said.status == 2
    assert said.is_one_sentence()
    assert sentence in said.err


def test_a_user_without_a_home_names_the_folder_of_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service's user made on the spot has none where libnss-systemd is missing."""

    def nobody(_: object) -> str:
        raise KeyError("getpwuid(): uid not found")

    for name in ("HOME", "XDG_DATA_HOME", "COYOTE_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert data_folder(tmp_path / "data") == tmp_path / "data"
    with pytest.raises(BadData, match="no_home"):
        data_folder()
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path))
    assert data_folder() == tmp_path
