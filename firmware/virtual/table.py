"""The virtual table: cards that are really shuffled, dealt, laid and seen by a camera.

It stands for hands, cards and weather, not for a referee: how many cards are dealt, and when
all are shuffled, is read off the running match.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from firmware.virtual.laying import Spot, beside, spot
from firmware.virtual.pile import Pile
from referee.contract import AskCards, Deal, IllegalMove, Message
from referee.reports.tabletop import Placed, Tabletop
from vision.art import ART_NAMES, deck_art
from vision.art.matart import PALETTE as MAT_PALETTE
from vision.art.matart import mat_drawing
from vision.art.svg import svg
from vision.deck import load_deck
from vision.mat import Mat
from vision.synthetic.scene import FAULTS

SWITCHES = (*FAULTS, "camera_lost", "bouncing")
BOUNCES = 4
KEY = "virtual"


class Layout(msgspec.Struct, omit_defaults=True):
    """How everything lies: it survives a power cut, as cards do."""

    deck: str
    match: int
    pile: Pile
    hands: list[list[str]]
    placed: list[Placed] = []
    dealt: int = 0  # the round that the hands were dealt for
    faults: dict[str, bool] = {}


class VirtualTable:
    """Implements `webui.port.Virtual`; every method may be called from any thread.

    `get` and `put` keep a small JSON-able thing; `brief` says what the running match wants:
    the deal that is due, if any, and the cards that are to be read; `press` moves a button's pin.
    """

    def __init__(
        self,
        mat: Mat,
        *,
        get: Callable[[str], Any],
        put: Callable[[str, Any], None],
        brief: Callable[[], tuple[Deal | None, tuple[AskCards, ...]]],
        press: Callable[[int, bool], None],
        changed: Callable[[], None],
        seed: int | None = None,
    ) -> None:
        self.mat = mat
        self.card_mm = (63.0, 88.0)
        self._put = put
        self._brief = brief
        self._press = press
        self._changed = changed
        self._chance = random.Random(seed)
        self._lock = threading.RLock()
        self._version = 1
        self._lay = _kept(get(KEY)) or Layout("", -1, Pile(), [])
        if self._lay.deck in ART_NAMES:
            self.card_mm = deck_art(self._lay.deck).size_mm

    # -- the match ------------------------------------------------------------------------

    def set_out(self, match: int, deck: str, counts: Mapping[str, int], seats: int) -> None:
        """Bring the cards of a match to the table; those of the same match stay as they lie.

        Without `counts`, or where they name cards that are not drawn, the deck has its own.
        """
        with self._lock:
            if self._lay.match == match and self._lay.deck == deck:
                return
            if not counts or not set(counts) <= set(deck_art(deck).faces):
                counts = load_deck(deck, pictures=False).counts
            pile = Pile.new(counts)
            pile.shuffle(self._chance)
            faults = self._lay.faults
            self._lay = Layout(deck, match, pile, [[] for _ in range(seats)], faults=faults)
            self.card_mm = deck_art(deck).size_mm
            self._touch()

    def snapshot(self) -> tuple[Layout, int]:
        """Return a copy of how everything lies, and its version."""
        with self._lock:
            return msgspec.convert(msgspec.to_builtins(self._lay), Layout), self._version

    def scene(self) -> Tabletop:
        """Return the table as it lies now."""
        with self._lock:
            lay = self._lay
            shown = [*(card for hand in lay.hands for card in hand), *(p.id for p in lay.placed)]
            return Tabletop(
                mat_mm=self.mat.size_mm,
                card_mm=self.card_mm,
                placed=tuple(lay.placed),
                hands=tuple(tuple(hand) for hand in lay.hands),
                faces={card: lay.pile.faces[card] for card in shown},
                pile=len(lay.pile.draw),
                discards=len(lay.pile.discards),
                faults={name: lay.faults.get(name, False) for name in SWITCHES},
                version=self._version,
                zones={name: (*rect,) for name, rect in self.mat.zones.items()},
            )

    # -- cards ----------------------------------------------------------------------------

    def place(
        self, card_id: str, /, x_mm: float, y_mm: float, turn_deg: float, face_up: bool
    ) -> None:
        """Lay a card on the mat or move it there; ``pile`` is the pile's top card."""
        with self._lock:
            if card_id == "pile":
                card_id = self._lay.pile.turn_up(self._chance)
            else:
                self._lift(card_id)
            width, height = self.mat.size_mm
            spot = min(max(x_mm, 0.0), width), min(max(y_mm, 0.0), height)
            card = self._lay.pile.faces[card_id]
            self._lay.placed.append(Placed(card_id, card, *spot, turn_deg % 360.0, face_up))
            self._touch()

    def take(self, card_id: str, /) -> None:
        """Take a card off the mat, or out of a hand, onto the discards."""
        with self._lock:
            self._lift(card_id)
            self._lay.pile.discards.append(card_id)
            self._touch()

    def hold(self, card_id: str, seat: int, /) -> None:
        """Put a card into a seat's hand: off the mat, or (``pile``) drawn from the pile."""
        with self._lock:
            if not 0 <= seat < len(self._lay.hands):
                raise LookupError(seat)
            if card_id == "pile":
                card_id = self._lay.pile.turn_up(self._chance)
            else:
                self._lift(card_id)
            self._lay.hands[seat].append(card_id)
            self._touch()

    def put_back(self, card_id: str, /) -> None:
        """Shuffle a card, off the mat or out of a hand, back into the pile."""
        with self._lock:
            self._lift(card_id)
            self._lay.pile.put_back([card_id], self._chance)
            self._touch()

    def show(self, card_id: str, zone: str, /) -> None:
        """Lay a card face up in a zone, beside what lies there; raises `LookupError`."""
        with self._lock:
            if zone not in self.mat.zones:
                raise LookupError(zone)
            self._lift(card_id)
            lying, chance = self._lay.placed, self._chance
            self._put_at(card_id, beside(self.mat, self.card_mm, lying, zone, chance))
            self._touch()

    def deal(self) -> None:
        """Clear the mat, shuffle if the referee asked for it, and deal as the game wants.

        Cards dealt for a round that was never counted go back into the pile. While a round is
        on, nothing is dealt: raises `IllegalMove`.
        """
        due, _ = self._brief()
        if due is None:
            raise IllegalMove("table", Message("table.virtual.round_is_on"))
        with self._lock:
            lay = self._lay
            lying = [placed.id for placed in lay.placed] + [c for hand in lay.hands for c in hand]
            if lay.dealt == due.round:
                lay.pile.put_back(lying, self._chance)
            else:
                lay.pile.discards += lying
            if due.shuffle or len(lay.pile.draw) < sum(due.cards):
                lay.pile.gather(self._chance)
            lay.placed = []
            lay.hands = [
                [lay.pile.turn_up(self._chance) for _ in range(number)] for number in due.cards
            ]
            lay.dealt = due.round
            self._touch()

    def reveal(self) -> None:
        """Lay all held cards face up on the mat, or else turn up a card that is still wanted.

        Raises `IllegalMove` where none is wanted, or one in one place: a hand must choose it.
        """
        _, reads = self._brief()
        if not reads:
            raise IllegalMove("table", Message("table.virtual.not_wanted"))
        if any(ask.zone != "mat" for ask in reads):
            raise IllegalMove("table", Message("table.virtual.choose"))
        with self._lock:
            lay = self._lay
            held = [(seat, card) for seat, hand in enumerate(lay.hands) for card in hand]
            lay.hands = [[] for _ in lay.hands]
            for seat, card in held:
                self._lay_down(card, f"seat:{seat}")
            due = max((ask.least for ask in reads), default=0)
            if not held and len(lay.placed) < due and lay.pile.any_left:
                self._lay_down(lay.pile.turn_up(self._chance), "middle")
            self._touch()

    # -- cards chosen by name, as when a deck is taught ------------------------------------

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards of the deck that lies on the table."""
        with self._lock:
            return tuple(dict.fromkeys(self._lay.pile.faces.values()))

    def lay(self, card: str, face_up: bool) -> None:
        """Lay a card of that name, not held by anybody, in the middle; raises `LookupError`."""
        with self._lock:
            chosen = self._lay.pile.find(card)
            self._lay_down(chosen, "middle")
            if not face_up:
                laid = self._lay.placed.pop()
                self._lay.placed.append(msgspec.structs.replace(laid, face_up=False))
            self._touch()

    def clear(self) -> None:
        """Take all that lies on the mat back into the pile."""
        with self._lock:
            self._lay.pile.put_back([placed.id for placed in self._lay.placed], self._chance)
            self._lay.placed = []
            self._touch()

    # -- the rest of the world --------------------------------------------------------------

    def button(self, seat: int, down: bool) -> None:
        """Press or release a seat's button, as an edge on its (mock) pin."""
        if not 0 <= seat < len(self._lay.hands):
            raise LookupError(seat)
        self._press(seat, down)
        if self._lay.faults.get("bouncing"):
            for _ in range(BOUNCES):
                self._press(seat, not down)
                self._press(seat, down)

    def fault(self, name: str, on: bool) -> None:
        """Switch a fault; raises `LookupError` for one that there is not."""
        if name not in SWITCHES:
            raise LookupError(name)
        with self._lock:
            self._lay.faults = {**self._lay.faults, name: on}
            self._touch()

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raises `LookupError` for no such card."""
        art = deck_art(self._lay.deck)
        return svg(art.faces[card], art.inks(card), card)

    def back_svg(self) -> str:
        """Return the card back as SVG; raises `LookupError` before the first match."""
        art = deck_art(self._lay.deck)
        return svg(art.drawing(None), art.inks(None))

    def mat_svg(self) -> str:
        """Return the empty mat as SVG, in millimetres from its top left corner."""
        return svg(mat_drawing(self.mat), MAT_PALETTE)

    # -- within -----------------------------------------------------------------------------

    def _touch(self) -> None:
        self._version += 1
        self._put(KEY, msgspec.to_builtins(self._lay))
        self._changed()

    def _lift(self, card: str) -> None:
        """Take a card from where it lies or is held; raises `LookupError`."""
        lay = self._lay
        for hand in lay.hands:
            if card in hand:
                hand.remove(card)
                return
        left = [placed for placed in lay.placed if placed.id != card]
        if len(left) == len(lay.placed):
            raise LookupError(card)
        lay.placed = left

    def _lay_down(self, card: str, zone: str) -> None:
        """Lay a card face up in a zone, where nothing lies."""
        self._put_at(card, spot(self.mat, self.card_mm, self._lay.placed, zone, self._chance))

    def _put_at(self, card: str, at: Spot) -> None:
        self._lay.placed.append(Placed(card, self._lay.pile.faces[card], *at))


def _kept(plain: Any) -> Layout | None:
    try:
        return None if plain is None else msgspec.convert(plain, Layout)
    except msgspec.ValidationError:
        return None  # of an older program: the cards are set out anew
