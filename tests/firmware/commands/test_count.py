"""`coyote count`: a territory from a file of cells, counted with its arithmetic."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from firmware import cli
from firmware.mats import load_mats
from referee import words
from referee.ogallala.state.territory import cells
from tests.photos import jpeg
from tests.photos import territory as photographed
from tests.referee.ogallala.playing import territory

pytestmark = pytest.mark.usefixtures("english")
Capsys = pytest.CaptureFixture[str]
LAID = territory("empty_bow cannon_left cannon_right soldier empty_stern", ". . fur . tent")


SHOWN = [("bow_red", 0, 3), ("eagle", 0, 4), ("stern_red", 0, 5), ("fur", 2, 9)]


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A phone's picture of the second player's territory."""
    path = tmp_path_factory.mktemp("territory") / "two.jpg"
    mat = next(mat for mat in load_mats("ogallala", 2) if mat.seat == 1)
    path.write_bytes(photographed(SHOWN, mat, size=(1800, 720)))
    return path


def test_a_territory_is_counted_from_a_picture(capsys: Capsys, picture: Path) -> None:
    assert cli.run(["count", str(picture)]) == 0
    of, canoe, *_, whole = capsys.readouterr().out.splitlines()
    assert of.endswith("mat 2:")
    assert canoe.startswith("Row 1: ")
    assert whole == "13"
    assert cli.run(["count", "--json", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["zone"], found["doubts"]) == (13, "territory:1", [])
    cells = {(cell["card"], cell["row"], cell["column"] + 3) for cell in found["cells"]}
    assert cells == set(SHOWN)


def cells_file(folder: Path, laid: object) -> str:
    """Write cells to a file, and return its name."""
    file = folder / "cells.json"
    file.write_text(laid if isinstance(laid, str) else json.dumps(laid))
    return str(file)


def plain(language: str = "") -> list[dict[str, object]]:
    """Return the cells of the territory, with the cards' names in a language."""
    return [
        {
            "card": words.card(one.card, language).upper() if language else one.card,
            "row": one.row,
            "column": one.column + 7,
        }
        for one in cells(LAID)
    ]


def test_a_territory_is_told_canoe_by_canoe_with_its_sums(capsys: Capsys, tmp_path: Path) -> None:
    assert cli.run(["count", "--cells", cells_file(tmp_path, plain())]) == 0
    first, second, *sums, whole = capsys.readouterr().out.splitlines()
    assert first.startswith("Row 1: empty bow | cannon, left half")
    assert first.endswith("strength 0, 95 points")
    assert second == "Row 2: fur | – | tent – strength 0"
    assert [line.rpartition(" ")[2] for line in sums] == ["5", "95"]
    assert whole == "95"
    assert cli.run(["count", "--json", "--cells", cells_file(tmp_path, plain())]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["faults"]) == (95, [])
    assert [canoe["complete"] for canoe in found["outlines"]] == [True, False]
    assert found["outlines"][1]["cells"] == [[1, 9], [1, 11]]
    assert found["steps"][-1]["total"] == 95
    assert len(found["cells"]) == 7
    for tag in words.LOCALES:  # by the names that pages show
        assert cli.run(["count", "--cells", cells_file(tmp_path, plain(tag))]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "95"
    laid = [{"card": card, "row": 0, "column": n} for n, card in enumerate(["empty_stern", "fur"])]
    assert cli.run(["count", "--cells", cells_file(tmp_path, laid)]) == 1
    assert capsys.readouterr().err == "", "no match leads to these cells, and its status says so"


FUR = {"card": "fur", "row": 0, "column": 0}


@pytest.mark.parametrize(
    ("laid", "sentence"),
    [
        ("{", ""),
        ({}, ""),
        ("[" + " " * 200_000 + "]", ""),
        ([{**FUR, "column": 10**15}], ""),
        ([FUR, 5], "got `int` - at `$[1]`"),
        ([{**FUR, "colum": 3}], "unknown field `colum` - at `$[0]`"),
        ([FUR, {"card": "fur", "row": 1}], "missing required field `column` - at `$[1]`"),
        ([{**FUR, "column": 1.5}], "Expected `int`, got `float` - at `$[0].column`"),
        ([{**FUR, "row": True}], "Expected `int`, got `bool` - at `$[0].row`"),
        ([{**FUR, "card": 7}], "Expected `str`, got `int` - at `$[0].card`"),
        ([FUR, {**FUR, "row": 3}], "Cell 2 of cells.json: Fur is in row 4, but rows go from 1 to"),
        ([FUR, {**FUR, "row": 1, "card": "x"}], "Cell 2 of cells.json: Ogallala has no card"),
        ([FUR, {**FUR, "row": 1}, FUR], "Cells 1 and 3 of cells.json are the same: row 0, col"),
    ],
)
def test_what_is_no_territory_is_told_in_one_sentence(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laid: object, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    cells_file(tmp_path, laid)
    assert cli.run(["count", "--cells", "cells.json"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "Traceback" not in error
    assert sentence in error


def test_pictures_or_a_file_are_named_and_show_a_territory(
    capsys: Capsys, tmp_path: Path, picture: Path
) -> None:
    (grey := tmp_path / "grey.jpg").write_bytes(jpeg(np.full((300, 400, 3), 120, np.uint8)))
    for status, arguments in (
        (2, []),
        (2, [picture, "--cells", picture]),
        (1, [grey]),
        (1, [tmp_path / "none.jpg"]),
    ):
        assert cli.run(["count", *map(str, arguments)]) == status
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("endless", ["/dev/zero", "pipe", "x" * 300])
def test_what_is_no_file_is_told_and_not_waited_for(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endless: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("referee.disk.textfiles.WRITES_WITHIN_S", 0.01)
    os.mkfifo("pipe")
    Path("grey.jpg").write_bytes(jpeg(np.full((300, 400, 3), 120, np.uint8)))
    for arguments in (
        ("count", "--cells", endless),
        ("count", endless),
        ("replay", endless),
        ("read", "--deck", endless, "grey.jpg"),
        ("read", "--deck", "coup", "--mat", endless, "grey.jpg"),
        ("wiring", "--pins", endless),
    ):
        assert cli.run([*arguments]) in (1, 2), arguments
        said = capsys.readouterr().err
        assert said.count("\n") == 1, said
        assert len(said) < 1000
        assert "coyote-error" not in said
