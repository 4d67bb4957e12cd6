"""Pictures by phone: judged like what the camera sees, each as the match stands then."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from firmware.decks import MatchDeck
from firmware.errors import BadData
from firmware.mats import load_mats
from firmware.pictures.photos import Photos
from firmware.pictures.reader import PictureReader
from firmware.service.supervisor import Supervisor
from referee.actor import HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Begin, Move, NamePlayer, Pause, Undo
from referee.match.desk import Desk, StaleMove
from referee.reports.picture import PhotoOutcome, ReadPhoto
from tests.firmware.reading.looks import look, settled
from tests.live import WithDesk
from tests.photos import jpeg
from tests.process import PATIENCE_S
from tests.referee.asks import reads
from vision.errors import TooMuch
from vision.observation import Observation, SettledCard
from vision.plane import Plane
from vision.reading import Verdict

PICTURE = jpeg(np.full((48, 64, 3), 90, np.uint8))
FLAT = Plane(np.eye(3), 640, 480)
SERIAL = itertools.count()


def shows(*names: str, zone: str | None = None, mat: bool = False) -> Observation:
    """Return what a picture shows: cards by name, with a ``?`` in doubt, in a zone of a mat."""
    serial = next(SERIAL)
    cards: list[SettledCard] = []
    for number, name in enumerate(names):
        verdict = Verdict.DOUBTFUL if name.endswith("?") and len(name) > 1 else Verdict.CERTAIN
        id_ = f"photo-{serial}-{number}"
        cards.append(settled(id_, name.rstrip("?") or name, verdict, zone))
    return look(
        *cards,
        mat=mat or zone is not None,
        hands=frozenset() if mat or zone is None else frozenset(("middle", "seat:0")),
        planes={"table": FLAT} if mat or zone else {},
    )


class Rig(WithDesk):
    """A desk, pictures for it, and what each of them shows in place of a reader."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.desk = Desk.open(folder / "journal.sqlite")
        reader = PictureReader(
            self.desk,
            lambda match: load_mats("" if match is None else match.game.name),
            lambda _: MatchDeck("coyote-tomahawk"),
            lambda: None,
        )
        self.photos = Photos(self.desk, reader, lambda: None)
        self.reading: Callable[[], Observation] = shows
        self.mirrored = False
        monkeypatch.setattr(reader, "reader_of", lambda _: self)
        self.supervisor = Supervisor(lambda: None)
        self.supervisor.start("photos", reader.run)

    def observe(self, _picture: Any) -> Observation:
        return self.reading()

    def close(self) -> None:
        self.supervisor.stop()
        super().close()

    def reveal(self, seats: int = 2, **options: Any) -> None:
        """Begin a match of Coyote and challenge at once."""
        self.desk.do(Begin("coyote", {"edition": "tomahawk", **options}, seats))
        self.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
        self.desk.do(Move({"move": "challenge", "seat": 1}))

    def send(
        self, observation: Observation, seat: int | None = 0, seen: int | None = None
    ) -> ReadPhoto:
        self.reading = lambda: observation
        by = HOST if seat is None else at_seat(seat)
        return self.photos.take(PICTURE, self.match.seq if seen is None else seen, by)


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    with closing(Rig(tmp_path, monkeypatch)) as rig:
        yield rig


def keys(sent: ReadPhoto) -> list[str]:
    return [message.key for message in sent.said]


def test_sure_cards_are_a_move_at_once_by_who_sent_them_with_their_pictures(rig: Rig) -> None:
    rig.reveal()
    observation = shows("3", "5")
    assert rig.send(observation, seat=1).came is PhotoOutcome.MOVED
    assert rig.match.log[-1].by == at_seat(1)
    ids = [card.id for card in observation.settled]
    assert all(rig.desk.evidence(id_) for id_ in ids)


def test_a_doubtful_card_is_asked_about_and_a_tap_settles_it(rig: Rig) -> None:
    rig.reveal()
    observation = shows("3", "5?")
    sent = rig.send(observation)
    asked = rig.photos.question
    assert (sent.came, sent.question) == (PhotoOutcome.ASKED, asked and asked.id)
    assert asked is not None
    with pytest.raises(ValueError, match="coup"):
        rig.photos.answer(asked.id, observation.settled[1].id, "coup", HOST)
    rig.photos.answer(asked.id, observation.settled[1].id, "4", HOST)
    assert rig.photos.question is None
    assert rig.match.log[-1].by == HOST
    assert rig.match.log[-1].move.cards == ("3", "4")


def test_a_picture_begun_before_the_match_went_on_is_refused(rig: Rig) -> None:
    rig.reveal()
    begun = rig.match.seq
    rig.send(shows("3", "5"))
    with pytest.raises(StaleMove):
        rig.send(shows("3", "5"), seen=begun)  # the same picture sent twice
    rig.desk.do(Move({"move": "announce", "seat": rig.match.state.turn, "number": 5}))
    rig.desk.do(Move({"move": "challenge", "seat": rig.match.state.turn}))
    with pytest.raises(StaleMove):
        rig.send(shows("3", "5"), seen=begun)


def test_of_two_phones_at_once_one_is_read_after_the_other(rig: Rig) -> None:
    rig.reveal()
    came: list[object] = []

    def send() -> None:
        try:
            came.append(rig.send(shows("3", "5"), seen=seen).came)
        except IllegalMove as error:
            came.append(error.message.key)

    seen = rig.match.seq
    phones = [threading.Thread(target=send) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(PATIENCE_S)
    assert sorted(map(str, came)) == ["moved", "table.photo.stale"]


def test_what_is_done_meanwhile_drops_a_question_and_its_answers(rig: Rig) -> None:
    rig.reveal()
    rig.send(shows("3", "5?"))
    rig.desk.do(NamePlayer(1, "Ada"))
    asked = rig.photos.question
    assert asked is not None, "a name that is typed meanwhile leaves it"
    rig.desk.do(Undo(rig.match.seq))
    assert rig.photos.question is None
    with pytest.raises(LookupError):
        rig.photos.answer(asked.id, asked.items[0].id, "5", HOST)
    with pytest.raises(LookupError):
        rig.photos.place(asked.id, "mat", HOST)


def test_a_picture_of_nothing_says_how_to_take_one(rig: Rig) -> None:
    rig.reveal()
    assert keys(rig.send(shows())) == ["table.photo.no_card"]
    assert keys(rig.send(shows(mat=True))) == ["table.photo.nothing_new"]
    assert rig.photos.question is None


def test_what_is_no_picture_is_refused_and_the_next_is_read(rig: Rig) -> None:
    rig.reveal()
    with pytest.raises(BadData, match="no_jpeg"):
        rig.photos.take(b"\x89PNG and so on", rig.match.seq, HOST)
    rig.reading = Mock(side_effect=TooMuch)
    with pytest.raises(BadData, match="too_much"):
        rig.photos.take(PICTURE, rig.match.seq, at_seat(0))
    assert rig.send(shows("3", "5")).came is PhotoOutcome.MOVED


def test_sl_15_a_picture_is_refused_while_the_match_rests(rig: Rig) -> None:
    rig.reveal()
    rig.desk.do(Pause(), HOST)
    with pytest.raises(IllegalMove, match="not_due"):
        rig.send(shows("3", "5"))


# -- whose the cards are -------------------------------------------------------------------


def shown(rig: Rig) -> None:
    """Begin a match of Coup in which a challenged player is to show a card in the middle."""
    rig.desk.do(Begin("coup", {}, 3))
    rig.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    rig.desk.do(Move({"move": "challenge", "seat": 1}))


def drawing(rig: Rig) -> None:
    """Begin a match of Coup d'État, in which each first draws a card and lays it before them."""
    rig.desk.do(Begin("coup_detat", {}, 4))
    assert len(reads(rig.match.offers)) == 4


def test_a_seats_own_card_lies_before_it_where_no_mat_tells(rig: Rig) -> None:
    drawing(rig)
    assert rig.send(shows("QH"), seat=2).came is PhotoOutcome.MOVED
    assert rig.match.log[-1].move.player == 2


def test_whose_a_card_is_is_asked_of_who_has_no_seat_there(rig: Rig) -> None:
    drawing(rig)
    sent = rig.send(shows("QH"), seat=None)
    assert (sent.came, sent.zones) == (PhotoOutcome.WHOSE, ("seat:0", "seat:1", "seat:2", "seat:3"))
    with pytest.raises(LookupError):
        rig.photos.place(sent.id, "middle", HOST)
    assert rig.photos.place(sent.id, "seat:3", HOST).came is PhotoOutcome.MOVED
    assert rig.match.log[-1].move.player == 3


def test_on_a_mat_one_picture_is_the_card_of_each_player(rig: Rig) -> None:
    drawing(rig)
    observation = shows("QH", "7S", zone="seat:1", mat=True)
    moved = [
        replace(card, reading=replace(card.reading, zone=f"seat:{seat}"))
        for seat, card in enumerate(observation.settled)
    ]
    before = rig.match.seq
    assert rig.send(replace(observation, settled=tuple(moved)), seat=3).came is PhotoOutcome.MOVED
    assert rig.match.seq == before + 2


def test_that_a_zone_is_empty_takes_a_picture_of_the_whole_mat(rig: Rig) -> None:
    shown(rig)
    rig.send(shows("duke"), seat=0)
    rig.send(shows("contessa"), seat=1)
    assert keys(rig.send(shows("duke", zone="middle"))) == ["table.gone"]  # the contessa is
    assert keys(rig.send(shows("contessa", zone="seat:1"))) == ["table.photo.whole_mat"]
    assert rig.send(shows("contessa", zone="seat:1", mat=True)).came is PhotoOutcome.MOVED


@pytest.mark.parametrize(("way", "stands"), [("captain", "captain"), ("duke", "duke")])
def test_sl_14_a_picture_that_shows_another_card_than_was_said_asks_its_player(
    rig: Rig, way: str, stands: str
) -> None:
    rig.desk.do(Begin("coup", {}, 3))
    for move in (
        {"move": "declare", "seat": 0, "action": "tax"},
        {"move": "challenge", "seat": 1},
        {"move": "concede", "seat": 0},
        {"move": "card_turned", "cards": ["captain"]},
    ):
        rig.desk.do(Move(move))
    sent = rig.send(shows("duke", zone="seat:0", mat=True), seat=1)
    assert sent.came is PhotoOutcome.ASKED
    asked = rig.photos.question
    assert asked is not None
    assert (asked.rule, asked.seats) == ("SL-14", (0,))
    rig.photos.choose(asked.id, way, at_seat(0))
    assert [card.name for card in rig.match.layout.cards] == [stands]
    assert rig.photos.question is None


# -- several pictures ----------------------------------------------------------------------


def test_two_pictures_that_share_no_name_are_a_reveal_together(rig: Rig) -> None:
    rig.reveal(3)
    assert rig.send(shows("3", "5"), seat=0).came is PhotoOutcome.NOTHING
    photo = rig.send(shows("15"), seat=1)
    assert (photo.came, keys(photo)[-1]) == (PhotoOutcome.MOVED, "table.photo.together")
    assert sorted(rig.match.log[-1].move.cards) == ["15", "3", "5"]
    assert len(rig.match.log[-1].move.proof) == 3


@pytest.mark.parametrize(
    ("way", "came"), [("same", PhotoOutcome.NOTHING), ("others", PhotoOutcome.MOVED)]
)
def test_a_card_on_both_pictures_that_may_be_two_is_asked_about(
    rig: Rig, way: str, came: PhotoOutcome
) -> None:
    rig.reveal(4)
    rig.send(shows("-5", "3"))
    read_photo = rig.send(shows("-5", "15"))
    assert (read_photo.came, keys(read_photo)) == (PhotoOutcome.WHOSE, ["table.photo.twice"])
    assert [way.id for way in read_photo.ways] == ["same", "others"]
    assert rig.photos.place(read_photo.id, way, HOST).came is came


def test_a_question_about_a_picture_ends_with_its_match(rig: Rig) -> None:
    rig.reveal()
    assert rig.send(shows("3", "5?")).question is not None
    assert rig.photos.questions
    rig.desk.do(Begin("coyote", {"edition": "tomahawk"}, 2))
    assert rig.photos.questions == ()
