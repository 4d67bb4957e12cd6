"""A table without hardware for the pages' tests: a real desk, and a camera that a test plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from firmware.panel.lights import BY_CUE
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from referee.actor import TABLE, Actor, at_seat
from referee.contract import By, IllegalMove, Message, Offer
from referee.match.commands import Command, HandOver, Move, NamePlayer, Undo
from referee.match.desk import Desk, Snapshot
from referee.reports.commands import (
    Answer,
    AnswerApproval,
    Choose,
    MakeHost,
    MarkNext,
    PutAway,
    SetSound,
    Speak,
    TableCommand,
)
from referee.reports.picture import CameraView, PhotoOutcome, ReadPhoto, Spot
from referee.reports.questions import Item, Missing, PossibleCard, Question
from referee.reports.status import Denied, Part, Sound, Status
from referee.reports.tabletop import Plan
from tests.webui.drawn import drawn, planned, seen_as
from tests.webui.drawn import png as png
from tests.webui.fake_virtual import TABLE_MAT as TABLE_MAT
from tests.webui.fake_virtual import FakeVirtual as FakeVirtual
from webui.port import GridReading, Phones
from webui.serving.events import clock_ms


class FakeTable:
    """The port's table, on a real desk; `asked` and `parts` are set by a test."""

    deck_names: tuple[str, ...] = ("coyote-tomahawk",)

    def __init__(self, journal: Path, seats: int = 6) -> None:
        self.desk = Desk.open(journal)
        self.seats = seats
        self.phones: Phones | None = None
        self.asked: Question | None = None
        self.parts: tuple[Part, ...] = ()
        self.denied: tuple[Denied, ...] = ()
        self.sound = Sound(buzzer=True, voice=False)
        self.answered: list[tuple[str, str, str | None, Actor]] = []
        self.undone: list[Actor] = []
        self.pictures: dict[str, bytes] = {}
        self.jpeg: bytes | None = None
        self.spots: tuple[Spot, ...] = ()
        self.view = 1  # which picture of the cameras is the newest
        self.sees = True
        self.sent: list[tuple[bytes, int, Actor]] = []
        self.speaks: list[Speak] = []
        self.lain: list[tuple[str, str, Actor]] = []
        self.counted = GridReading(seen_as(PhotoOutcome.NOTHING), (), None, ())
        self.reads: Callable[[bytes], ReadPhoto] = lambda _: seen_as(PhotoOutcome.NOTHING)
        self.began_ms = clock_ms()
        self.photos = self.counts = self
        self.bots_missing: dict[str, Message] = {}
        self.dealt: Callable[[], bool] = lambda: True
        self._listeners: list[Callable[[], None]] = []
        self.desk.listen(lambda _: self.change())

    def change(self) -> None:
        """Notify all listeners."""
        for changed in list(self._listeners):
            changed()

    def status(self) -> Status:
        snapshot = self.desk.snapshot()
        cues = snapshot.offers.cues if snapshot else ()
        return Status(
            parts=self.parts,
            lights=tuple(BY_CUE[cue] for cue in cues),
            questions=(self.asked,) if self.asked else (),
            denied=self.denied,
            sound=self.sound,
            sees=self.sees,
            yes=self.meanings().approval_presses,
        )

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def attach_phones(self, phones: Phones) -> None:
        self.phones = phones
        phones.listen(self.change)

    def meanings(self) -> Meanings:
        """Return what presses mean, as at a real table."""
        snapshot = self.desk.snapshot()
        times = OfferTimes() if snapshot is None else OfferTimes(snapshot.open_offers)
        return Meanings(times, None, tuple(self.phones.waiting if self.phones else ()))

    def confirm(self, seat: int) -> bool:
        """Say yes by a seat's button, whichever press does so; False: nothing waits for that."""
        approvals = [
            approval
            for approval in self.meanings().by_press(seat).values()
            if isinstance(approval, AnswerApproval)
        ]
        for answer_approval in approvals:
            self.do(answer_approval, at_seat(seat))
        return bool(approvals)

    def do(self, command: Command | TableCommand, by: Actor = TABLE) -> Snapshot | None:
        match command:
            case Answer() | Choose():
                self._answer(command, by)
            case SetSound(buzzer, voice):
                was = self.sound
                self.sound = Sound(
                    was.buzzer if buzzer is None else buzzer, was.voice if voice is None else voice
                )
                self.change()
            case PutAway(photo):
                self.lain.append((photo, "", TABLE))
            case NamePlayer() | HandOver() | MakeHost() | AnswerApproval() if (
                self.phones is not None
            ):
                self.phones.do(command, by)
            case Speak():
                self.speaks.append(command)
            case MarkNext() | MakeHost() | AnswerApproval():
                raise NotImplementedError  # no page says so
            case _:
                return self._play(command, by)
        return None

    def _play(self, command: Command, by: Actor) -> Snapshot | None:
        snapshot = self.desk.snapshot()
        offers = snapshot.offers.items if snapshot and not self.dealt() else ()
        if isinstance(command, Move) and any(
            offer.by is By.SEAT and offer.move == command.move.get("move") for offer in offers
        ):
            raise IllegalMove("table", Message("table.virtual.deal_first"))
        if isinstance(command, Undo):
            self.undone.append(by)
        return self.desk.do(command, by)

    def _answer(self, command: Answer | Choose, by: Actor) -> None:
        asked = self.asked
        if asked is None or asked.id != command.question:
            raise LookupError(command)
        if isinstance(command, Choose):
            texts: tuple[str, str | None] = (command.way, None)
            if command.way not in {choice.id for choice in asked.choices}:
                raise LookupError(command)
        else:
            texts = (command.item, command.card)
            result = next((item for item in asked.items if item.id == command.item), None)
            if result is None:
                raise LookupError(command)
            if command.card not in {None, *(candidate.card for candidate in result.candidates)}:
                raise ValueError(command.card)
        self.answered.append((asked.id, *texts, by))
        self.asked = None
        self.change()

    def no_bots(self, game: str) -> Message | None:
        return self.bots_missing.get(game)

    def due_ms(self, offer: Offer) -> int:
        return self.began_ms + round(offer.shown.after_s * 1000)

    def take(self, data: bytes, seen: int, by: Actor) -> ReadPhoto:
        self.sent.append((data, seen, by))
        return self.reads(data)

    def place(self, photo: str, zone: str, by: Actor) -> ReadPhoto:
        self.lain.append((photo, zone, by))
        return replace(self.reads(b""), came=PhotoOutcome.MOVED, zones=())

    def count(self, data: bytes, by: Actor, beside: str | None = None) -> GridReading:
        self.sent.append((data, -1 if beside is None else -2, by))
        if beside not in (None, self.counted.photo.id):
            raise LookupError(beside)
        return self.counted

    def answer(self, photo: str, item: str, card: str | None, by: Actor) -> GridReading:
        self.answered.append((photo, item, card, by))
        if card == "none such":
            raise ValueError(card)
        return self.counted

    def open_picture(self, photo: str) -> ReadPhoto:
        if self.asked is None or not self.asked.id.startswith(f"{photo}:"):
            raise LookupError(photo)
        return replace(self.reads(b""), id=photo, came=PhotoOutcome.ASKED, question=self.asked.id)

    def ask(self, question: Question | None) -> None:
        """Ask something, as the camera would."""
        self.asked = question
        self.change()

    def proof(self, proof_id: str, /) -> bytes | None:
        return self.pictures.get(proof_id) or self.desk.evidence(proof_id)

    def face_svg(self, card: str, /) -> str:
        if card == "undrawn":
            raise LookupError(card)
        return drawn(card)

    def usual_face_svg(self, _game: str, _edition: str | None, card: str, /) -> str:
        return self.face_svg(card)

    def plan(self) -> Plan:
        match = self.desk.snapshot()
        return planned(*(("", None) if match is None else (match.game.name, match.seats)))

    def camera_view(self, view: str | None = None, /) -> CameraView | None:
        if self.jpeg is None:
            return None
        return CameraView(view or str(self.view), self.jpeg, (960, 540), self.spots)


def doubt(table: FakeTable) -> Question:
    """Return a question about two cards, one more read for certain, and one missing."""
    for n in range(3):
        table.pictures[f"crop{n}"] = png(90 + 40 * n)
    six, nine, ten = (
        PossibleCard("6", 0.71, 2),
        PossibleCard("9", 0.69, 2),
        PossibleCard("10", 0.97, 2),
    )
    return Missing(
        id="q1",
        zone="mat",
        message=Message("page.now.question"),
        items=(
            Item("a", "crop0", (six, nine), guess="6", reason=Message("page.no_match")),
            Item("b", "crop1", (nine, six, ten, PossibleCard("x2", 0.3, 1))),
            Item("c", "crop2", (ten, six, nine), guess="10", certain=True),
        ),
    )
