"""The virtual table: hands that deal and lay its cards, press its buttons and switch its faults.

It knows no rule: how many cards are dealt, and when, is read off the running match.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from firmware.virtual.given import Brief, KnobAndScreen
from firmware.virtual.grids import Grids
from firmware.virtual.laying import Spot, aligned, beside, spot
from firmware.virtual.layout import PILE, Layout
from firmware.virtual.pile import Pile
from referee.contract import IllegalMove, Message
from referee.reports.tabletop import ConsoleScreen, Placed, Tabletop
from vision.art import ART_NAMES, deck_art, face_svg
from vision.art.matart import PALETTE as MAT_PALETTE
from vision.art.matart import spread_drawing
from vision.art.svg import svg
from vision.deck import load_deck
from vision.mat import Mat, covers
from vision.spread import Spread
from vision.synthetic.scene import FAULTS

SWITCHES = (*FAULTS, "camera_lost", "bouncing")
TAP_S = 0.005  # the shortest press
BOUNCES = 4  # of a bouncing button, at each press and release
KNOB = -1  # among the buttons that are held down: the console's
TALON = "talon"  # the zone of cards dealt to nobody
KEY = "virtual"  # under which the layout is kept


class VirtualTable:
    """Implements `webui.port.Virtual`; every method may be called from any thread.

    `get` and `put` keep a small JSON-able thing; `brief` says what the running match wants; `press`
    moves a button's pin; `console` returns the knob and the display, where there are any.
    """

    def __init__(
        self,
        mats: Sequence[Mat],
        *,
        get: Callable[[str], Any],
        put: Callable[[str, Any], None],
        brief: Callable[[], Brief],
        press: Callable[[int, bool], None],
        changed: Callable[[], None],
        console: Callable[[], KnobAndScreen | None] = lambda: None,
        seed: int | None = None,
    ) -> None:
        self._spread_out(mats)
        self.card_mm = (63.0, 88.0)
        self._put = put
        self._brief = brief
        self._press = press
        self._console = console
        self._changed = changed
        self._chance = random.Random(seed)
        self._lock = threading.RLock()
        self._version = 1
        self._down_s: dict[int, float] = {}
        self._layout = Layout.kept(get(KEY))
        self._seats = len(self._layout.hands)
        if self._layout.deck in ART_NAMES:
            self.card_mm = deck_art(self._layout.deck).size_mm

    # -- the match ------------------------------------------------------------------------

    def set_out(
        self,
        match: int,
        deck: str,
        counts: Mapping[str, int],
        seats: int,
        mats: Sequence[Mat] | None = None,
    ) -> None:
        """Bring the cards and the mats of a match; cards of the same match stay as they lie.

        Without `counts`, or where they name cards that are not drawn, the deck has its own.
        """
        with self._lock:
            self._seats = seats
            if mats is not None and tuple(mats) != self._mats:
                self._spread_out(mats)
            if self._layout.match == match and self._layout.deck == deck:
                return
            if not counts or not set(counts) <= set(deck_art(deck).faces):
                counts = load_deck(deck, pictures=False).counts
            pile = Pile.new(counts)
            pile.part(len(self._piles()))
            pile.shuffle(self._chance)
            faults = self._layout.faults
            self._layout = Layout(deck, match, pile, [[] for _ in range(seats)], faults=faults)
            self.card_mm = deck_art(deck).size_mm
            self._touch()

    def snapshot(self) -> tuple[Layout, int]:
        """Return a copy of how everything lies, and its version."""
        with self._lock:
            return self._layout.copy(), self._version

    def scene(self) -> Tabletop:
        """Return the table as it lies now."""
        with self._lock:
            lay, grids, brief = self._layout, self._grids(), self._brief()
            held, laid = (card for _, card in lay.held()), (placed.id for placed in lay.placed)
            shown = [*held, *laid, *lay.pile.aside]
            return Tabletop(
                mat_mm=self.spread.size_mm,
                card_mm=self.card_mm,
                placed=tuple(lay.placed),
                hands=tuple(tuple(hand) for hand in lay.hands),
                faces={card: lay.pile.faces[card] for card in shown},
                pile=len(lay.pile.draw),
                discards=len(lay.pile.discards),
                faults={name: lay.faults.get(name, False) for name in SWITCHES},
                version=self._version,
                zones={**self.spread.zones},
                owed=tuple(lay.owed),
                aside=tuple(lay.pile.aside),
                piles=dict(zip(self._piles(), lay.pile.heights, strict=False)),
                along={zone: grids.room(zone) for zone in grids.floating()},
                fits={card: grids.open_to(lay.pile.faces[card]) for _, card in lay.held()},
                opens={one: brief.zones_for(lay.pile.faces[one], seat) for seat, one in lay.held()},
            )

    def tops(self) -> tuple[Placed, ...]:
        """Return the top cards of several draw piles, as they lie there face down."""
        with self._lock:
            return self._layout.tops({zone: self.spread.zones[zone] for zone in self._piles()})

    # -- cards ----------------------------------------------------------------------------

    def place(
        self, card_id: str, /, x_mm: float, y_mm: float, turn_deg: float, face_up: bool
    ) -> None:
        """Lay a card on the mat or move it there; ``pile`` is the pile's top card.

        Where it is laid upon another and may lie there, that one makes room, as a hand makes it.
        """
        with self._lock:
            self._note_shown(card_id)
            card_id = self._layout.pick(card_id, self._chance)
            width, height = self.spread.size_mm
            at = min(max(x_mm, 0.0), width), min(max(y_mm, 0.0), height), turn_deg % 360.0
            self._move(self._grids().aside(self._layout.pile.faces[card_id], at))
            self._layout.put(card_id, self._aligned(at), face_up)
            self._touch()

    def take(self, card_id: str, /) -> None:
        """Take a card off the mat, or out of a hand, onto the discards."""
        with self._lock:
            self._layout.lift(card_id)
            self._layout.pile.discards.append(card_id)
            self._touch()

    def hold(self, card_id: str, seat: int, /) -> None:
        """Put a card into a seat's hand: off the mat, or (``pile``) drawn from the pile."""
        with self._lock:
            if not 0 <= seat < len(self._layout.hands):
                raise LookupError(seat)
            self._layout.give(card_id, seat, self._chance)
            self._touch()

    def put_back(self, card_id: str, /) -> None:
        """Shuffle a card, off the mat or out of a hand, back into the pile."""
        with self._lock:
            self._layout.put_back(card_id, self._chance)
            self._touch()

    def show(self, card_id: str, zone: str, /) -> None:
        """Lay a card face up in a zone, beside what lies there, or in a grid where it may lie.

        Raises `LookupError`, and `IllegalMove` for a card that may lie nowhere in the grid.
        """
        with self._lock:
            lying, chance = self._layout.placed, self._chance
            if self._grids().has(zone):
                at = self._cell_of(card_id, zone)
            elif zone in self.spread.zones:
                at = beside(self.spread, self.card_mm, lying, zone, chance)
            else:
                raise LookupError(zone)
            self._note_shown(card_id)
            self._layout.put(self._layout.pick(card_id, chance), at)
            self._touch()

    def along(self, zone: str, columns: int, /) -> None:
        """Move all cards of a grid along its rows, to the right by so many columns.

        Raises `LookupError` where the cards of no such grid may be moved, and `IllegalMove` where
        the mat ends.
        """
        with self._lock:
            grids = self._grids()
            if zone not in grids.floating():
                raise LookupError(zone)
            left, right = grids.room(zone)
            if not -left <= columns <= right:
                raise IllegalMove("table", Message("table.virtual.mat_ends"))
            self._move({card.id: columns for card, _, _ in grids.within(zone)})
            self._touch()

    def gather(self, zone: str, /) -> None:
        """Take all that lies face up in a zone onto the discards; raises `LookupError`."""
        with self._lock:
            if not any(covers(zone, one) for one in self.spread.zones):
                raise LookupError(zone)
            for placed in self._layout.placed:
                if placed.face_up and covers(zone, self.spread.zone_of(placed.x_mm, placed.y_mm)):
                    self._layout.lift(placed.id)
                    self._layout.pile.discards.append(placed.id)
            self._touch()

    def dealt(self) -> bool:
        """Tell whether the cards that are due have been dealt; true also where none are."""
        due = self._brief().deal
        with self._lock:
            return due is None or self._layout.has_dealt(due)

    def deal(self) -> None:
        """Clear the mat, shuffle if the referee asked for it, and deal as the game wants.

        Cards dealt for a round never counted go back into the pile. Raises `IllegalMove` amid one.
        """
        due = self._brief().deal
        if due is None:
            raise IllegalMove("table", Message("table.virtual.round_is_on"))
        with self._lock:
            for card in self._layout.deal(due, self._chance):
                where = TALON if TALON in self.spread.zones else "middle"
                self._lay_down(card, where, face_up=False)
            self._touch()

    def undealt(self) -> Message | None:
        """Return what to say to a player who would go on before the deal that is due, if any is."""
        return None if self.dealt() else Message("table.virtual.deal_first")

    def reveal(self) -> None:
        """Lay all held cards face up on the mat, or else turn up a card that is still wanted.

        Raises `IllegalMove` where none is wanted, or a hand must choose: which card, or its place.
        """
        reads = self._brief().reads
        if not reads:
            raise IllegalMove("table", Message("table.virtual.not_wanted"))
        if any(ask.zone != "mat" for ask in reads):
            raise IllegalMove("table", Message("table.virtual.choose"))
        with self._lock:
            lay = self._layout
            held = lay.held()
            due = max(ask.least for ask in reads) - len(lay.placed)
            if 0 < due < len(held):
                raise IllegalMove("table", Message("table.virtual.choose_some"))
            lay.hands = [[] for _ in lay.hands]
            for seat, card in held:
                self._lay_down(card, f"seat:{seat}")
            if not held and due > 0 and lay.pile.any_left:
                self._lay_down(lay.pile.turn_up(self._chance), "middle")
            self._touch()

    # -- cards chosen by name, as when a deck is taught ------------------------------------

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards of the deck that lies on the table."""
        with self._lock:
            return tuple(dict.fromkeys(self._layout.pile.faces.values()))

    def lay(self, card: str, face_up: bool) -> None:
        """Lay a card of that name, not held by anybody, in the middle; raises `LookupError`."""
        with self._lock:
            self._lay_down(self._layout.pile.find(card), "middle", face_up)
            self._touch()

    def clear(self) -> None:
        """Take all that lies on the mat back into the pile."""
        with self._lock:
            self._layout.clear(self._chance)
            self._touch()

    # -- the rest of the world --------------------------------------------------------------

    def button(self, seat: int, down: bool) -> None:
        """Press or release a seat's button, an edge on its mock pin; raises `IllegalMove`."""
        if not 0 <= seat < self._seats:
            raise IllegalMove("table", Message("table.virtual.no_button", {"number": seat + 1}))
        self._take_time(seat, down)
        self._press(seat, down)
        if self._layout.faults.get("bouncing"):
            for bounce in (not down, down) * BOUNCES:
                self._press(seat, bounce)

    def console(self) -> ConsoleScreen:
        """Return what the console's display shows."""
        return console.shown if (console := self._console()) else ConsoleScreen()

    def turn(self, steps: int) -> None:
        """Turn the console's knob, contact by contact of its (mock) pins; clockwise is positive."""
        if (console := self._console()) is not None:
            console.turn(steps, BOUNCES if self._layout.faults.get("bouncing") else 0)

    def push(self, down: bool) -> None:
        """Push the console's knob or let it go, as an edge on its (mock) pin."""
        if (console := self._console()) is not None:
            self._take_time(KNOB, down)
            console.push(down)

    def fault(self, name: str, on: bool) -> None:
        """Switch a fault; raises `LookupError` for one that there is not."""
        if name not in SWITCHES:
            raise LookupError(name)
        with self._lock:
            self._layout.faults = {**self._layout.faults, name: on}
            self._touch()

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raises `LookupError` for no such card."""
        return face_svg(self._layout.deck, card)

    def back_svg(self) -> str:
        """Return the card back as SVG; raises `LookupError` before the first match."""
        return face_svg(self._layout.deck, None)

    def mat_svg(self) -> str:
        """Return the empty mats as SVG, in millimetres of the table."""
        return self._mat_svg

    # -- within -----------------------------------------------------------------------------

    def _spread_out(self, mats: Sequence[Mat]) -> None:
        """Put mats on the table."""
        self._mats, self.spread = tuple(mats), Spread.set_out(mats)
        self._mat_svg = svg(spread_drawing(self.spread), MAT_PALETTE)

    def _take_time(self, button: int, down: bool) -> None:
        """Hold a button as long as the quickest finger, however quick a page or a program is."""
        if down:
            self._down_s[button] = time.monotonic()
        else:
            time.sleep(max(0.0, self._down_s.get(button, 0.0) + TAP_S - time.monotonic()))

    def _touch(self) -> None:
        self._version += 1
        self._put(KEY, msgspec.to_builtins(self._layout))
        self._changed()

    def _grids(self) -> Grids:
        brief = self._brief()
        return Grids(self.spread, self._layout.placed, brief.places, brief.wanted)

    def _piles(self) -> list[str]:
        """Return the zones of the draw piles, where the mats have several."""
        piles = sorted(zone for zone in self.spread.zones if zone.startswith(f"{PILE}:"))
        return piles if len(piles) > 1 else []

    def _move(self, cards: Mapping[str, int]) -> None:
        """Move cards along the rows of their grids, by so many columns each."""
        for card, at in self._grids().moved(cards, self._chance).items():
            self._layout.lift(card)
            self._layout.put(card, at)

    def _cell_of(self, card_id: str, zone: str) -> Spot:
        """Make room for a card where it may lie in a grid, on the mat if it can; return its place.

        Else all cards are moved along. Raises `IllegalMove` where it may lie nowhere.
        """
        grids, card = self._grids(), self._layout.pile.faces[card_id]
        ways = list(grids.ways(zone, card))
        if not ways:
            raise IllegalMove("table", Message("table.virtual.fits_nowhere", {"card": card}))
        way = next((one for one in ways if 0 <= one.column < grids.columns(zone)), ways[0])
        beyond = min(way.column, 0) + max(way.column - grids.columns(zone) + 1, 0)
        moves = {one.id: way.moves.get(one.id, 0) - beyond for one, _, _ in grids.within(zone)}
        self._move(moves if beyond else way.moves)
        return grids.spot(zone, way.row, way.column - beyond, self._chance)

    def _aligned(self, at: Spot) -> Spot:
        """Return where a hand lays a card down: in its cell of a territory, on top of a pile."""
        brief = self._brief()
        piles = {ask.source for ask in brief.places} | {a.zone for a in brief.reads if a.covers}
        return aligned(self.spread, at, piles, self._chance)

    def _note_shown(self, card_id: str) -> None:
        """Note who lays a card down, where a single one is wanted of somebody."""
        seat = self._layout.holder(card_id)
        if seat is not None and any(ask.zone != "mat" for ask in self._brief().reads):
            self._layout.shown[card_id] = seat

    def _lay_down(self, card_id: str, zone: str, face_up: bool = True) -> None:
        """Lay a card that was taken up in a zone, where nothing lies."""
        lying, chance = self._layout.placed, self._chance
        self._layout.put(card_id, spot(self.spread, self.card_mm, lying, zone, chance), face_up)
