"""A deck folder is loaded whole or refused with one sentence; saving loses nothing."""

from __future__ import annotations

import shutil
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.art import deck_art
from vision.decks.deck import MAX_HEIGHT_PX, Card, Deck, DeckError, deck_folder, load_deck
from vision.decks.saving import DeckFolder, save_deck
from vision.decks.shelves import deck_names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(deck_folder("coyote-kidult"), tmp_path / "deck"))


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "deck.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refused(folder: Path, says: str) -> None:
    with pytest.raises(DeckError, match=says) as refusal:
        load_deck(folder)
    assert "\n" not in str(refusal.value).strip()


def png(high: int, wide: int) -> bytes:
    return cv2.imencode(".png", np.zeros((high, wide, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize("name", ["coyote-kidult", "coyote-tomahawk", "coyote-oliphante"])
def test_a_shipped_deck_is_known_by_name_and_whole(name: str) -> None:
    deck = load_deck(name)
    assert name in deck_names()
    assert deck.size_mm == (63.0, 88.0)
    assert deck.missing == ()
    assert set(deck.templates) == set(deck.counts)
    assert len(deck.backs) == 2  # with a border, and with a pattern over the cut


def test_without_pictures_only_the_list_is_read(folder: Path) -> None:
    (folder / "20.png").unlink()
    deck = load_deck(folder, pictures=False)
    assert deck.counts == load_deck("coyote-kidult").counts
    assert deck.templates == {}


def test_a_card_not_yet_taken_is_missing_and_the_rest_works(folder: Path) -> None:
    edit(folder, 'file = "20.png"\n', "")
    deck = load_deck(folder)
    assert deck.missing == ("20",)
    assert "20" in deck.names
    assert "20" not in deck.templates


def test_a_template_of_a_phones_camera_is_kept_smaller(folder: Path) -> None:
    size = load_deck(folder).templates["20"].shape
    large = np.zeros((size[0] * 8, size[1] * 8, 3), np.uint8)
    cv2.imwrite(str(folder / "20.png"), large)
    assert load_deck(folder).templates["20"].shape[0] <= MAX_HEIGHT_PX


def bomb(folder: Path) -> None:
    """Write a PNG of 900 megapixels, of which nobody must decode more than the head."""
    data = bytearray((folder / "20.png").read_bytes())
    data[16:24] = struct.pack(">II", 30_000, 30_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    (folder / "20.png").write_bytes(data)


ONE_PAIR = """
[limits]
trust = 0.7
[[limits.pairs]]
cards = ["10", "15"]
trust = 0.9
"""
BAD_PAIR = "a pair needs two cards of the deck and a trust"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("0.7", '"high"', "limits: trust must be a number from 0 to 2"),
        ("0.7", "nan", "limits: trust must be a number"),
        ("[[limits.pairs]]", "[limits.pairs]", "limits: pairs must be tables"),
        ('"15"', '"16"', BAD_PAIR),
        ('"15"', '"10"', BAD_PAIR),
        ('"15"', '"15", "20"', BAD_PAIR),
        ('["10", "15"]', "[[], {}]", BAD_PAIR),
        ("0.9", "true", BAD_PAIR),
    ],
)
def test_damaged_limits_are_refused_with_one_sentence(
    folder: Path, old: str, new: str, says: str
) -> None:
    edit(folder, "\n[[cards]]", ONE_PAIR.replace(old, new, 1) + "\n[[cards]]")
    refused(folder, says)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("count = 4", "count = " + "9" * 5000, "a number in it has thousands of digits"),
        ("count = 4", "count = " + "9" * 20, "needs a count of 1 or more, 999 at most"),
        ("count = 4\n", "", "card '1' needs a count"),
        ("count = 4\n", "count = 0\n", "card '1' needs a count"),
        ("size_mm = [63.0", "size_mm = [" + "9" * 400, "size_mm must be"),
        ("size_mm = [63.0, 88.0]\n", "", "size_mm must be"),
        (
            "size_mm = ",
            "form = 2\nsize_mm = ",
            "it was written by a later version: update this one",
        ),
        ('card = "2"', 'card = "1"', "card '1' is listed twice"),
        ('card = "2"\n', "", "has no card name"),
        ('file = "20.png"', 'file = "../20.png"', "must be a file name"),
    ],
)
def test_a_damaged_list_is_refused_with_one_sentence(
    folder: Path, old: str, new: str, says: str
) -> None:
    edit(folder, old, new)
    refused(folder, says)


@pytest.mark.parametrize(
    ("file", "data", "says"),
    [
        ("deck.toml", None, "has no deck.toml"),
        ("deck.toml", b"name = [", "is not valid TOML"),
        ("deck.toml", b"\xff\xfe\x00", "is not valid TOML"),
        ("deck.toml", b'name = "x"\nsize_mm = [63.0, 88.0]\n', "lists no cards"),
        ("20.png", None, "20.png is missing"),
        ("20.png", b"this is no picture", "20.png cannot be read as a picture"),
        ("20.png", b"", "20.png cannot be read as a picture"),
        ("20.png", png(300, 300), "20.png has the wrong size"),
        ("20.png", png(44, 32), "20.png has the wrong size"),
    ],
)
def test_a_damaged_file_is_refused_with_one_sentence(
    folder: Path, file: str, data: bytes | None, says: str
) -> None:
    (folder / file).unlink() if data is None else (folder / file).write_bytes(data)
    refused(folder, says)


def test_a_picture_too_large_for_memory_and_a_folder_that_is_none_are_refused(folder: Path) -> None:
    bomb(folder)
    refused(folder, "20.png cannot be read as a picture, or is far too large")
    shutil.rmtree(folder)
    refused(folder, "there is no deck")


def test_the_limits_of_a_pair_are_loaded_and_a_deck_may_have_none(folder: Path) -> None:
    assert load_deck(folder).limits == {}
    edit(folder, "\n[[cards]]", ONE_PAIR + "\n[[cards]]")
    pairs = [{"cards": ["10", "15"], "trust": 0.9}]
    assert load_deck(folder).limits == {"trust": 0.7, "pairs": pairs}


def test_a_name_that_is_no_deck_lists_those_there_are() -> None:
    with pytest.raises(DeckError, match="coyote-tomahawk"):
        load_deck("coyote-nowhere")


def test_a_deck_printed_without_colour_is_read_by_its_greys() -> None:
    plain, grey = load_deck("coyote-kidult"), load_deck("coyote-kidult-bw")
    assert grey.counts == plain.counts
    assert grey.name == "coyote-kidult-bw"
    for card, image in grey.templates.items():
        assert np.ptp(image, axis=2).max() == 0
        printed = deck_art("coyote-kidult").picture(card, image.shape[0], bw=True)
        assert np.corrcoef(image.ravel(), printed.ravel())[0, 1] > 0.99, card


def test_saving_and_loading_gives_the_same_deck(tmp_path: Path) -> None:
    deck = load_deck("coyote-oliphante")
    limits = {"trust": 0.61, "pairs": [{"cards": ["10", "20"], "trust": 0.9}], "newer": 1}
    extra = {"owner": {"name": 'É, a "word"\n'}, "tags": ["a"], "year": 2010}
    kept = replace(deck, limits=limits, extra=extra)
    save_deck(kept, tmp_path / "new")
    again = load_deck(tmp_path / "new")
    assert (again.name, again.size_mm, again.cards) == (deck.name, deck.size_mm, deck.cards)
    assert again.limits == limits
    assert again.extra == kept.extra
    assert all((again.templates[c] == deck.templates[c]).all() for c in deck.names)
    assert (again.backs[0] == deck.backs[0]).all()


def test_a_crash_while_saving_leaves_the_old_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = load_deck("coyote-kidult")
    save_deck(deck, tmp_path)
    dark = {name: np.zeros_like(image) for name, image in deck.templates.items()}
    cards = tuple(replace(card, file=f"new-{card.file}") for card in deck.cards)
    writes = 0

    def pulled(self: Path, target: Path) -> Path:
        nonlocal writes
        writes += 1
        if writes == 5:
            raise KeyboardInterrupt
        return Path(shutil.move(self, target))

    monkeypatch.setattr(Path, "replace", pulled)
    with pytest.raises(KeyboardInterrupt):
        save_deck(replace(deck, cards=cards, templates=dark), tmp_path)
    monkeypatch.undo()
    again = load_deck(tmp_path)
    assert all((again.templates[c] == deck.templates[c]).all() for c in deck.names)
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))


def test_a_deck_saved_again_writes_what_is_new_and_what_is_gone(tmp_path: Path) -> None:
    deck, folder = load_deck("coyote-kidult"), DeckFolder(tmp_path)
    folder.save(deck)
    for path in tmp_path.glob("*.png"):
        path.chmod(0o600)  # a file that is written again is another one
    (tmp_path / "5.png").unlink()
    dark = np.zeros_like(deck.templates["20"])
    folder.save(replace(deck, templates={**deck.templates, "20": dark}, limits={"trust": 0.7}))
    again = load_deck(tmp_path)
    assert not again.templates["20"].any()
    assert (again.templates["5"] == deck.templates["5"]).all()
    assert again.limits == {"trust": 0.7}
    written = {path.name for path in tmp_path.glob("*.png") if path.stat().st_mode & 0o077}
    assert written == {"5.png", "20.png"}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    picture = np.full((176, 126, 3), 255, np.uint8)
    deck = Deck("mine", (63.0, 88.0), (Card("A", 1, "a.png"),), {"A": picture})
    with pytest.raises(DeckError, match="cannot be written"):
        save_deck(deck, tmp_path / "file" / "deck")
