"""A deck taught by the command alone, from a picture of each of its cards on a table."""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import pytest

from firmware import cli
from tests.breadth import breadth
from vision.decks.deck import load_deck

Capsys = pytest.CaptureFixture[str]


@pytest.mark.parametrize("answer", breadth([True, False]))
def test_at_a_terminal_it_is_asked_once_whether_these_are_all(
    answer: bool, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    faces = load_deck("coyote-kidult").templates
    for name, card in zip(("KS", "QH", "AC", "10D"), ("1", "5", "15", "night"), strict=True):
        assert cv2.imwrite(str(tmp_path / f"{name}.png"), faces[card])

    def confirm(text: str, **_: object) -> bool:
        asked.append(text)
        return answer

    def prompt(text: str, **_: object) -> float:
        asked.append(text)
        return 63.0

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(click, "confirm", confirm)
    monkeypatch.setattr(click, "prompt", prompt)
    taught = ["enrol", "--from", str(tmp_path), "--deck", str(tmp_path / "deck")]
    for _ in range(2):
        assert cli.run(taught) == 0
        output = capsys.readouterr().out
        assert ("have no picture yet" in output) is not answer
        assert "--whole" not in output
    assert asked[0] == "The pictures show 4 cards. Are these all cards of the deck?"
    assert asked[1].endswith("How high is it, in millimetres?")
    assert len(asked) == 2
    deck = load_deck(tmp_path / "deck")
    assert (deck.complete, deck.size_mm) == (answer, (45.1, 63.0))


def test_cy_25_a_picture_of_the_0_is_the_night_card_of_a_list_without_a_0(
    tmp_path: Path, capsys: Capsys
) -> None:
    faces = load_deck("coyote-tomahawk").templates
    pictures, taught = tmp_path / "pictures", ["--deck", str(tmp_path / "deck")]
    pictures.mkdir()
    for name, card in (("7", "7"), ("0", "night")):
        assert cv2.imwrite(str(pictures / f"{name}.png"), faces[card])
    enrol = ["enrol", "--from", str(pictures), *taught, "--cards", "coyote-tomahawk"]
    assert cli.run(enrol) == 0
    assert set(load_deck(tmp_path / "deck").templates) == {"7", "night"}
    assert cv2.imwrite(str(pictures / "nigth.png"), faces["night"])
    (pictures / "0.png").unlink()
    assert cli.run(enrol) == 2
    assert "max-, x2, night)" in capsys.readouterr().err  # The list ends with the right name.
