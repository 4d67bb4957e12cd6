"""What is worked out of a deck is kept, read as it was, and never believed when it is damaged."""

from __future__ import annotations

import ast
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.smaller_decks import without_pictures
from vision.decks.deck import Deck, load_deck
from vision.decks.saving import save_deck
from vision.decks.shelves import set_cache_folder
from vision.geometry import rectangle
from vision.match import cache
from vision.match.cache import FILES_BESIDE, MADE_BY, SUFFIX, CacheWriter, TemplateCache
from vision.match.matcher import Matcher
from vision.match.verifiers import tiles
from vision.match.verifiers.confusables import ConfusableVerifier
from vision.reading import Image

Says = list[tuple[str | None, float, float, float]]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of somebody's own, with what is kept of it."""
    folder = tmp_path_factory.mktemp("own")
    save_deck(load_deck("coup"), folder)
    worked_out(load_deck(folder))
    return folder


@pytest.fixture
def nowhere() -> Iterator[None]:
    set_cache_folder(None)
    yield
    set_cache_folder(None)


def worked_out(deck: Deck) -> Matcher:
    matcher = Matcher(deck)
    while matcher.precompute():
        pass
    return matcher


def seen(deck: Deck) -> list[Image]:
    """Return pictures of the deck's cards, none as sharp and as even as its template."""
    chance = np.random.default_rng(4)
    pictures = []
    for card in deck.names[:2]:
        noisy = 0.8 * deck.templates[card] + chance.normal(0, 9, deck.templates[card].shape)
        pictures.append(np.clip(noisy, 0, 255).astype(np.uint8))
    return pictures


def answers(matcher: Matcher, deck: Deck) -> Says:
    """Return what a matcher says of the cards, to the last bit."""
    says: Says = []
    for picture in seen(deck):
        match = matcher.match(matcher.cut(picture, rectangle(picture.shape[1], picture.shape[0])))
        corners = float(match.best.matrix.sum()) if match.best else 0.0
        says.append((match.card, match.decision.score, match.decision.margin, corners))
    return says


def the_file(folder: Path) -> Path:
    (path,) = folder.glob(f"*{SUFFIX}")
    return path


def test_what_is_kept_is_not_worked_out_again_and_reads_the_same_to_the_last_bit(
    taught: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = load_deck(taught)
    fresh = answers(Matcher(load_deck("coup")), deck)  # nothing is kept of that one
    monkeypatch.delattr(ConfusableVerifier, "_choose")
    monkeypatch.setattr(tiles, "_blur_steps", lambda _: iter(()))
    assert answers(Matcher(deck), deck) == fresh


def test_a_matcher_goes_with_all_its_templates_once_nobody_needs_it() -> None:
    deck = load_deck("coup")
    matcher = worked_out(deck)
    assert answers(matcher, deck)
    parts = [weakref.ref(tile) for tile in (matcher, *matcher._steps.tiles, *matcher.templates)]
    gc.disable()  # It comes by only every few minutes, because few objects are made.
    try:
        del matcher
        assert [part() for part in parts if part() is not None] == []
    finally:
        gc.enable()


@pytest.mark.parametrize("where", [0.001, 0.97])
def test_a_damaged_file_or_one_cut_short_is_not_believed(
    taught: Path, tmp_path: Path, where: float
) -> None:
    deck = copied(taught, tmp_path)
    path = the_file(tmp_path)
    data = bytearray(path.read_bytes())
    at = int(where * (len(data) - 1))
    data[at : at + 9] = bytes(255 - byte for byte in data[at : at + 9])
    wanted = answers(Matcher(load_deck("coup")), deck)
    for damaged in (data, data[: len(data) // 2], data[:40], b""):
        path.write_bytes(damaged)
        assert answers(Matcher(deck), deck) == wanted


def copied(taught: Path, folder: Path) -> Deck:
    for file in taught.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return load_deck(folder)


def test_another_code_or_another_picture_is_another_file(
    taught: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = copied(taught, tmp_path)
    worked_out(without_pictures(deck, deck.names[:1]))
    assert len([*tmp_path.glob(f"*{SUFFIX}")]) == 2
    monkeypatch.setattr(cache, "_code_digest", lambda: b"another")
    place = Matcher(deck)._steps._path
    assert place is not None
    assert not place.exists()


def test_the_code_of_a_file_is_all_that_its_arrays_are_made_by() -> None:
    """A module without a part in any array is named here, so that a new one is thought of."""
    without = {"reading", "decks.deck", "match.cache"}
    without |= {"match.verifiers.flow", "match.verifiers.sheen"}
    made_by = {name.removesuffix(".py").replace("/", ".") for name in MADE_BY}
    for module in made_by:
        path = Path(cache.__file__).parents[1].joinpath(*module.split(".")).with_suffix(".py")
        tree = ast.parse(path.read_text("utf-8"))
        imported = {
            node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
        }
        own = {name.removeprefix("vision.") for name in imported if name.startswith("vision.")}
        assert own <= made_by | without, module


def test_what_was_used_last_stays_and_no_rest_of_a_file(taught: Path, tmp_path: Path) -> None:
    deck = copied(taught, tmp_path)
    rest = tmp_path / f".xyz{SUFFIX}.part"
    rest.write_bytes(b"cut off")
    for number in range(1, 4):
        worked_out(without_pictures(deck, deck.names[:number]))
        assert len([*tmp_path.glob(f"*{SUFFIX}")]) <= FILES_BESIDE
    assert not rest.exists()


@pytest.mark.usefixtures("nowhere")
def test_decks_that_ship_are_kept_in_the_data_folder_alone(tmp_path: Path) -> None:
    shipped = load_deck("coup")
    assert shipped.folder is not None
    worked_out(shipped)
    assert not [*shipped.folder.glob(f"*{SUFFIX}*"), *shipped.folder.glob(f".*{SUFFIX}*")]
    set_cache_folder(tmp_path / "matching")
    matcher = worked_out(shipped)
    assert the_file(tmp_path / "matching").stat().st_size > 1_000_000
    again = Matcher(shipped)
    assert again._steps._writer is None
    assert answers(again, shipped) == answers(matcher, shipped)


def test_where_nothing_can_be_written_cards_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    keeper = CacheWriter(tmp_path / "file" / f"one{SUFFIX}")  # a folder that cannot be made
    keeper.add("a", [np.zeros(3)])
    keeper.close()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    other = CacheWriter(tmp_path / f"two{SUFFIX}")
    monkeypatch.setattr("os.fsync", full)
    other.add("a", [np.zeros(3)])
    other.close()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_two_that_keep_the_same_deck_leave_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / f"one{SUFFIX}"
    first, second = CacheWriter(path), CacheWriter(path)
    for writer in (first, second):
        writer.add("a", [np.zeros(3)])
    assert first.close()
    second.add("b", [np.zeros(3)])  # what it had written has been tidied away
    assert not second.close()
    assert [*TemplateCache(path).names] == ["a"]


def test_what_was_kept_of_another_deck_is_not_believed(taught: Path, tmp_path: Path) -> None:
    own = the_file(taught)
    assert TemplateCache(own).names
    other = tmp_path / f"{'0' * len(own.stem)}{SUFFIX}"
    other.write_bytes(own.read_bytes())
    assert not TemplateCache(other).names
