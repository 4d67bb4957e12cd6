"""`coyote bench vision`, run small: rendered tables, labelled photographs, and mistakes."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware import cli
from tests.bench.table import verdicts
from tests.bench.table.mistakes import slips
from tests.bench.vision import readings
from tests.vision.trial_decks import trial_deck
from vision.decks.deck import Deck
from vision.geometry import rectangle

Capsys = pytest.CaptureFixture[str]
MISTAKES = ("fourth-duke-shown", "shown-beside-the-court", "court-card-turned-up")


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(work: Any, items: Any, *_: object) -> Iterator[Any]:
        return (_sent(work(_sent(item))) for item in items)

    for module in (readings, verdicts):
        monkeypatch.setattr(module, "spread", here)


def _sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # as between two processes


def bench(capsys: Capsys, *arguments: object) -> tuple[int, list[Any], str]:
    """Run the bench; return its status, its rows and what it said on standard error."""
    capsys.readouterr()
    status = cli.run([str(argument) for argument in ("bench", "vision", "--json", *arguments)])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


@pytest.mark.verify
def test_own_cards_are_read(capsys: Capsys) -> None:
    status, rows, _ = bench(capsys, "--cards", 3, "--seed", 5)
    assert status == 0
    *_, total = rows
    assert total["part"].startswith("all decks")
    assert total["cards"] >= 3 * 6  # a table of each deck
    assert total["right"] >= total["cards"] - 2
    assert (total["wrong"], total["errors"]) == (0, [])
    assert all(row["ms_a_card"] > 0 for row in rows)


@pytest.mark.verify
def test_mistakes_are_told_by_their_rules_and_cured_by_hand(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [slip for slip in slips("coup") if slip.id in MISTAKES]
    monkeypatch.setattr(verdicts, "slips", {"coup": some}.get)
    status, (row,), _ = bench(capsys, "--mistakes", "--game", "coup")
    assert (status, row["right"]) == (0, len(MISTAKES)), row["faults"]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two pictures: 10S and a QH nobody enrolled; 10H, a KS without corners, and a back."""
    deck = trial_deck("suits")
    enrol = tmp_path / "enrol" / "mine"
    enrol.mkdir(parents=True)
    for name in ("10S", "10H", "KS"):
        cv2.imwrite(str(enrol / f"{name}.jpg"), deck.templates[name])
    cv2.imwrite(str(enrol / "BACK.jpg"), deck.backs[0])
    shown = {"one.jpg": ("10S", "QH"), "two.jpg": ("10H", "KS", "BACK")}
    labels, quads = [], []
    for number, (file, cards) in enumerate(shown.items()):
        image, corners = table(deck, cards, seed=number)
        cv2.imwrite(str(tmp_path / file), image)
        labels.append({"file": file, "deck": "mine", "fully_visible": cards})
        quads += [
            {"file": file, "card": card, "quad": corners[card].tolist()}
            for card in cards
            if card != "KS"
        ]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    (tmp_path / "quads.json").write_text(json.dumps(quads))
    return tmp_path


def table(deck: Deck, cards: tuple[str, ...], seed: int) -> tuple[Any, dict[str, Any]]:
    """Lay cards side by side on a dark table; return the picture and their corners."""
    chance = np.random.default_rng(seed)
    picture = np.full((480, 320 * len(cards), 3), (50, 60, 70), np.uint8)
    corners = {}
    for number, card in enumerate(cards):
        face = deck.backs[0] if card == "BACK" else deck.templates[card]
        high, left = 300, 320 * number + 50
        wide = round(high * face.shape[1] / face.shape[0])
        picture[90 : 90 + high, left : left + wide] = cv2.resize(face, (wide, high))
        corners[card] = rectangle(wide, high) + np.array((left, 90), np.float32)
    noise = chance.normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255), corners


@pytest.mark.verify
def test_photos_are_read_on_given_corners_end_to_end_and_with_cards_taken_away(
    capsys: Capsys, photos: Path
) -> None:
    status, rows, _ = bench(capsys, "--photos", photos)
    *rows, located = rows
    assert status == 0
    results = {row["part"]: (row["cards"], row["right"], row["refused"]) for row in rows}
    assert results == {
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
    assert located["name"].startswith("located end to end, 5 of 5")
    (photos / "two.jpg").write_text("not a picture")
    status, rows, err = bench(capsys, "--photos", photos)
    assert (status, rows) == (2, [])
    assert "two.jpg is no picture" in err
