"""A deck grows by what people confirm in play, once the match is over, and by nothing else."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import Decks
from firmware.reading.evidence import Confirmation
from firmware.reading.submission import ReadingKey, Submission
from firmware.reading.watcher import Watcher
from firmware.service.supervisor import Worker
from firmware.teaching.adapting import DeckAdapter
from hardware import MAT
from referee.actor import at_seat
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.match.commands import Begin, Correct, Move, Pause, Undo
from referee.match.desk import Desk, StaleMove
from tests.firmware.cameras.still import Still
from tests.live import WithDesk
from tests.vision.enrol.test_adapting import WORN, files, seen, small_deck, stained
from vision.decks.deck import load_deck
from vision.decks.saving import save_deck
from vision.mat_file import read_mat
from vision.observation import SettledCard
from vision.reading import CardReading, Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import PlacedCard, Scene

PLAYED = "coyote-tomahawk"
OLD = "mine"  # the owner's cards as they are by now: one has a stain
LOOKS = 8  # frames, by which all that lies there has settled
GONE = 16  # and by which nothing does any more
mat = read_mat(MAT)
taught = cache(small_deck)


@cache
def picture(*cards: str) -> Image:
    """Return what a camera sees of some of the owner's cards."""
    deck = taught()

    def face(card: str | None) -> Image:
        image = deck.backs[0] if card is None else deck.templates[card]
        return stained(image) if card == WORN else image

    camera = PinholeCamera.above(mat.size_mm, 1280, 720, tilt_deg=5.0, roll_deg=1.5)
    renderer = Renderer(camera, mat, Press({OLD: (face, deck.size_mm)}))
    lie = (PlacedCard(OLD, card, 220.0 + 150 * place, 205, 8) for place, card in enumerate(cards))
    return renderer.render(Scene(tuple(lie))).image


class Rig(WithDesk):
    """A table of two seats that plays with an owner's deck, looked at by this thread."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "decks" / OLD
        save_deck(taught(), self.folder)
        self.desk = Desk.open(data / "table.sqlite")
        self.decks = Decks(self.desk)
        self.decks.choose(PLAYED, self.folder)
        self.still = Still(picture())
        camera = Reconnecting(lambda: self.still, first_s=0.0)
        self.watcher = Watcher(
            self.desk, (camera,), lambda _: (mat,), self.decks.read_by, lambda: None
        )
        self.growing = DeckAdapter(
            self.desk, self.decks, data / "decks", (self.watcher,), lambda: self.watcher.is_lent
        )
        self.worker = Worker("growing", self.growing.run, lambda: None)

    def close(self) -> None:
        self.watcher.eyes[0].camera.close()
        super().close()

    def reveal(self, strikes: int = 1) -> None:
        """Play to where cards are counted; with one strike the count is the match's end."""
        self.desk.do(Begin("coyote", {"edition": "tomahawk", "strikes": strikes}, 2))
        for move in ({"move": "announce", "number": 5}, {"move": "challenge"}):
            self.desk.do(Move({**move, "seat": self.match.state.turn}))

    def look(self, *cards: str, times: int = LOOKS) -> tuple[SettledCard, ...]:
        """Look at some cards on the table until they have settled, and return what is settled."""
        self.still.picture = picture(*cards)
        for _ in range(times):
            self.watcher.step()
        return self.watcher.settled()

    def say(self, card: str) -> None:
        """Answer what is asked about a doubtful card."""
        question = next(
            question for question in self.watcher.asker.questions if not question.misplaced
        )
        self.watcher.answer(question.id, question.items[0].id, card, at_seat(1))
        self.watcher.step()

    def grow(self) -> dict[str, int]:
        """Let the deck grow as it will; return how many pictures of which cards it has grown."""
        for _ in range(4):
            self.growing.step(self.worker)
        return {card: len(images) for card, images in load_deck(self.folder).adapted.items()}

    def accept(self, reading: CardReading | None = None, card: str = WORN) -> None:
        """Count two cards, of which a person said which one is, without a camera."""
        reading = reading or confirmed()
        move = {"move": "cards_read", "cards": [card, "3"], "proof": ["a", "b"]}
        self.desk.do(Move(move))
        word = Confirmation("a", card, reading)
        key = ReadingKey(self.match.seq, (), "cards_read")
        self.growing.take(Submission(move, self.match.seq, at_seat(1), {}, key, (word,)))


@cache
def confirmed() -> CardReading:
    return seen(taught(), WORN, 9)[1]


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setattr("firmware.reading.open_questions.ASK_AFTER_S", 0.0)
    with closing(Rig(tmp_path)) as rig:
        yield rig


@pytest.fixture
def unharmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the longest of the tests of a picture, and what is worked out of a deck ahead."""
    monkeypatch.setattr("vision.enrol.adapting._must_not_confuse", lambda *_: None)
    monkeypatch.setattr("firmware.teaching.adapting.load_and_precompute", lambda *_: None)


def asked_and_grown(rig: Rig) -> list[str]:
    """Play a match in which a stained card is asked about, and let the deck grow; return ids."""
    rig.reveal()
    before = {card.reading.card: card.reading.verdict for card in rig.look(WORN, "3")}
    assert before == {WORN: Verdict.DOUBTFUL, "3": Verdict.CERTAIN}
    assert rig.grow() == {}
    rig.say(WORN)
    assert rig.match.outcome is not None
    ids = [card.id for card in rig.look(WORN, "3")]
    assert rig.grow() == {WORN: 1}
    return ids


@pytest.mark.usefixtures("unharmed")
def test_a_stained_card_that_was_asked_about_is_certain_in_the_next_match_without_a_restart(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ids = asked_and_grown(rig)
    (line,) = (message for message in caplog.messages if "2 pictures of 8" in message)
    assert "--ungrown" in line
    assert [card.id for card in rig.look(WORN, "3")] == ids  # what lies there is not read again
    rig.reveal()
    after = {card.reading.card: card.reading.verdict for card in rig.look(WORN, "3")}
    assert after == {WORN: Verdict.CERTAIN, "3": Verdict.CERTAIN}


@pytest.mark.usefixtures("unharmed")
def test_nothing_grows_while_people_play_and_all_of_a_match_that_was_left_does_in_a_pause(
    rig: Rig,
) -> None:
    rig.reveal(strikes=3)
    rig.accept()
    assert rig.grow() == {}
    rig.desk.do(Pause())
    assert rig.grow() == {}  # what was said may still be taken back
    rig.reveal()
    assert rig.grow() == {}
    rig.desk.do(Pause())
    assert rig.grow() == {WORN: 1}


@pytest.mark.usefixtures("unharmed")
def test_a_word_counts_as_it_stands_when_the_match_is_over(rig: Rig) -> None:
    rig.reveal()
    rig.accept()
    rig.desk.do(Undo())
    rig.desk.do(Move({"move": "cards_read", "cards": ["10", "3"], "proof": ["c", "d"]}))
    assert rig.match.outcome is not None
    assert rig.grow() == {}  # taken back
    rig.reveal()
    rig.accept()
    rig.desk.do(Correct(rig.match.seq, 0, "10", rig.match.seq))
    assert rig.grow() == {}  # set right: and the picture is not like its new name
    rig.reveal()
    rig.accept(card="10")
    rig.desk.do(Correct(rig.match.seq, 0, WORN, rig.match.seq))
    assert rig.grow() == {WORN: 1}  # set right: a slip


@pytest.mark.usefixtures("unharmed")
def test_what_the_referee_refused_makes_no_deck_grow(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    submissions: list[Submission] = []
    rig.watcher.accepted = submissions.append
    rig.reveal()
    rig.look(WORN, "3")

    def stale(*_: object) -> None:
        raise StaleMove("desk", Message("desk.stale"))

    with monkeypatch.context() as patch:
        patch.setattr(rig.desk, "do", stale)
        rig.say(WORN)
        assert not submissions
    rig.watcher.step()
    assert [
        confirmation.card for submission in submissions for confirmation in submission.confirmed
    ] == [WORN]


@pytest.mark.usefixtures("unharmed")
def test_only_an_owners_deck_in_the_data_folder_grows(rig: Rig, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    save_deck(taught(), elsewhere)
    (rig.folder.parent / "link").symlink_to(elsewhere)
    for folder in (None, elsewhere, rig.folder.parent / "link"):
        rig.decks.choose(PLAYED, folder)
        rig.reveal()
        rig.accept()
        rig.grow()
    assert not load_deck(elsewhere).adapted
    assert not load_deck(PLAYED).adapted
    assert not rig.grow()


@pytest.mark.usefixtures("unharmed")
@pytest.mark.parametrize("fault", ["full", "gone"])
def test_a_fault_is_one_sentence_in_the_log_and_play_goes_on(
    rig: Rig, fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    renewed: list[bool] = []
    monkeypatch.setattr(rig.watcher, "renew", lambda: renewed.append(True))
    rig.reveal()
    rig.accept()
    before = files(rig.folder)
    if fault == "full":

        def full(path: Path, data: bytes) -> None:
            if path.name.startswith("grown-"):
                raise OSError(28, "No space left on device")
            write_whole(path, data)

        monkeypatch.setattr("vision.decks.saving.write_whole", full)
    else:
        rig.folder.rename(rig.folder.with_name("moved"))
    rig.growing.step(rig.worker)
    (record,) = [record for record in caplog.records if record.name == "firmware.teaching.adapting"]
    assert record.exc_info is None
    assert "\n" not in record.getMessage()
    assert not renewed
    if fault == "gone":
        rig.folder.with_name("moved").rename(rig.folder)
    assert files(rig.folder) == before
    rig.reveal()
    assert rig.grow() == {}  # it is not tried again
