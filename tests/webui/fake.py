"""A table without hardware for the pages' tests: a real desk, and cards that are read at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace

from firmware.cameras.framing import CARD_MM
from firmware.mats import load_mats
from firmware.panel.lights import BY_CUE
from firmware.plans import plan_of
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from firmware.virtual.table import SWITCHES
from referee.actor import CAMERA, TABLE, Actor, at_seat
from referee.contract import By, IllegalMove, Message, Offer
from referee.match.commands import Command, HandOver, Move, NamePlayer, Undo
from referee.match.desk import Desk, Snapshot
from referee.match.running import PlayedMatch
from referee.reports import virtual_acts
from referee.reports.analysis import Analysis, Running
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
from referee.reports.tabletop import ConsoleScreen, Draw, HeldCard, Placed, Plan, Tabletop
from referee.reports.virtual_acts import VirtualAct
from tests.referee.asks import reads
from tests.webui.drawn import drawn, mat
from vision.art import art_names
from webui.port import GridReading, Phones
from webui.serving.events import clock_ms

(TABLE_MAT,) = load_mats("")


def png(shade: int, width: int = 63, height: int = 88) -> bytes:
    """Return a plain grey PNG, in place of a crop."""
    return _encoded(".png", shade, width, height)


def _encoded(kind: str, shade: int, width: int, height: int) -> bytes:
    done, data = cv2.imencode(kind, np.full((height, width), shade, np.uint8))
    assert done
    return data.tobytes()


@cache
def planned(game: str, seats: int | None) -> Plan:
    """Return the plan of a game's own mats, which are drawn with another hand."""
    deck = {"coyote": "coyote-tomahawk"}.get(game, game)
    drawn_by = deck if deck in art_names() else None
    return replace(plan_of(load_mats(game, seats), drawn_by), drawing=mat())


def seen_as(came: PhotoOutcome, *said: Message, **more: Any) -> ReadPhoto:
    """Return a grey picture with one card, and what came of it."""
    spot = Spot(((0.2, 0.2), (0.5, 0.2), (0.5, 0.7), (0.2, 0.7)), "certain", "15")
    return ReadPhoto(
        "photo-1", _encoded(".jpg", 120, 80, 60), (80, 60), (spot,), came, said, **more
    )


class FakeAnalyses:
    """The analysis that a test sets; `asked` has the matches that somebody asked for."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.now: Analysis | None = None
        self.asked: list[int] = []
        self._changed = changed

    def result(self, game: str, match: int, steps_seq: int) -> Analysis | None:
        assert game
        assert match <= steps_seq
        return self.now

    def request(self, match: int) -> None:
        self.asked.append(match)
        self.say(Running())

    def say(self, now: Analysis | None) -> None:
        self.now = now
        self._changed()


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
        self.bots_missing: dict[str, Message] = {}
        self.dealt: Callable[[], bool] = lambda: True
        self._listeners: list[Callable[[], None]] = []
        self.analyses = FakeAnalyses(self.change)
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
        said = [
            one
            for one in self.meanings().by_press(seat).values()
            if isinstance(one, AnswerApproval)
        ]
        for one in said:
            self.do(one, at_seat(seat))
        return bool(said)

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
            one.by is By.SEAT and one.move == command.move.get("move") for one in offers
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
            said: tuple[str, str | None] = (command.way, None)
            if command.way not in {one.id for one in asked.choices}:
                raise LookupError(command)
        else:
            said = (command.item, command.card)
            found = next((one for one in asked.items if one.id == command.item), None)
            if found is None:
                raise LookupError(command)
            if command.card not in {None, *(one.card for one in found.candidates)}:
                raise ValueError(command.card)
        self.answered.append((asked.id, *said, by))
        self.asked = None
        self.change()

    def no_bots(self, game: str) -> Message | None:
        return self.bots_missing.get(game)

    def due_ms(self, offer: Offer) -> int:
        return self.began_ms + round(offer.shown.after_s * 1000)

    @property
    def photos(self) -> FakeTable:
        return self

    @property
    def counts(self) -> FakeTable:
        return self

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

    def face_svg(self, card: str, past: PlayedMatch | None = None, /) -> str:
        del past
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


class FakeVirtual:
    """The port's virtual table; cards laid face up are read at once, and never wrongly."""

    def __init__(self, table: FakeTable, seed: int = 1) -> None:
        self._table = table
        table.dealt = self.is_dealt
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._faces: dict[str, str] = {}
        self._pile: list[str] = []
        self._hands: list[tuple[str, ...]] = []
        self._placed: dict[str, Placed] = {}
        self._discards: list[str] = []
        self._came: dict[str, int] = {}
        self.aside: tuple[str, ...] = ()
        self._faults = dict.fromkeys(SWITCHES, False)
        self._version = 0
        self.edition = ""  # of the cards' art
        self.owed: tuple[int, ...] = ()
        self.strict = False  # whether play waits for the first deal, too
        self._dealt = 0
        self.turned = 0
        self.pushes: list[bool] = []

    def scene(self) -> Tabletop:
        match = self._table.desk.snapshot()
        seats = range(match.seats if match else 0)
        sees = (
            tuple(match.game.table.visible_hands(match.state, seat) for seat in seats)
            if match
            else ()
        )
        with self._lock:
            return Tabletop(
                TABLE_MAT.size_mm,
                CARD_MM,
                tuple(self._placed.values()),
                tuple(self._hands),
                dict(self._faces),
                len(self._pile),
                len(self._discards),
                dict(self._faults),
                self._version,
                dict(TABLE_MAT.zones),
                owed=self.owed,
                held={card: HeldCard(taps=("middle",)) for hand in self._hands for card in hand},
                sees=sees,
                open=match.game.table.visible_hands(match.state, None) if match else (),
                players=tuple(seat if seat in seen else None for seat, seen in enumerate(sees)),
                draws=self._draws(),
                goes=tuple(self._placed),
                aside=self.aside,
                asked=dict.fromkeys(self.aside),
                came={one: self._came[one] for one in self._placed if one in self._came},
                mats=((0.0, 0.0, *TABLE_MAT.size_mm),),
                away=bool(self._discards),
            )

    def do(self, act: VirtualAct) -> None:
        match act:
            case virtual_acts.Deal():
                self._deal()
            case virtual_acts.Button(seat, down):
                self._button(seat, down)
            case virtual_acts.Turn(steps):
                self.turned += steps
                self._table.change()
            case virtual_acts.Push(down):
                self.pushes.append(down)
            case virtual_acts.Fault(name, on):
                self._faults[name] = on
            case _:
                with self._lock:
                    self._handle(act)

    def _handle(self, act: VirtualAct) -> None:
        match act:
            case virtual_acts.Place(id_, x_mm, y_mm, turn_deg, face_up):
                self._place(id_, x_mm, y_mm, turn_deg, face_up is not False)
            case virtual_acts.Show(id_, zone):
                left, top, right, bottom = TABLE_MAT.zones[zone]
                self._place(id_, (left + right) / 2, (top + bottom) / 2, 0.0, True)
            case virtual_acts.Take(id_):
                self._placed.pop(id_)
                self._discards.append(id_)
            case virtual_acts.Hold(id_, seat):
                id_ = self._pile.pop() if id_ == "pile" else id_
                self._let_go(id_)
                held = list(self._hands)
                held[seat] = (*held[seat], id_)
                self._hands = held
            case virtual_acts.PutBack(id_):
                self._let_go(id_)
                self._pile.insert(0, id_)
            case virtual_acts.Tap(id_):
                self._tap(id_)
            case virtual_acts.Recall():
                id_ = self._discards.pop()
                self._hands = [(*self._hands[0], id_), *self._hands[1:]]
            case virtual_acts.Gather(zone) if zone in TABLE_MAT.zones or zone == "seats":
                self._discards += self._placed
                self._placed = {}
            case virtual_acts.Clear():
                self._placed.clear()
            case virtual_acts.Reveal():
                self._reveal()
            case _:
                raise LookupError(act)
        self._version += 1

    def set_aside(self) -> None:
        """Set the pile's top card aside, as one that is not dealt."""
        with self._lock:
            self.aside = (self._pile.pop(),)
            self._version += 1
        self._table.change()

    def _draws(self) -> dict[str, Draw]:
        if self.owed:
            return {"pile": Draw(self.owed[0], 1, self.owed[0])}
        turns = self._pile and self._wants() and not any(self._hands)
        return {"pile": Draw(None, 1, zone="middle")} if turns else {}

    def _tap(self, id_: str) -> None:
        holder = next((seat for seat, hand in enumerate(self._hands) if id_ in hand), None)
        if id_ == "pile" and self.owed:
            self._handle(virtual_acts.Hold(id_, self.owed[0]))
        elif id_ == "pile":
            if self._draws():
                self._reveal()
        elif holder is not None and self._wants():
            self._handle(virtual_acts.Show(id_, f"seat:{holder}"))

    def _let_go(self, card_id: str) -> None:
        self._placed.pop(card_id, None)
        self.aside = tuple(one for one in self.aside if one != card_id)
        for seat, hand in enumerate(self._hands):
            if card_id in hand:
                self._came[card_id] = seat
        self._hands = [tuple(id_ for id_ in hand if id_ != card_id) for hand in self._hands]

    def _place(
        self, card_id: str, x_mm: float, y_mm: float, turn_deg: float, face_up: bool
    ) -> None:
        card_id = self._pile.pop() if card_id == "pile" else card_id
        card = self._faces[card_id]
        self._let_go(card_id)
        self._placed[card_id] = Placed(card_id, card, x_mm, y_mm, turn_deg, face_up)
        self._read()

    def is_dealt(self) -> bool:
        snapshot = self._table.desk.snapshot()
        due = snapshot.view(None).deal if snapshot else None
        return due is None or self._dealt == due.round or not (self.strict or self._faces)

    def _deal(self) -> None:
        with self._lock:
            snapshot = self._table.desk.snapshot()
            if snapshot is None:
                return
            due = snapshot.view(None).deal
            self._dealt = due.round if due else self._dealt
            if not self._faces:
                names = [c for c, n in snapshot.options.deck.items() for _ in range(n)]
                self._faces = {f"c{n}": card for n, card in enumerate(names)}
                self._pile = list(self._faces)
                self._random.shuffle(self._pile)
            for hand in self._hands:
                self._discards += hand
            self._discards += self._placed
            self._placed.clear()
            views = snapshot.view(None).seats
            if len(self._pile) < len(views) + 1:
                self._pile += self._discards
                self._discards.clear()
                self._random.shuffle(self._pile)
            self._hands = [() if view.out else (self._pile.pop(),) for view in views]
            self._version += 1
        self._table.change()

    def _reveal(self) -> None:
        with self._lock:
            held = [id_ for hand in self._hands for id_ in hand]
            if not held and self._pile and self._wants():
                held = [self._pile.pop()]
            there = len(self._placed)
            for n, id_ in enumerate(held, start=there):
                x, y = 120 + 80 * (n % 5), 130 + 110 * (n // 5)
                self._placed[id_] = Placed(id_, self._faces[id_], x, y, self._random.randint(-9, 9))
            self._hands = [()] * len(self._hands)
            self._read()

    def _wants(self) -> bool:
        snapshot = self._table.desk.snapshot()
        return bool(snapshot and reads(snapshot.offers))

    def _read(self) -> None:
        self._version += 1
        snapshot = self._table.desk.snapshot()
        asks = [ask for _, ask in reads(snapshot.offers)] if snapshot else []
        faces = [placed.card for placed in self._placed.values() if placed.face_up]
        if asks and len(faces) >= asks[0].least:
            proof = {f"p{self._version}-{n}": png(60 + 20 * n) for n in range(len(faces))}
            self._table.pictures.update(proof)
            move = {"move": "cards_read", "cards": faces, "proof": list(proof)}
            self._table.desk.do(Move(move), CAMERA, evidence=proof)

    def _button(self, seat: int, down: bool) -> None:
        snapshot = self._table.desk.snapshot()
        if not down:
            return
        for offer in snapshot.offers.for_seat(seat) if snapshot else ():
            if offer.shown.press and offer.by is By.SEAT:
                self._table.desk.do(Move(offer.fill()), at_seat(seat))
                return
        if self._table.confirm(seat) or snapshot is None:
            return
        self._table.denied = (Denied(seat, Message("page.error.not_offered"), "table"),)
        self._table.change()

    def console(self) -> ConsoleScreen:
        return ConsoleScreen(png(200, 128, 64), f"Coyote Table\n> {self.turned}")

    def tray(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._faces.values()))

    def face_svg(self, card: str) -> str:
        if card not in self._faces.values():
            raise KeyError(card)
        return drawn(card, self.edition)

    def back_svg(self) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
            '<rect width="63" height="88" rx="4" fill="#fff"/>'
            '<rect x="3" y="3" width="57" height="82" rx="3" fill="#345"/>'
            f"<title>{self.edition}</title></svg>"
        )

    def mat_svg(self) -> str:
        return mat()


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
