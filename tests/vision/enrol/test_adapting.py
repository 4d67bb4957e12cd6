"""A deck grows by confirmed readings of its worn cards alone, and one command undoes it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import cli
from referee.disk.storage import write_whole
from tests.smaller_decks import without_pictures
from vision.decks.deck import Deck, DeckError, load_deck
from vision.decks.saving import DeckFolder, save_deck
from vision.enrol.adapting import adapt_folder, adapted_deck
from vision.enrol.enrol import with_picture
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Match, Matcher
from vision.reading import CardReading, Image, Verdict

CARDS = ("3", "8", "10", "-5", "x2")
WORN = "8"


def small_deck() -> Deck:
    """Return a whole deck of few cards."""
    deck = load_deck("coyote-tomahawk")
    rest = set(deck.names) - set(CARDS)
    cards = tuple(card for card in deck.cards if card.name not in rest)
    templates = {name: deck.templates[name] for name in CARDS}
    return replace(deck, cards=cards, templates=templates, whole=True, folder=None, limits={})


@pytest.fixture(scope="module")
def taught() -> Deck:
    return small_deck()


@pytest.fixture
def folder(taught: Deck, tmp_path: Path) -> Path:
    save_deck(taught, tmp_path / "deck")
    return tmp_path / "deck"


@pytest.fixture
def unharmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the longest of the tests of a picture, which others wait for."""
    monkeypatch.setattr("vision.enrol.adapting._must_not_confuse", lambda *_: None)


def stained(card: Image) -> Image:
    """Return a card that has lost its print in some places, always the same."""
    chance, image = np.random.default_rng(8), card.copy()
    height, width = image.shape[:2]
    for x, y in chance.uniform(0.12, 0.88, (14, 2)):
        at = round(x * width), round(y * height)
        cv2.circle(image, at, round(0.055 * height), (190, 205, 210), -1, cv2.LINE_AA)
    return image


def seen(deck: Deck, card: str, seed: int, stain: bool = True) -> tuple[Match, CardReading]:
    """Return what a deck's matcher says of a card on a table, and that as a reading."""
    face = deck.templates[card]
    picture, corners = worn(stained(face) if stain else face, MILD, np.random.default_rng(seed))
    matcher = Matcher(deck)
    match = matcher.match(matcher.cut(picture, corners))
    assert match.best is not None
    decision = match.decision
    crop = match.best.straight
    return match, CardReading(
        match.card, decision.verdict, decision.score, decision.margin, decision.runners_up,
        match.best.corners, 0.0, crop,
    )  # fmt: skip


def files(folder: Path) -> Mapping[str, bytes]:
    names = [path for path in folder.iterdir() if path.suffix in {".png", ".toml"}]
    return {path.name: path.read_bytes() for path in names}


@pytest.mark.usefixtures("unharmed")
def test_other_cards_are_read_as_before_by_a_deck_that_has_grown(taught: Deck) -> None:
    old = adapted_deck(taught, WORN, seen(taught, WORN, 9)[1])
    for name in CARDS:
        before, after = (seen(deck, name, 3, stain=False)[0] for deck in (taught, old))
        assert before.card == after.card == name
        assert before.decision.verdict is after.decision.verdict is Verdict.CERTAIN


def test_no_picture_is_added_of_what_was_certain_unclear_small_or_blurred(taught: Deck) -> None:
    _, good = seen(taught, WORN, 9)
    soft = np.asarray(cv2.GaussianBlur(good.crop, (0, 0), 5.0), np.uint8)
    for unfit in (
        replace(good, verdict=Verdict.CERTAIN),
        replace(good, verdict=Verdict.UNCLEAR, reason="overlap"),
        replace(good, reason="glare"),
        replace(good, face_down=True),
        replace(good, corners=good.corners * np.float32(0.25)),
        replace(good, crop=soft),
    ):
        with pytest.raises(DeckError):
            adapted_deck(taught, WORN, unfit)


def test_a_wrong_word_on_which_card_it_is_changes_nothing(folder: Path) -> None:
    before = files(folder)
    _, confirmed = seen(load_deck(folder), WORN, 9)
    for other in (*sorted(set(CARDS) - {WORN}), "night"):
        with pytest.raises(DeckError):
            adapt_folder(folder, other, confirmed)
    assert files(folder) == before


def test_a_picture_that_makes_another_card_read_as_this_one_is_refused(
    taught: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever let it through: here that it is another card is not noticed before."""
    _, confirmed = seen(taught, "3", 9, stain=False)
    monkeypatch.setattr("vision.enrol.adapting._must_match", lambda *_: None)
    with pytest.raises(DeckError, match="3 could be taken for 8"):
        adapted_deck(taught, WORN, replace(confirmed, verdict=Verdict.DOUBTFUL))


def test_a_deck_that_may_lack_cards_does_not_grow(taught: Deck) -> None:
    _, confirmed = seen(taught, WORN, 9)
    for lacking in (replace(taught, whole=False), without_pictures(taught, ["x2"])):
        with pytest.raises(DeckError, match="may lack cards"):
            adapted_deck(lacking, WORN, confirmed)


@pytest.mark.usefixtures("unharmed")
def test_the_newest_replaces_the_oldest_and_never_what_was_taught(folder: Path) -> None:
    first, grown = load_deck(folder), []
    for seed in (9, 10, 11):
        adapt_folder(folder, WORN, seen(first, WORN, seed)[1])
        grown.append({name for name in files(folder) if name.startswith("grown-")})
    assert [len(names) for names in grown] == [1, 2, 2]
    assert not grown[0] & grown[2]
    deck = load_deck(folder)
    assert [len(deck.adapted[WORN]), *deck.adapted] == [2, WORN]
    assert np.array_equal(deck.templates[WORN], first.templates[WORN])


@pytest.mark.usefixtures("unharmed")
def test_one_command_takes_away_all_that_a_deck_has_grown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(folder)
    adapt_folder(folder, WORN, seen(load_deck(folder), WORN, 9)[1])
    assert files(folder) != before
    undo = ["enrol", "--ungrown", "--deck", str(folder)]
    assert cli.run(undo) == 0
    assert "1 added picture" in capsys.readouterr().out
    assert files(folder) == before
    assert cli.run(undo) == 0


def test_a_power_cut_while_a_deck_grows_or_shrinks_leaves_the_old_deck_or_the_new_one(
    folder: Path, taught: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = cv2.resize(taught.templates[WORN], (0, 0), fx=0.5, fy=0.5)
    first, second, third = (np.asarray(small // n, np.uint8) for n in (1, 2, 3))
    old = taught.with_adapted(WORN, {"grown-1.png": first, "grown-2.png": second})
    new = taught.with_adapted(WORN, {"grown-2.png": second, "grown-3.png": third})
    for begun, wanted in ((old, new), (new, taught)):
        for writes in range(3):
            written = DeckFolder(folder)
            written.save(begun)
            left = [writes]

            def write(path: Path, data: bytes, left: list[int] = left) -> None:
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt
                write_whole(path, data)

            monkeypatch.setattr("vision.decks.saving.write_whole", write)
            cut = True
            with suppress(KeyboardInterrupt):
                written.save(wanted)
                cut = False
            monkeypatch.setattr("vision.decks.saving.write_whole", write_whole)
            results = [image.tobytes() for image in load_deck(folder).adapted.get(WORN, ())]
            chosen = begun if cut else wanted
            assert results == [image.tobytes() for image in chosen.adapted.get(WORN, ())]
        assert not cut


def test_a_card_that_is_taught_anew_forgets_what_it_grew(taught: Deck) -> None:
    old = taught.with_adapted(WORN, {"grown-1.png": taught.templates[WORN]})
    again = with_picture(old, WORN, taught.templates[WORN])
    assert not again.adapted
    assert again.cards == with_picture(taught, WORN, taught.templates[WORN]).cards


@pytest.mark.parametrize("names", ['"a.png"', "[1]", '["a.png", "a.png"]', '["../a.png"]'])
def test_a_list_of_grown_pictures_that_is_none_is_refused(folder: Path, names: str) -> None:
    file = folder / "deck.toml"
    file.write_text(file.read_text().replace('file = "8.png"', f'file = "8.png"\ngrown = {names}'))
    with pytest.raises(DeckError):
        load_deck(folder)
