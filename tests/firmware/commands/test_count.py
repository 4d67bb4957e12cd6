"""`coyote count`: a territory from a file of cells, counted with its arithmetic."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware import cli
from firmware.mats import load_mats
from referee import words
from referee.contract import Cell, Message
from referee.ogallala.rules.scoring import total
from referee.ogallala.state.options import Options
from referee.ogallala.state.territory import cells
from referee.ogallala.table.appraising import appraise
from tests.off_mat import rows
from tests.photos import jpeg
from tests.photos import territory as photographed
from tests.referee.ogallala.playing import territory
from vision.photo import read_picture
from vision.synthetic.scene import CLOTH

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


def test_from_a_picture_as_json(capsys: Capsys, picture: Path) -> None:
    assert cli.run(["count", "--json", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["zone"], found["doubts"]) == (13, "territory:1", [])
    cells = {(cell["card"], cell["row"], cell["column"] + 3) for cell in found["cells"]}
    assert cells == set(SHOWN)


@pytest.mark.verify
def test_a_dark_or_blurred_picture_and_one_of_another_kind_is_told_why_first(
    capsys: Capsys, picture: Path, tmp_path: Path
) -> None:
    whole = read_picture(picture)
    assert whole is not None
    image = cv2.resize(whole, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    dark, blurred, heic = (tmp_path / name for name in ("dark.png", "blurred.png", "a.heic"))
    cv2.imwrite(str(dark), (0.12 * image).astype(np.uint8))
    cv2.imwrite(str(blurred), cv2.GaussianBlur(image, (0, 0), 5))
    heic.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 64)
    for path, why in (
        (dark, "table.quality.dark"),
        (blurred, "table.quality.blurred"),
        (heic, "table.photo.heic"),
    ):
        for command in (["count", "--game", "ogallala"], ["read", "--deck", "ogallala"]):
            cli.run([*command, str(path)])
            said = capsys.readouterr()
            first = next(line for line in (said.err + said.out).splitlines() if "ms)" not in line)
            assert words.say(Message(why), "en") in first, (command, first)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two pictures of parts of one territory, laid without a mat."""
    chance = np.random.default_rng(2)
    cards = {(0, column): card for column, card in enumerate(ROW)}
    shown = [{at: cards[at] for at in cards if at[1] in some} for some in ((0, 1, 2), (1, 2, 3))]
    folder = tmp_path_factory.mktemp("parts")
    paths = [folder / "left.jpg", folder / "right.jpg"]
    for path, part in zip(paths, shown, strict=True):
        path.write_bytes(jpeg(rows("ogallala", part, chance, table=CLOTH, size=(1000, 700))))
    return paths


ROW = ("empty_bow", "cannon_left", "cannon_right", "empty_stern")


@pytest.mark.verify
def test_og_60_without_a_mat_rows_are_counted_by_their_own_spacing(
    capsys: Capsys, parts: list[Path]
) -> None:
    assert cli.run(["count", "--game", "ogallala", str(parts[0])]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0"  # a canoe without its stern
    assert cli.run(["count", "--game", "ogallala", "--joined", *map(str, parts)]) == 0
    expected = total(territory(" ".join(ROW)))
    assert capsys.readouterr().out.splitlines()[-1] == str(expected)
    assert cli.run(["count", "--game", "ogallala", "--joined", str(parts[0]), str(parts[0])]) == 0


def test_a_picture_without_a_territory_is_named(capsys: Capsys, tmp_path: Path) -> None:
    (file := tmp_path / "grey.jpg").write_bytes(jpeg(np.full((300, 400, 3), 120, np.uint8)))
    assert cli.run(["count", str(file), str(tmp_path / "none.jpg")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 2


def test_pictures_or_a_file_are_named_and_not_both(capsys: Capsys, picture: Path) -> None:
    assert cli.run(["count"]) == 2
    assert cli.run(["count", str(picture), "--cells", str(picture)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def plain(laid: list[Any] | None = None) -> str:
    found = [{"card": one.card, "row": one.row, "column": one.column + 7} for one in cells(LAID)]
    return json.dumps(found if laid is None else laid)


def test_a_territory_is_told_canoe_by_canoe_with_its_sums(capsys: Capsys, tmp_path: Path) -> None:
    (file := tmp_path / "cells.json").write_text(plain())
    assert cli.run(["count", "--cells", str(file)]) == 0
    first, second, *sums, whole = capsys.readouterr().out.splitlines()
    assert first.startswith("Row 1: empty bow | cannon, left half")
    assert first.endswith("strength 0, 95 points")
    assert second == "Row 2: fur | – | tent – strength 0"
    assert [line.rpartition(" ")[2] for line in sums] == ["5", "95"]
    assert whole == "95"


def test_as_json_it_has_cells_canoes_and_steps(capsys: Capsys, tmp_path: Path) -> None:
    (file := tmp_path / "cells.json").write_text(plain())
    assert cli.run(["count", "--json", "--cells", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["faults"]) == (95, [])
    assert [canoe["complete"] for canoe in found["outlines"]] == [True, False]
    assert found["outlines"][1]["cells"] == [[1, 9], [1, 11]]
    assert found["steps"][-1]["total"] == 95
    assert len(found["cells"]) == 7


@pytest.mark.parametrize(
    "laid",
    [
        "{",
        "{}",
        '[{"card": "fur"}]',
        plain([{"card": "x", "row": 0, "column": 0}]),
        plain([{"card": "fur", "row": 3, "column": 0}]),
        plain([{"card": "fur", "row": 0, "column": 10**15}]),
        plain([{"card": "fur", "row": 0, "column": 0}] * 2),
        "[" + " " * 200_000 + "]",
    ],
)
def test_what_is_no_territory_is_told_in_one_sentence(
    capsys: Capsys, tmp_path: Path, laid: str
) -> None:
    (file := tmp_path / "cells.json").write_text(laid)
    assert cli.run(["count", "--cells", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "Traceback" not in error
    assert cli.run(["count", "--cells", str(tmp_path / "none.json")]) == 2


def test_the_same_territory_counts_the_same_from_any_origin() -> None:
    moved = [Cell(one.card, one.row, one.column - 40) for one in cells(LAID)]
    assert appraise(Options(), moved).score.total == total(LAID)


@pytest.mark.parametrize(
    ("row", "tribes", "fault"),
    [
        ("fur totem fur", False, "alike"),
        ("empty_stern fur", False, "ends"),
        ("warrior_a_red warrior_b_black", True, "tribes"),
        ("fur" + " ." * 13 + " totem", False, "wide"),
        ("mad_axe", False, "axe"),
        ("soldier . . soldier", False, "too_many"),
    ],
)
def test_what_no_match_leads_to_is_told_and_counted_all_the_same(
    row: str, tribes: bool, fault: str
) -> None:
    found = appraise(Options(tribes=tribes), cells(territory(row)))
    assert [one.key for one in found.faults] == [f"ogallala.fault.{fault}"]
    assert appraise(Options(), cells(territory("fur"))).faults == ()
    assert appraise(Options(), ()).score.total == 0


FUR = {"card": "fur", "row": 0, "column": 0}


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ([FUR, 5], "Cell 2 of cells.json is not an object"),
        ([{**FUR, "colum": 3}], 'Cell 1 of cells.json has a field "colum"'),
        ([FUR, {"card": "fur", "row": 1}], 'Cell 2 of cells.json has no field "column"'),
        ([{**FUR, "row": "0"}], '"row" must be a whole number, not 0'),
        ([{**FUR, "column": 1.5}], '"column" must be a whole number, not 1.5'),
        ([{**FUR, "row": True}], '"row" must be a whole number'),
        ([{**FUR, "card": 7}], '"card" must be a card’s name in quotation marks, not 7'),
        ([FUR, {**FUR, "row": 3}], "Cell 2 of cells.json: Fur is in row 3, but rows go from 0 to"),
        ([FUR, {**FUR, "row": 1, "card": "x"}], "Cell 2 of cells.json: Ogallala has no card"),
        ([FUR, {**FUR, "row": 1}, FUR], "Cells 1 and 3 of cells.json are the same: row 0, col"),
    ],
)
def test_a_cell_that_is_wrong_is_named_with_its_field(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laid: list[Any], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cells.json").write_text(json.dumps(laid))
    assert cli.run(["count", "--cells", "cells.json"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("tag", words.LOCALES)
def test_cards_go_by_the_names_that_pages_show_in_any_language(
    capsys: Capsys, tmp_path: Path, tag: str
) -> None:
    named = [{**one, "card": words.card(one["card"], tag).upper()} for one in json.loads(plain())]
    (file := tmp_path / "cells.json").write_text(json.dumps(named))
    assert cli.run(["count", "--cells", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "95"


def test_what_no_match_leads_to_ends_with_a_status(capsys: Capsys, tmp_path: Path) -> None:
    laid = [{"card": card, "row": 0, "column": n} for n, card in enumerate(["empty_stern", "fur"])]
    (file := tmp_path / "cells.json").write_text(json.dumps(laid))
    assert cli.run(["count", "--cells", str(file)]) == 1
    assert capsys.readouterr().err == ""


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
