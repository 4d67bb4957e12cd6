"""A deck taught by the command alone, from a picture of each of its cards on a table."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np
import pytest

from firmware import cli
from hardware import MAT
from tests.breadth import breadth
from vision.decks.deck import load_deck
from vision.decks.saving import save_deck
from vision.mat_file import read_mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene

Capsys = pytest.CaptureFixture[str]


def snapshots(deck: str, names: tuple[str | None, ...], folder: Path) -> None:
    """Take a picture of each card, and of the back (None), by hand in the light of a lamp."""
    mat, chance = read_mat(MAT), np.random.default_rng(11)
    folder.mkdir()
    above = PinholeCamera.above(mat.size_mm, 1600, 1133, tilt_deg=8)
    camera = Renderer(above, mat, Press(seed=5), seed=2)
    light = Light(gradient=0.2, cast=(0.92, 1.0, 1.05))
    for name in names:
        lying = PlacedCard(
            deck, name or "", 297.0, 210.0, float(chance.normal(0, 6)), name is not None
        )
        if name is None:
            lying = PlacedCard(deck, load_deck(deck).names[0], 297.0, 210.0, 4.0, face_up=False)
        frame = camera.render(Scene((lying,), table="dark_wood"), light, Lens(blur_px=0.8))
        x, y = frame.truth[0].corners.mean(0).astype(int)
        part: Image = frame.image[y - 220 : y + 220, x - 173 : x + 173]
        assert cv2.imwrite(str(folder / f"{name or 'BACK'}.png"), part)


@pytest.mark.verify
@pytest.mark.parametrize("deck", breadth(["coup", "coyote-kidult"]))
def test_a_printed_deck_is_taught_from_pictures_of_it_and_then_read(
    deck: str, tmp_path: Path, capsys: Capsys
) -> None:
    names = load_deck(deck).names[:4]
    snapshots(deck, (*names, None), tmp_path / "pictures")
    out = tmp_path / "mine"
    size = "x".join(f"{side:g}" for side in load_deck(deck).size_mm)
    taught = ["enrol", "--from", str(tmp_path / "pictures"), "--deck", str(out), "--size", size]
    assert cli.run(taught) == 0
    assert set(load_deck(out).templates) == set(names)
    assert len(load_deck(out).backs) == 1
    said = capsys.readouterr().err.splitlines()  # nobody sits at a terminal
    stages = [line.split(":")[0] for line in said]
    assert list(dict.fromkeys(stages)) == ["Saving the cards", "Testing the deck"]
    for stage in ("Saving the cards", "Testing the deck"):
        lines = [line for line in said if line.startswith(stage)]
        assert 2 <= len(lines) <= 12
        done, of = lines[-1].split(": ")[1].split("/")
        assert done == of

    mat = read_mat(MAT)
    shown = [names[n % len(names)] for n in range(6)]
    cards = tuple(
        PlacedCard(deck, card, 150.0 + 145 * (n % 3), 130.0 + 150 * (n // 3), 23.0 * n, copy=n)
        for n, card in enumerate(shown)
    )
    camera = Renderer(
        PinholeCamera.above(mat.size_mm, tilt_deg=10, from_deg=200), mat, Press(seed=9), seed=4
    )
    assert cv2.imwrite(str(tmp_path / "frame.png"), camera.render(Scene(cards)).image)
    assert cli.run(["read", "--json", "--deck", str(out), str(tmp_path / "frame.png")]) == 0
    read = json.loads(capsys.readouterr().out)
    assert {card["verdict"] for card in read["cards"]} == {"certain"}
    assert sorted(card["card"] for card in read["cards"]) == sorted(shown)


@pytest.mark.verify
def test_what_a_deck_lacks_and_what_that_costs_is_said(tmp_path: Path, capsys: Capsys) -> None:
    faces = load_deck("coyote-kidult").templates
    kept = zip(("KS", "QH", "4C", "5D"), ("1", "5", "15", "night"), strict=True)
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name, card in kept:
        assert cv2.imwrite(str(pictures / f"{name}.png"), faces[card])
    taught = ["enrol", "--straight", "--from", str(pictures), "--deck"]
    assert cli.run([*taught, str(tmp_path / "pack")]) == 0
    said = capsys.readouterr().out
    assert "48 of 52 cards have no picture yet" in said
    assert "more strictly" in said
    assert "asks more often: KS, QH, 5D, 4C." in said
    (pictures / "5D.png").rename(pictures / "duke.png")
    for name in ("KS", "QH"):  # two cards tell as much of what follows
        (pictures / f"{name}.png").unlink()
    assert cli.run([*taught, str(tmp_path / "some")]) == 0
    assert (
        "You did not say that these are all cards of the deck (--whole)" in capsys.readouterr().out
    )
    assert not load_deck(tmp_path / "some").complete
    assert cli.run([*taught, str(tmp_path / "all"), "--whole"]) == 0
    assert "--whole" not in capsys.readouterr().out
    old = load_deck(tmp_path / "all")
    assert old.complete
    save_deck(old.with_adapted("4C", {"grown-1.png": faces["15"]}), tmp_path / "all")
    (pictures / "4C.png").unlink()
    assert cli.run([*taught, str(tmp_path / "all")]) == 0
    assert "named: 4C. --ungrown removes them." in capsys.readouterr().out


@pytest.mark.verify
def test_of_a_shorter_pack_whole_says_that_nothing_is_missing(
    tmp_path: Path, capsys: Capsys
) -> None:
    faces = load_deck("coyote-kidult").templates
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name, card in zip(("KS", "QH", "AC", "10D"), ("1", "5", "15", "night"), strict=True):
        assert cv2.imwrite(str(pictures / f"{name}.png"), faces[card])
    taught = ["enrol", "--straight", "--from", str(pictures), "--deck", str(tmp_path / "short")]
    assert cli.run(taught) == 0
    said = capsys.readouterr().out
    assert "48 of 52 cards" in said
    assert "Or are these 4 all cards of the deck? Then teach it again with --whole." in said
    assert max(map(len, said.splitlines())) < 200
    assert cli.run([*taught, "--whole"]) == 0
    assert "have no picture yet" not in capsys.readouterr().out
    assert cli.run(taught) == 0  # the deck still has these cards alone
    assert "have no picture yet" not in capsys.readouterr().out
    deck = load_deck(tmp_path / "short")
    assert (sorted(deck.names), deck.complete) == (["10D", "AC", "KS", "QH"], True)


@pytest.mark.parametrize("answer", [True, False])
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
        said = capsys.readouterr().out
        assert ("have no picture yet" in said) is not answer
        assert "--whole" not in said
    assert asked[0] == "The pictures show 4 cards. Are these all cards of the deck?"
    assert asked[1].endswith("How high is it, in millimetres?")
    assert len(asked) == 2
    deck = load_deck(tmp_path / "deck")
    assert (deck.complete, deck.size_mm) == (answer, (45.1, 63.0))


def test_a_picture_that_shows_nothing_is_no_card(tmp_path: Path, capsys: Capsys) -> None:
    assert cv2.imwrite(str(tmp_path / "KS.png"), np.full((400, 280, 3), 255, np.uint8))
    assert cli.run(["enrol", "--from", str(tmp_path), "--deck", str(tmp_path / "deck")]) == 2
    assert "KS.png shows nothing" in capsys.readouterr().err
