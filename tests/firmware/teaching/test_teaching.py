"""Teaching a deck: one card at a time, still and sharp, and no card kept is ever lost."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from firmware.cameras.base import Frame
from firmware.errors import BadData
from firmware.running.build import build_virtual_table
from firmware.teaching import school as schools
from firmware.teaching.lesson import BACK, Lesson
from firmware.teaching.school import School
from hardware import MAT
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.process import eventually
from vision.art import deck_art
from vision.decks.deck import Card, Deck, DeckError, load_deck
from vision.decks.saving import save_deck
from vision.enrol.capture import STILL_PICTURES, CardCapture, similarity
from vision.mat_file import read_mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene, with_faults

MM = (63.0, 88.0)
ART = "coyote-kidult"
mat = read_mat(MAT)


@cache
def renderer() -> Renderer:
    return Renderer(PinholeCamera.above(mat.size_mm, 1280, 720, tilt_deg=5.0, roll_deg=1.5), mat)


@cache
def seen(*cards: PlacedCard, fault: str = "", seed: int = 0) -> Image:
    scene, light, lens = with_faults(Scene(cards), Light(), Lens(), {fault}, mat.size_mm)
    return renderer().render(scene, light, lens, seed=seed).image


def lying(card: str, x_mm: float = 290, turn_deg: float = 8, face_up: bool = True) -> PlacedCard:
    return PlacedCard(ART, card, x_mm, 210, turn_deg, face_up)


def plain(*cards: str, **more: Any) -> Deck:
    return Deck("mine", MM, tuple(Card(card, 1) for card in cards), {}, **more)


def lesson(folder: Path, *cards: str) -> Lesson:
    """Begin a lesson over an empty mat."""
    begun = Lesson(plain(*cards), CardCapture(mat, MM), lambda deck: save_deck(deck, folder))
    begun.see(seen())
    return begun


def show(
    taught: Lesson, *cards: PlacedCard, fault: str = "", frames: int = STILL_PICTURES + 1
) -> str:
    """Show the mat for some frames; return the key of what is said then."""
    for seed in range(frames):
        taught.see(seen(*cards, fault=fault, seed=seed % 2))
    return taught.message.key


def test_each_card_is_taken_when_it_lies_still_and_is_on_disk_at_once(tmp_path: Path) -> None:
    taught = lesson(tmp_path, "20", "-5")
    assert (taught.asked, taught.message.key) == ("20", "table.teach.show")
    assert show(taught, lying("20"), frames=STILL_PICTURES - 1) == "table.teach.still"
    assert taught.asked == "20"
    show(taught, lying("20"), frames=2)
    assert (taught.asked, taught.message.key) == ("-5", "table.teach.swap")
    kept = load_deck(tmp_path)  # as after a power cut
    assert kept.missing == ("-5",)
    assert similarity(kept.templates["20"], deck_art(ART).picture("20", 264)) > 0.9
    show(taught, lying("20"))
    assert taught.asked == "-5"  # the card kept last is not taken for the next
    show(taught, lying("-5"))
    assert taught.asked == BACK
    show(taught, lying("1", face_up=False))
    assert taught.asked is None
    assert (taught.message.key, taught.missing) == ("table.teach.done", ())
    assert len(load_deck(tmp_path).backs) == 1


def test_a_card_that_lay_there_before_is_not_taken(tmp_path: Path) -> None:
    taught = Lesson(plain("20", "-5"), CardCapture(mat, MM), lambda deck: save_deck(deck, tmp_path))
    assert show(taught, lying("3")) == "table.teach.before"
    assert show(taught, lying("3", x_mm=300)) == "table.teach.before"  # only pushed aside
    assert set(taught.missing) == {"20", "-5", BACK}
    show(taught, lying("20"))  # in its place
    assert set(taught.missing) == {"-5", BACK}


@pytest.mark.parametrize(
    ("cards", "fault", "key"),
    [
        ((lying("20", 200), lying("-5", 380)), "", "table.teach.many"),
        ((lying("20"), lying("-5", 315, 40)), "", "table.teach.heap"),
        ((lying("20"),), "dark", "vision.check.light.dark"),
        ((lying("20", 250),), "glare", "table.teach.heap"),
        ((lying("20"),), "blur", "blur"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_and_nothing_is_kept(
    tmp_path: Path, cards: tuple[PlacedCard, ...], fault: str, key: str
) -> None:
    taught = lesson(tmp_path, "20", "-5")
    blurred = {"vision.check.focus.change", "table.quality.no_mat", "table.teach.heap"}
    assert show(taught, *cards, fault=fault) in (blurred if fault == "blur" else {key})
    assert taught.missing == ("20", "-5", BACK)


def test_a_card_shown_twice_is_kept_only_on_a_persons_word(tmp_path: Path) -> None:
    taught = lesson(tmp_path, "20", "twin")
    show(taught, lying("20"))
    show(taught)
    assert show(taught, lying("20", 320, 30)) == "table.teach.twin"
    assert taught.message.params == {"card": "20", "other": "twin"}
    assert taught.missing == ("twin", BACK)
    taught.keep()
    assert taught.asked == BACK
    assert load_deck(tmp_path).missing == ()


def test_whoever_skips_a_card_can_say_once_that_the_deck_has_no_more(tmp_path: Path) -> None:
    taught = lesson(tmp_path, "20", "-5", *map(str, range(9)))
    show(taught, lying("20"))
    assert not taught.short
    taught.skip()
    assert taught.short
    for _ in taught.missing:
        taught.skip()
    assert taught.message.key == "table.teach.lacks_many"
    taught.whole()
    assert (taught.deck.names, taught.short) == (("20",), False)
    assert load_deck(tmp_path).complete is taught.deck.complete
    with pytest.raises(LookupError):
        taught.whole()


@pytest.fixture
def school(tmp_path: Path) -> Any:
    desk = Desk.open(tmp_path / "play.sqlite")
    table, _ = build_virtual_table(desk, sound=False)
    made = School(tmp_path / "decks", table.watcher, table.decks)
    made.table = table  # type: ignore[attr-defined]
    yield made
    desk.close()


@pytest.mark.parametrize(
    ("name", "cards", "size", "key"),
    [
        ("../mine", ("1",), MM, "table.teach.bad_name"),
        ("x" * 41, ("1",), MM, "table.teach.bad_name"),
        ("mine", (), MM, "table.teach.bad_count"),
        ("mine", tuple(map(str, range(201))), MM, "table.teach.bad_count"),
        ("mine", ("1", "back"), MM, "table.teach.bad_card"),
        ("mine", ("x" * 21,), MM, "table.teach.bad_card"),
        ("mine", ("1",), (88.0, 63.0), "table.teach.bad_size"),
    ],
)
def test_a_lesson_that_cannot_be_is_refused(
    school: School, name: str, cards: tuple[str, ...], size: tuple[float, float], key: str
) -> None:
    with pytest.raises(BadData) as refused:
        school.begin(name, cards, size, None)
    assert refused.value.message.key == key
    assert school.lesson() is None
    assert school.decks() == ()


def test_a_lesson_is_taken_up_again_where_it_was_left(school: School, tmp_path: Path) -> None:
    school.begin("My deck", ("20", "20", "-5"), MM, ART)
    teach(school, lying("20"))
    school.close()
    assert school.decks() == ("My deck",)
    with pytest.raises(BadData, match="exists"):
        school.begin("My deck", ("20",), MM, None)
    (tmp_path / "decks" / "half").mkdir()  # a folder in which nothing was kept is no deck
    assert school.decks() == ("My deck",)
    school.resume("My deck")
    now = school.lesson()
    assert now is not None
    assert now.asked == "-5"
    assert [card.picture is not None for card in now.cards] == [True, False, False]
    assert school.picture("20") is not None
    assert school.picture("-5") is None
    with pytest.raises(BadData, match="no_deck"):
        school.resume("yours")


def tried(school: School) -> Any:
    def now() -> Any:
        lesson = school.lesson()
        return lesson if lesson is not None and lesson.alike is not None else None

    return eventually(now)


def teach(school: School, *cards: PlacedCard) -> None:
    """Lay cards on the empty mat."""
    school._see(Frame(seen(), 0.0))
    for seed in range(STILL_PICTURES + 1):
        school._see(Frame(seen(*cards, seed=seed % 2), 0.0))


def test_a_match_is_read_by_the_deck_that_was_taught_for_it(school: Any, tmp_path: Path) -> None:
    table = school.table
    table.desk.do(Begin("coyote", {"edition": "kidult"}, 3))
    match = table.desk.snapshot()
    assert table.decks.read_by(match).where == ART
    school.begin("ours", ("20", "-5"), MM, ART)
    with pytest.raises(LookupError):
        school.choose(True)  # not before it has been tested
    teach(school, lying("20"))
    for _ in range(2):
        school.skip()
    assert tried(school).plays == ART
    school.choose(True)
    assert table.decks.read_by(match).where == str(tmp_path / "decks" / "ours")
    assert table.decks.played(match) == ART  # whose cards lie on the virtual table is another thing
    school.choose(False)
    assert table.decks.read_by(match).where == ART


def test_a_full_disk_is_said_and_the_card_asked_for_again(school: School) -> None:
    school.begin("ours", ("20", "-5"), MM, None)
    assert school._lesson is not None

    def fail(_: Deck) -> None:
        raise DeckError("no space left")

    school._lesson._save = fail
    teach(school, lying("20"))
    now = school.lesson()
    assert now is not None
    assert (now.asked, now.message.key) == ("20", "table.teach.unsaved")


def test_a_test_of_a_deck_that_fails_is_said_and_not_waited_for(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schools, "self_test", lambda _: 1 / 0)
    school.begin("ours", ("20",), MM, None)
    teach(school, lying("20"))
    teach(school, lying("1", face_up=False))
    now: Any = eventually(school.lesson, lambda now: now is not None and not now.trying)
    school._see(Frame(seen(), 0.0))
    assert school.lesson() == now  # no news until somebody does something
    assert (now.message.key, now.alike) == ("table.teach.untested", None)


def test_a_lesson_borrows_the_camera_and_gives_it_back(school: School) -> None:
    watcher = school._watcher
    school.begin("ours", ("20",), (63.0, 88.0), None)
    assert [message.key for message in watcher.watching()] == ["table.watch.taught"]
    school._viewed_s -= schools.LEFT_S + 1  # no page asks after it any more
    school._see(Frame(seen(), 0.0))
    assert watcher.watching() == ()
    assert school.lesson() is None
