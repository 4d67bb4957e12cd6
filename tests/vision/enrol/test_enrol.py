"""Teaching a deck from pictures: what is kept, what is measured, what is refused in a sentence."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.scenes import mat
from vision.decks.deck import Deck, DeckError, load_deck
from vision.enrol.enrol import DeckFacts, Enrolled, enrol
from vision.enrol.selftest import MILD, WEARS, worn
from vision.find.free import find_free
from vision.reader import Reader
from vision.reading import Found, Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

TAUGHT = ("3", "8", "10", "-5", "x2")
FEW = TAUGHT[:2]  # where it is of no account how well they are read


def write(path: Path, image: Image) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), image)
    return path


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of five cards and a back, cut out straight and a little worn."""
    return pictures_of(TAUGHT, tmp_path_factory.mktemp("straight"))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of two cards."""
    return pictures_of(FEW, tmp_path_factory.mktemp("few"))


@pytest.fixture(scope="module")
def whole(straight: Path, tmp_path_factory: pytest.TempPathFactory) -> Enrolled:
    """A deck that has the five cards alone."""
    return enrol(straight, tmp_path_factory.mktemp("whole") / "deck", "Mine", DeckFacts(whole=True))


def pictures_of(cards: Sequence[str], folder: Path) -> Path:
    deck = load_deck("coyote-tomahawk")
    chance = np.random.default_rng(1)
    for name in cards:
        image = cv2.GaussianBlur(deck.templates[name], (0, 0), 0.8)
        noisy = np.clip(image + chance.normal(0, 3, image.shape), 0, 255)
        write(folder / f"{name}.jpg", noisy.astype(np.uint8))
    write(folder / "BACK.jpg", deck.backs[0])
    return folder


def reads_8(deck: Deck) -> bool:
    """Whether a deck reads the card 8 for certain on a table."""
    picture, corners = worn(load_deck("coyote-tomahawk").templates["8"], MILD, chance(5))
    (reading,) = Reader(deck).read_places(picture, [Found(corners, 1.0)])
    return (reading.verdict, reading.card) == (Verdict.CERTAIN, "8")


def photograph(*cards: str, seed: int = 0, deck: str = "coyote-tomahawk") -> Image:
    lying = tuple(
        PlacedCard(deck, card, 200.0 + 150 * n, 210.0, 5.0) for n, card in enumerate(cards)
    )
    camera = PinholeCamera.above(mat().size_mm, 1280, 720)
    return Renderer(camera, mat(), seed=seed).render(Scene(lying), seed=seed).image


def test_a_deck_is_taught_from_straight_pictures_and_reads_them(whole: Enrolled) -> None:
    done = whole
    assert done.deck.folder is not None
    deck = load_deck(done.deck.folder)
    assert (deck.name, set(deck.templates), deck.missing) == ("Mine", set(TAUGHT), ())
    assert len(deck.backs) == 1
    assert done.test.reads == len(WEARS) * len(TAUGHT)
    assert done.test.right == done.test.reads
    assert done.test.wrong == 0
    assert reads_8(deck)


@pytest.mark.verify
def test_a_deck_that_lacks_cards_works_for_those_it_has_and_is_stricter(
    straight: Path, whole: Enrolled, tmp_path: Path
) -> None:
    names = load_deck("coyote-tomahawk").names
    lacking = enrol(straight, tmp_path / "lacking", facts=DeckFacts(cards=names))
    assert set(lacking.deck.missing) == set(names) - set(TAUGHT)
    assert lacking.deck.limits["trust"] > whole.deck.limits["trust"]
    reader = Reader(lacking.deck)
    for name in lacking.deck.missing:
        picture, corners = worn(load_deck("coyote-tomahawk").templates[name], MILD, chance(3))
        (reading,) = reader.read_places(picture, [Found(corners, 1.0)])
        assert reading.verdict is not Verdict.CERTAIN, name


def test_a_card_on_the_mat_is_measured(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    names = load_deck("ogallala").names[:2]
    for n, card in enumerate(names):
        write(folder / f"{card}.png", photograph(card, seed=n, deck="ogallala"))
    done = enrol(folder, tmp_path / "deck", facts=DeckFacts(mat=mat()))
    assert (done.deck.size_mm, done.assumed) == ((44.0, 63.0), False)
    reading = Reader(done.deck, mat()).read(photograph(*names, seed=5, deck="ogallala"))
    assert sorted(card.card or "" for card in reading.cards) == sorted(names)
    wrong = DeckFacts(mat=mat(), size_mm=(63.0, 88.0))
    with pytest.raises(DeckError, match="measures 44x63 mm, not 63x88"):
        enrol(folder, tmp_path / "other", facts=wrong)


def test_a_size_that_no_picture_shows_is_told_and_can_be_given_later(
    few: Path, tmp_path: Path
) -> None:
    first = enrol(few, tmp_path / "deck")
    assert (first.deck.size_mm, first.assumed) == ((63.0, 88.0), True)
    again = enrol(few, tmp_path / "deck", facts=DeckFacts(size_mm=(44.0, 63.0)))
    assert (again.deck.size_mm, again.assumed) == ((44.0, 63.0), False)
    with pytest.raises(DeckError, match="another shape than 70 x 120"):
        enrol(few, tmp_path / "deck", facts=DeckFacts(size_mm=(70.0, 120.0)))


def test_each_card_is_told_when_it_is_done_and_two_alike_are_named_as_a_pair(
    few: Path, tmp_path: Path
) -> None:
    shutil.copytree(few, tmp_path / "in")
    shutil.copy(few / "8.jpg", tmp_path / "in" / "88.jpg")
    steps: list[tuple[str, int, int]] = []
    done = enrol(tmp_path / "in", tmp_path / "deck", progress=lambda *step: steps.append(step))
    assert steps == [("keep", n, 4) for n in range(1, 5)] + [("test", n, 3) for n in range(1, 4)]
    assert {frozenset(pair) for pair in done.test.pairs} == {frozenset(("8", "88"))}
    assert done.test.wrong == 0


@pytest.mark.parametrize("straight", breadth([True, None]))
def test_pictures_that_lie_on_their_side_are_turned(straight: bool | None, tmp_path: Path) -> None:
    faces = load_deck("coyote-tomahawk").templates
    lying = [write(tmp_path / "in" / f"{name}.png", np.rot90(faces[name])) for name in FEW]
    write(tmp_path / "in" / "10.png", faces["10"])
    done = enrol(tmp_path / "in", tmp_path / "deck", facts=DeckFacts(straight=straight))
    assert (sorted(done.turned), done.deck.size_mm) == (sorted(lying), (63.0, 88.0))
    assert reads_8(done.deck)


def test_a_crash_half_way_loses_no_card_already_kept(few: Path, tmp_path: Path) -> None:
    def stopped(_: str, done: int, of: int) -> None:
        if (done, of) == (2, 3):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        enrol(few, tmp_path / "deck", progress=stopped)
    assert len(load_deck(tmp_path / "deck").templates) == 2
    assert not list((tmp_path / "deck").glob("*.tmp*"))
    assert len(enrol(few, tmp_path / "deck").deck.backs) == 1


def test_files_that_are_not_read_are_named_by_their_kind(few: Path, tmp_path: Path) -> None:
    shutil.copytree(few, folder := tmp_path / "in")
    for name in ("QH.heic", "KH.HEIC"):
        (folder / name).write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 64)
    (folder / "AH.heic").write_bytes(b"\0\0\0\x18ftypavif" + b"\0" * 64)
    (folder / "notes.txt").write_text("Hearts")
    (folder / "more.jpg").mkdir()
    (folder / ".hidden").touch()
    done = enrol(folder, tmp_path / "deck")
    unread = {kind: [path.name for path in paths] for kind, paths in done.unread.items()}
    heic = ["KH.HEIC", "QH.heic"]
    named = {"heic": heic, "avif": ["AH.heic"], "other": ["notes.txt"], "folder": ["more.jpg"]}
    assert unread == named


def test_names_with_accents_are_the_same_however_a_system_stores_them(tmp_path: Path) -> None:
    faces = load_deck("coyote-tomahawk").templates
    apart, whole = "e\u0301", "\u00e9"
    write(tmp_path / "in" / f"{apart}.png", faces["3"])
    deck = enrol(tmp_path / "in", tmp_path / "deck", facts=DeckFacts(cards=[whole])).deck
    assert set(deck.templates) == {whole}
    write(tmp_path / "in" / f"{whole}.jpg", faces["3"])
    with pytest.raises(DeckError, match=f"both named {whole}"):
        enrol(tmp_path / "in", tmp_path / "deck")
    file = tmp_path / "deck" / "deck.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(f'card = "{whole}"', f'card = "{apart}"'), encoding="utf-8")
    assert apart in file.read_text(encoding="utf-8")
    assert load_deck(tmp_path / "deck").names == (whole,)


@pytest.mark.verify
def test_teaching_again_replaces_a_card_and_keeps_the_others(few: Path, tmp_path: Path) -> None:
    enrol(few, tmp_path / "deck")
    again = cv2.imread(str(few / "3.jpg"))
    assert again is not None
    write(tmp_path / "more" / "3.jpg", np.asarray(cv2.convertScaleAbs(again, alpha=0.9), np.uint8))
    write(tmp_path / "more" / "7.jpg", load_deck("coyote-tomahawk").templates["7"])
    done = enrol(tmp_path / "more", tmp_path / "deck")
    assert set(done.deck.templates) == {*FEW, "7"}


@pytest.mark.parametrize(
    ("prepare", "says"),
    [
        (lambda folder: folder.rmdir(), "no folder"),
        (lambda folder: (folder / "notes.txt").touch(), "no pictures of cards"),
        (lambda folder: write(folder / "QH.png", burnt_card()), "too bright"),
        (lambda folder: (folder / "QH.jpg").write_bytes(b"words"), "cannot be read as a picture"),
        (
            lambda folder: (folder / "QH.jpg").write_bytes(b"\0\0\0\x18ftypheic"),
            "is a HEIC picture",
        ),
        (lambda folder: write(folder / "QH.png", np.zeros((40, 30, 3), np.uint8)), "too small"),
        (lambda folder: write(folder / "QH.png", photograph("3", "8")), "2 cards"),
        (lambda folder: write(folder / "QH.png", photograph()), "no card was found"),
        (
            lambda folder: [
                write(folder / f"{name}.png", np.zeros((300, 200, 3), np.uint8))
                for name in ("QH", "KH", "AH", "JH", "10H", "XH")
            ],
            "not named after a card",
        ),
    ],
)
def test_bad_pictures_are_one_sentence(
    prepare: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    prepare(folder)
    with pytest.raises(DeckError, match=says) as refused:
        enrol(folder, tmp_path / "deck", facts=DeckFacts(mat=mat()))
    assert "\n" not in str(refused.value)


def burnt_card() -> Image:
    """Return a photograph of a lamp's light in which a card cannot be seen."""
    picture = np.full((600, 800, 3), 40, np.uint8)
    cv2.circle(picture, (400, 300), 90, (255, 255, 255), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 5.0), np.uint8)


def on_table(card: Image, share: float, sleeve_mm: tuple[float, float] = (0, 0)) -> Image:
    """Return a photograph of a card that fills this share of it, perhaps in a sleeve."""
    high = (share * 900 * 1200 * 88 / 63) ** 0.5
    size, middle = np.array([high * 63 / 88, high]), (450.0, 600.0)
    picture = np.full((1200, 900, 3), (60, 80, 110), np.uint8)
    around = cv2.boxPoints((middle, tuple(size + np.array(sleeve_mm) * high / 44), 2.0))
    cv2.fillConvexPoly(picture, around.astype(np.int32), (100, 115, 140))
    cv2.polylines(picture, [around.astype(np.int32)], True, (190, 190, 190), 2)
    turn = cv2.getRotationMatrix2D(
        (card.shape[1] / 2, card.shape[0] / 2), -2.0, high / card.shape[0]
    )
    shift = np.zeros((2, 3))
    shift[:, 2] = np.array(middle) - np.array(card.shape[1::-1]) / 2
    cv2.warpAffine(card, turn + shift, (900, 1200), picture, borderMode=cv2.BORDER_TRANSPARENT)
    blurred = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(float)
    return np.clip(blurred + chance(1).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("share", "says"),
    breadth([(0.7, ""), (0.85, "too near"), (0.007, "too small")], (0.7, ""), (0.007, "too small")),
)
def test_a_near_card_is_taken_if_it_is_clear_or_the_distance_is_named(
    share: float, says: str, tmp_path: Path
) -> None:
    face = load_deck("coyote-tomahawk").templates["8"]
    write(tmp_path / "in" / "8.png", on_table(face, share))
    if says:
        with pytest.raises(DeckError, match=says):
            enrol(tmp_path / "in", tmp_path / "deck")
        return
    taught = enrol(tmp_path / "in", tmp_path / "deck").deck.templates["8"]
    small = (63, 88)
    off = cv2.absdiff(cv2.resize(taught, small), cv2.resize(face, small))
    assert off.mean() < 12


@pytest.mark.parametrize(
    ("squeezed", "size_mm", "says"),
    breadth(
        [
            ((0.6, 1.0), (63.0, 88.0), "from the side"),
            ((1.0, 0.8), None, "give their --size"),
            ((1.0, 0.8), (63.0, 88.0), ""),
        ]
    ),
)
def test_slanted_pictures_are_named_and_a_refusal_writes_nothing(
    squeezed: tuple[float, float],
    size_mm: tuple[float, float] | None,
    says: str,
    tmp_path: Path,
) -> None:
    faces = load_deck("coyote-tomahawk").templates
    for name in FEW:
        picture = cv2.resize(on_table(faces[name], 0.3) * 0.9, None, None, *squeezed)
        write(tmp_path / "in" / f"{name}.png", picture.astype(np.uint8))
    write(tmp_path / "in" / "10.png", on_table(faces["10"], 0.3 if size_mm is None else 0.5))
    facts = DeckFacts(size_mm=size_mm)
    if says:
        with pytest.raises(DeckError, match=says):
            enrol(tmp_path / "in", tmp_path / "deck", facts=facts)
        assert not (tmp_path / "deck").exists()
    else:
        assert set(enrol(tmp_path / "in", tmp_path / "deck", facts=facts).deck.templates) > {*FEW}


@pytest.mark.verify
def test_a_card_in_a_sleeve_is_one_card(tmp_path: Path) -> None:
    face = load_deck("coup_detat").templates["9D"]
    picture = on_table(face, 0.3, (2.0, 1.4))
    assert len([item for item in find_free(picture, (63.0, 88.0)) if item.single]) > 1
    write(tmp_path / "in" / "9D.png", picture)
    assert set(enrol(tmp_path / "in", tmp_path / "deck").deck.templates) == {"9D"}


def test_a_folder_of_other_things_is_not_overwritten(few: Path, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "letter.txt").write_text("Dear table")
    with pytest.raises(DeckError, match="is not a deck"):
        enrol(few, tmp_path / "letters")
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["letter.txt"]


def chance(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
