"""`coyote bench vision`: rendered tables, the torture set, and photos whose cards are known."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import cv2
import numpy as np
import pytest

from firmware import cli
from tests.bench.scenes.torture import trial_deck
from tests.bench.vision import command as bench_vision
from tests.bench.vision.baselines import BASELINES
from tests.bench.vision.contest import OURS
from tests.bench.vision.readings import Row
from tests.bench.vision.removals import removals, smaller
from tests.bench.vision.tally import Error
from vision.decks.deck import Deck
from vision.geometry import homography, rectangle

Capsys = pytest.CaptureFixture[str]


def bench(capsys: Capsys, *arguments: object) -> tuple[int, list[Any], str]:
    """Run a bench on one process; return its status, its rows and what it told of itself."""
    capsys.readouterr()
    told = [str(one) for one in ("bench", "vision", "--jobs", 1, "--json", *arguments)]
    status = cli.run(told)
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


@pytest.mark.verify
def test_own_cards_are_read_in_every_way_and_the_same_again(capsys: Capsys) -> None:
    status, rows, err = bench(capsys, "--cards", 3, "--seed", 5)
    assert status == 0
    assert "tables: 1/3\n" in err  # told though nobody sits at a terminal
    assert "tables: 3/3\n" in err
    assert [row["way"] for row in rows[: 1 + len(BASELINES)]] == [OURS, *BASELINES]
    (ours,) = (row for row in rows if row["part"].startswith("all decks") and row["way"] == OURS)
    assert ours["cards"] >= 3 * 6  # a table a deck
    assert ours["right"] >= ours["cards"] - 2
    assert (ours["wrong"], ours["errors"]) == (0, [])
    assert all(row["ms_a_card"] > 0 for row in rows)


@pytest.mark.verify
def test_a_cell_of_the_torture_set_makes_a_report(capsys: Capsys, tmp_path: Path) -> None:
    chosen = ("--kind", "backs", "--deck", "coyote-kidult", "--severity", 0, "--severity", 5)
    status, rows, err = bench(capsys, "--torture", *chosen, "--out", tmp_path)
    assert status == 0
    assert str(tmp_path / "index.html") in err
    assert [row["part"] for row in rows] == [
        *("backs 0", "backs 5"),
        *("all of coyote-kidult", "all of the torture set"),
    ]
    assert [row["cards"] for row in rows] == [6, 6, 12, 12]
    assert json.loads((tmp_path / "torture.json").read_text()) == rows
    page = (tmp_path / "index.html").read_text()
    for picture in ("backs.png", "backs.jpg"):
        assert picture in page
        assert cv2.imread(str(tmp_path / picture)) is not None
    assert cv2.imread(str(tmp_path / "curves.png")) is not None


# -- photographs -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def deck() -> Deck:
    return trial_deck("suits")


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory, deck: Deck) -> Path:
    """Two pictures: 10S and a QH nobody enrolled; 10H, a KS without corners, and a back."""
    folder = tmp_path_factory.mktemp("photos")
    enrol = folder / "enrol" / "mine"
    enrol.mkdir(parents=True)
    for name in ("10S", "10H", "KS"):
        cv2.imwrite(str(enrol / f"{name}.jpg"), deck.templates[name])
    cv2.imwrite(str(enrol / "BACK.jpg"), deck.backs[0])
    shown = {"one.jpg": ("10S", "QH"), "two.jpg": ("10H", "KS", "BACK")}
    labels, quads = [], []
    for number, (file, cards) in enumerate(shown.items()):
        image, corners = table(deck, cards, seed=number)
        cv2.imwrite(str(folder / file), image)
        labels.append({"file": file, "deck": "mine", "cards": cards, "fully_visible": cards})
        quads += [
            {"file": file, "deck": "mine", "card": card, "quad": corners[card].tolist()}
            for card in cards
            if card != "KS"
        ]
    (folder / "labels.json").write_text(json.dumps(labels))
    (folder / "quads.json").write_text(json.dumps(quads))
    return folder


@pytest.fixture
def photos(tmp_path: Path, taken: Path) -> Path:
    """A copy of these pictures that a test may break."""
    return copytree(taken, tmp_path / "photos")


def test_smaller_decks_lack_what_is_taken_away_and_are_read_by_all_photographs(
    photos: Path,
) -> None:
    work = removals(photos)
    assert {(one.naming, one.declared) for one in work} == {("KS", True), ("card-17", False)}
    reds = [one for one in work if one.what == "all reds"]
    assert [one.gone for one in reds] == [frozenset({"10H"})] * 2
    listed, unlisted = (smaller(one) for one in reds)
    assert ("10H" in listed.missing, listed.complete) == (True, False)
    assert (set(unlisted.templates), unlisted.missing) == ({"card-10", "card-13"}, ())
    assert not unlisted.complete


def table(deck: Deck, cards: tuple[str, ...], seed: int) -> tuple[Any, dict[str, Any]]:
    """Lay cards side by side on a dark table; return the picture and their corners."""
    chance = np.random.default_rng(seed)
    picture = np.full((480, 320 * len(cards), 3), (50, 60, 70), np.uint8)
    corners = {}
    for number, card in enumerate(cards):
        face = deck.backs[0] if card == "BACK" else deck.templates[card]
        high = 300
        wide = round(high * face.shape[1] / face.shape[0])
        quad = rectangle(wide, high) + np.array((320 * number + 50, 90), np.float32)
        quad = (quad + chance.normal(0, 4, (4, 2))).astype(np.float32)
        place = homography(rectangle(face.shape[1], face.shape[0]), quad)
        size = (picture.shape[1], picture.shape[0])
        cv2.warpPerspective(face, place, size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        corners[card] = quad
    noise = chance.normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255), corners


@pytest.mark.verify
def test_photos_are_read_on_given_corners_end_to_end_and_with_cards_taken_away(
    capsys: Capsys, photos: Path
) -> None:
    status, rows, _ = bench(capsys, "--photos", photos)
    *rows, located = rows
    assert status == 0
    ours = {row["part"]: row for row in rows if row["way"] == OURS}
    of = {part: (row["cards"], row["right"], row["refused"]) for part, row in ours.items()}
    assert of == {
        "given corners, known cards": (2, 2, 0),
        "given corners, unknown cards": (1, 0, 1),
        "given corners, known backs": (1, 1, 0),
        "given corners, known cards, their template taken away": (2, 0, 2),
        "given corners, known cards, their rank taken away": (2, 0, 2),
        "given corners, known cards, their suit taken away": (2, 0, 2),
        "end to end, known cards": (3, 3, 0),
        "end to end, unknown cards": (1, 0, 1),
        "end to end, known backs": (1, 1, 0),
        "end to end, known cards, their template taken away": (3, 0, 3),
        "end to end, known cards, their rank taken away": (3, 0, 3),
        "end to end, known cards, their suit taken away": (3, 0, 3),
    }
    assert {row["way"] for row in rows} == {OURS, *BASELINES}
    assert "5 of 5" in located["name"]
    assert located["met"]


def broken(folder: Path, what: str) -> str:
    """Break a folder of photos; return what must be said of it."""
    labels = folder / "labels.json"
    if what == "no folder":
        labels.unlink()
        return "labels.json cannot be read"
    if what == "no JSON":
        labels.write_text("[{")
        return "not good JSON"
    if what == "no list":
        labels.write_text('{"file": 1}')
        return "list of objects"
    if what == "no photo":
        (folder / "two.jpg").unlink()
        return "two.jpg"
    if what == "no picture":
        (folder / "two.jpg").write_text("not a picture")
        return "two.jpg is no picture"
    quads = json.loads((folder / "quads.json").read_text())
    if what == "no corners":
        quads[0]["quad"] = quads[0]["quad"][:3]
    else:
        quads[0]["card"] = "2S"
    (folder / "quads.json").write_text(json.dumps(quads))
    return "is not 4 x 2" if what == "no corners" else "corners of 2S in one.jpg"


@pytest.mark.parametrize(
    "what",
    ["no folder", "no JSON", "no list", "no photo", "no picture", "no corners", "no such card"],
)
def test_a_bad_folder_of_photos_is_one_sentence(capsys: Capsys, photos: Path, what: str) -> None:
    said = broken(photos, what)
    status, rows, err = bench(capsys, "--photos", photos)
    last = err.splitlines()[-1]
    assert (status, rows) == (2, [])
    assert last.startswith("coyote: ")
    assert said in last
    assert "Traceback" not in err


def test_a_folder_that_is_not_there_is_one_sentence(capsys: Capsys, tmp_path: Path) -> None:
    status, _, err = bench(capsys, "--photos", tmp_path / "nowhere")
    assert status == 2
    assert err.count("\n") == 1
    assert "there is no folder" in err


def test_a_certain_and_wrong_reading_ends_with_status_one_and_is_named(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows(*_: object) -> list[Row]:
        wrong = Row("all", OURS, 9, 8, 0, 0, 0, 0, 0, 1, 0, 2.0, (Error("table 3", "6", "9"),))
        return [wrong, Row("all", "perceptual hash", 9, 9, 0, 0, 0, 0, 0, 0, 0, 1.0)]

    monkeypatch.setattr(bench_vision, "own_decks", rows)
    capsys.readouterr()
    assert cli.run(["bench", "vision"]) == 1
    assert "WRONG  table 3: 6 was read as 9" in capsys.readouterr().out
    monkeypatch.setattr(bench_vision, "own_decks", lambda *_: rows()[1:])
    assert cli.run(["bench", "vision"]) == 0
