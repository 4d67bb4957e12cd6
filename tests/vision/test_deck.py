"""A deck folder is loaded whole or refused with one sentence; saving loses nothing."""

from __future__ import annotations

import shutil
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.art import deck_art
from vision.decks.deck import MAX_HEIGHT_PX, Card, Deck, DeckError, deck_folder, load_deck
from vision.decks.saving import DeckFolder, save_deck
from vision.decks.shelves import deck_names

KIDULT = {
    "1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "10": 3, "15": 2, "20": 1, "0": 3,
    "-5": 2, "-10": 1, "?": 1, "max0": 1, "x2": 1, "night": 1,
}  # fmt: skip
THIRTY = {str(n): 2 for n in range(1, 11)} | {
    "15": 1, "20": 1, "-5": 2, "-10": 1, "?": 1, "max0": 1, "max-": 1, "x2": 1, "night": 1,
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(deck_folder("coyote-kidult"), tmp_path / "deck"))


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "deck.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "counts"),
    [("coyote-kidult", KIDULT), ("coyote-tomahawk", THIRTY), ("coyote-oliphante", THIRTY)],
)
def test_shipped_deck_holds_the_counts_of_its_edition(name: str, counts: dict[str, int]) -> None:
    deck = load_deck(name)
    assert deck.counts == counts
    assert deck.size_mm == (63.0, 88.0)
    assert deck.missing == ()
    assert set(deck.templates) == set(counts)
    assert len(deck.backs) == 2  # with a border, and with a pattern over the cut


def test_shipped_decks_are_known_by_name() -> None:
    assert set(deck_names()) >= {"coyote-kidult", "coyote-tomahawk", "coyote-oliphante"}


def test_deck_loads_from_a_path_too(folder: Path) -> None:
    assert load_deck(folder).counts == KIDULT
    assert load_deck(str(folder)).counts == KIDULT


def test_without_pictures_only_the_list_is_read(folder: Path) -> None:
    (folder / "20.png").unlink()
    deck = load_deck(folder, pictures=False)
    assert deck.counts == KIDULT
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


def refuse_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def refuse_no_file(folder: Path) -> None:
    (folder / "deck.toml").unlink()


def refuse_toml(folder: Path) -> None:
    (folder / "deck.toml").write_text("name = [")


def refuse_binary(folder: Path) -> None:
    (folder / "deck.toml").write_bytes(b"\xff\xfe\x00")


def refuse_template(folder: Path) -> None:
    (folder / "20.png").unlink()


def refuse_picture(folder: Path) -> None:
    (folder / "20.png").write_bytes(b"this is no picture")


def refuse_empty_picture(folder: Path) -> None:
    (folder / "20.png").write_bytes(b"")


def refuse_bomb(folder: Path) -> None:
    """Write a PNG of 900 megapixels, of which nobody must decode more than the head."""
    data = bytearray((folder / "20.png").read_bytes())
    data[16:24] = struct.pack(">II", 30_000, 30_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    (folder / "20.png").write_bytes(data)


def refuse_shape(folder: Path) -> None:
    cv2.imwrite(str(folder / "20.png"), np.zeros((300, 300, 3), np.uint8))


def refuse_small(folder: Path) -> None:
    cv2.imwrite(str(folder / "20.png"), np.zeros((44, 32, 3), np.uint8))


def refuse_later(folder: Path) -> None:
    edit(folder, "size_mm = ", "form = 2\nsize_mm = ")


def refuse_count(folder: Path) -> None:
    edit(folder, "count = 4\n", "")


def refuse_zero(folder: Path) -> None:
    edit(folder, "count = 4\n", "count = 0\n")


def refuse_twice(folder: Path) -> None:
    edit(folder, 'card = "2"', 'card = "1"')


def refuse_nameless(folder: Path) -> None:
    edit(folder, 'card = "2"\n', "")


def refuse_size(folder: Path) -> None:
    edit(folder, "size_mm = [63.0, 88.0]\n", "")


def refuse_path(folder: Path) -> None:
    edit(folder, 'file = "20.png"', 'file = "../20.png"')


def refuse_long_number(folder: Path) -> None:
    edit(folder, "count = 4", "count = " + "9" * 5000)


def refuse_great_number(folder: Path) -> None:
    edit(folder, "count = 4", "count = " + "9" * 20)


def refuse_great_size(folder: Path) -> None:
    edit(folder, "size_mm = [63.0", "size_mm = [" + "9" * 400)


def refuse_cards(folder: Path) -> None:
    (folder / "deck.toml").write_text('name = "x"\nsize_mm = [63.0, 88.0]\n')


ONE_PAIR = """
[limits]
trust = 0.7
[[limits.pairs]]
cards = ["10", "15"]
trust = 0.9
"""


def limited(old: str = "", new: str = "") -> Callable[[Path], None]:
    """Return what gives a deck's file limits that are damaged."""

    def spoil(folder: Path) -> None:
        edit(folder, "\n[[cards]]", ONE_PAIR.replace(old, new, 1) + "\n[[cards]]")

    return spoil


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (limited("0.7", '"high"'), "limits: trust must be a number from 0 to 2"),
        (limited("0.7", "nan"), "limits: trust must be a number"),
        (limited("[[limits.pairs]]", "[limits.pairs]"), "limits: pairs must be tables"),
        (limited('"15"', '"16"'), "a pair needs two cards of the deck and a trust"),
        (limited('"15"', '"10"'), "a pair needs two cards of the deck and a trust"),
        (limited('"15"', '"15", "20"'), "a pair needs two cards of the deck and a trust"),
        (limited('["10", "15"]', "[[], {}]"), "a pair needs two cards of the deck and a trust"),
        (limited("0.9", "true"), "a pair needs two cards of the deck and a trust"),
        (limited("trust = 0.9\n"), "a pair needs two cards of the deck and a trust"),
        (refuse_folder, "there is no deck"),
        (refuse_no_file, "has no deck.toml"),
        (refuse_toml, "is not valid TOML"),
        (refuse_binary, "is not valid TOML"),
        (refuse_long_number, "a number in it has thousands of digits"),
        (refuse_great_number, "needs a count of 1 or more, 999 at most"),
        (refuse_great_size, "size_mm must be"),
        (refuse_template, "20.png is missing"),
        (refuse_picture, "20.png cannot be read as a picture"),
        (refuse_empty_picture, "20.png cannot be read as a picture"),
        (refuse_bomb, "20.png cannot be read as a picture, or is far too large"),
        (refuse_shape, "20.png has the wrong size"),
        (refuse_small, "20.png has the wrong size"),
        (refuse_later, "it was written by a later version: update this one"),
        (refuse_count, "card '1' needs a count"),
        (refuse_zero, "card '1' needs a count"),
        (refuse_twice, "card '1' is listed twice"),
        (refuse_nameless, "has no card name"),
        (refuse_size, "size_mm must be"),
        (refuse_path, "must be a file name"),
        (refuse_cards, "lists no cards"),
    ],
)
def test_a_bad_deck_is_refused_with_one_sentence(folder: Path, spoil: object, says: str) -> None:
    assert callable(spoil)
    spoil(folder)
    with pytest.raises(DeckError, match=says) as refusal:
        load_deck(folder)
    assert "\n" not in str(refusal.value).strip()


def test_the_limits_of_a_pair_are_loaded_and_a_deck_may_have_none(folder: Path) -> None:
    assert load_deck(folder).limits == {}
    limited()(folder)
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
