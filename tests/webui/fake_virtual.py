"""A virtual table for the pages' tests: cards that are laid face up are read at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from firmware.decks import CARD_MM
from firmware.mats import load_mats
from firmware.virtual.table import SWITCHES
from referee.actor import CAMERA, at_seat
from referee.contract import By, Message
from referee.match.commands import Move
from referee.notifying import Listeners
from referee.reports import virtual_acts
from referee.reports.tabletop import ConsoleScreen, HeldCard, Placed, TableDuty, Tabletop
from referee.reports.virtual_acts import VirtualAct
from tests.referee.asks import reads
from tests.webui.drawn import drawn, mat, png

if TYPE_CHECKING:
    from tests.webui.fake import FakeTable

(TABLE_MAT,) = load_mats("")


class FakeVirtual:
    """The port's virtual table; cards laid face up are read at once, and never wrongly."""

    def __init__(self, table: FakeTable, seed: int = 1) -> None:
        self._table = table
        self.pictured = Listeners[[]]()
        table.dealt = self.is_dealt
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._faces: dict[str, str] = {}
        self._pile: list[str] = []
        self._hands: list[tuple[str, ...]] = []
        self._placed: dict[str, Placed] = {}
        self._discards: list[str] = []
        self._came: dict[str, int] = {}
        self._faults = dict.fromkeys(SWITCHES, False)
        self._version = 0
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
                held={card: HeldCard(taps=("middle",)) for hand in self._hands for card in hand},
                sees=sees,
                open=match.game.table.visible_hands(match.state, None) if match else (),
                players=tuple(seat if seat in seen else None for seat, seen in enumerate(sees)),
                duties=tuple(self._duties()),
                came={name: self._came[name] for name in self._placed if name in self._came},
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
            case virtual_acts.CarryOut("clear"):
                self._discards += self._placed
                self._placed = {}
            case virtual_acts.CarryOut("reveal" | "turn"):
                self._reveal()
            case _:
                raise LookupError(act)
        self._version += 1

    def _duties(self) -> Iterator[TableDuty]:
        held = tuple(card for hand in self._hands for card in hand)
        if held and self._wants():
            message = Message("coyote.want.reveal")
            yield TableDuty("reveal", message, None, held, len(held))
        elif self._pile and self._wants():
            message = Message("coyote.focus.draw")
            yield TableDuty("turn", message, None, ("pile",), 1, lies={"pile": ("middle", "")})
        elif self._placed:
            names = tuple(placed.card for placed in self._placed.values())
            message = Message("table.watch.goes", {"cards": names})
            yield TableDuty("clear", message, None, tuple(self._placed), len(names))

    def _let_go(self, card_id: str) -> None:
        self._placed.pop(card_id, None)
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
        offers = snapshot.offers.for_seat(seat) if snapshot and down else ()
        pressed = [offer for offer in offers if offer.shown.press and offer.by is By.SEAT]
        if pressed:
            self._table.desk.do(Move(pressed[0].fill()), at_seat(seat))
        elif down:
            self._table.confirm(seat)

    def console(self) -> ConsoleScreen:
        return ConsoleScreen(png(200, 128, 64), f"Coyote Table\n> {self.turned}")

    def tray(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._faces.values()))

    def face_svg(self, card: str) -> str:
        if card not in self._faces.values():
            raise KeyError(card)
        return drawn(card)

    def back_svg(self) -> str:
        return drawn("")

    def mat_svg(self) -> str:
        return mat()
