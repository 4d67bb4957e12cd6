"""The virtual table: players deal and lay cards, press buttons and switch faults. No rules."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from firmware.virtual.brief import Brief, KnobAndScreen
from firmware.virtual.chores import draws, unfinished_chore
from firmware.virtual.instructions import DealUndone, Instruction
from firmware.virtual.missing_cards import any_missing, bring_back
from firmware.virtual.pile import Pile
from firmware.virtual.placement import MIDDLE, TALON, Spot, free_spot, next_spot, snap
from firmware.virtual.press_times import PressTimes
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState, is_pile
from firmware.virtual.tapping import act_on_card, gather_acts
from firmware.virtual.used_cards import gather_used_up
from firmware.virtual.view import tabletop
from referee.contract import IllegalMove, Message
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, ConsoleScreen, Placed, Tabletop
from referee.reports.virtual_acts import VirtualAct
from referee.table import Zone
from vision.art import art_names, deck_art, face_svg
from vision.art.matart import spread_svg
from vision.decks.deck import load_deck
from vision.mat import Mat, covers
from vision.spread import Spread
from vision.synthetic.scene import FAULTS

SWITCHES = (*FAULTS, "camera_lost", "bouncing")
BOUNCES = 4  # Contacts at each press and release of a bouncing button.
KNOB = -1  # The console's button has this number; it has no seat.
KEY = "virtual"  # The setting under which the state is stored.


class VirtualTable:
    """Implements `webui.port.Virtual`. Every method may be called from any thread.

    `get` and `put` store small JSON values. `press` moves a button's pin.
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
        console: KnobAndScreen | None = None,
        seed: int | None = None,
    ) -> None:
        self.card_mm = (63.0, 88.0)
        self._put = put
        self._brief = brief
        self._press = press
        self._console = console
        self._changed = changed
        self._chance = random.Random(seed)
        self._lock = threading.RLock()
        self._version = 1
        self._presses = PressTimes()
        self._scene: tuple[tuple[int, Brief], Tabletop] | None = None
        self._spread_out(mats)
        self._layout = TableState.from_stored(get(KEY))
        self._seats = len(self._layout.hands)
        if self._layout.deck in art_names():
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
        """Set out the cards and mats of a match. Cards of the same match stay in place.

        If `counts` is empty or names cards without a drawing, the deck has its own numbers of
        cards.
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
            pile.set_aside(self._brief().layout.set_aside)
            pile.split(len(self._piles()))
            pile.shuffle(self._chance)
            faults = self._layout.faults
            self._layout = TableState(deck, match, pile, [[] for _ in range(seats)], faults=faults)
            self.card_mm = deck_art(deck).size_mm
            self._save()

    def become(self, other: Callable[[TableState, Brief, random.Random], TableState]) -> None:
        """Lay the cards out as in the table that `other` makes of this one."""
        with self._lock:
            now = other(self._layout, self._brief(), self._chance)
            if now is not self._layout:
                self._layout = now
                self._save()

    def follow(self, said: Instruction) -> None:
        """Carry out an instruction, except for the acts that are already done."""
        with self._lock:
            for act in said.acts(self._layout, self.spread):
                self._do(act)
            while isinstance(said, DealUndone) and any_missing(self._now()):
                bring_back(self._now(), self.card_mm, self._chance)
            self._save()

    def snapshot(self) -> tuple[TableState, int]:
        """Return a copy of the state, and the version of the state."""
        with self._lock:
            return self._layout.copy(), self._version

    def scene(self) -> Tabletop:
        """Return the table as it is now."""
        with self._lock:
            now = self._now()
            lies = self._version, now.brief
            if self._scene is None or self._scene[0] != lies:
                faults = {name: self._layout.faults.get(name, False) for name in SWITCHES}
                self._scene = lies, tabletop(now, self.card_mm, faults, self._version)
            return self._scene[1]

    def tops(self, layout: TableState) -> tuple[Placed, ...]:
        """Return the top card of each draw pile of a state, face down."""
        with self._lock:
            return layout.tops({zone: self.spread.zones[zone] for zone in self._piles()})

    def laid_down(self, hand: int) -> tuple[Placed, ...]:
        """Return the cards that a hand has laid face down, in the order in which it laid them."""
        with self._lock:
            backs = [one for one in self._layout.placed if not one.face_up]
            return tuple(one for one in backs if self._layout.came.get(one.id) == hand)

    def is_dealt(self) -> bool:
        """Whether no deal is pending: it is done, or there is none."""
        due = self._brief().deal
        with self._lock:
            return due is None or self._layout.has_dealt(due)

    def unfinished_chore(self) -> Message | None:
        """Return what people must do with cards before a player can go on, or None."""
        with self._lock:
            return unfinished_chore(self._now())

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards in the deck on the table."""
        with self._lock:
            there = set(self._layout.pile.faces.values())
            drawn = deck_art(self._layout.deck).faces if there else ()
            return tuple(card for card in drawn if card in there)

    def console(self) -> ConsoleScreen:
        """Return what the console's display shows."""
        return self._console.shown if self._console is not None else ConsoleScreen()

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG. Raise `LookupError` if there is no such card."""
        return face_svg(self._layout.deck, card)

    def back_svg(self) -> str:
        """Return the card back as SVG. Raise `LookupError` before the first match."""
        return face_svg(self._layout.deck, None)

    def mat_svg(self) -> str:
        """Return the empty mats as SVG, in millimetres of the table."""
        return self._mat_svg

    # -- what hands do ----------------------------------------------------------------------

    def do(self, act: VirtualAct) -> None:
        """Do an act of a player. Raise `LookupError` or `IllegalMove` if it is not possible."""
        match act:
            case virtual_acts.Button(seat, down):
                self._button(seat, down)
            case virtual_acts.Turn(steps):
                if self._console is not None:
                    self._console.turn(steps, BOUNCES if self._layout.faults.get("bouncing") else 0)
            case virtual_acts.Push(down):
                if self._console is not None:
                    self._presses.take(KNOB, down)
                    self._console.push(down)
            case _:
                with self._lock:
                    self._do(act)
                    self._save()

    def _do(self, act: VirtualAct) -> None:
        state, chance = self._layout, self._chance
        gather_used_up(act, self._now())
        match act:
            case virtual_acts.Place():
                self._place(act)
            case virtual_acts.Take(card):
                state.discard(card)
            case virtual_acts.Hold(card, seat):
                if not 0 <= seat < len(state.hands):
                    raise LookupError(seat)
                if is_pile(card):
                    state.note_drawn(self._brief().seq)
                state.give(card, seat, chance)
            case virtual_acts.PutBack(card):
                state.put_back(card, chance)
            case virtual_acts.Show():
                self._show(act)
            case virtual_acts.Tap(card):
                self._tap(card)
            case virtual_acts.Recall():
                bring_back(self._now(), self.card_mm, chance)
            case virtual_acts.Along(zone, columns):
                self._shift_grid(zone, columns)
            case virtual_acts.Gather(zone):
                self._gather(zone)
            case virtual_acts.Deal():
                self._deal()
            case virtual_acts.Reveal():
                self._reveal()
            case virtual_acts.Lay(name, face_up):
                self._lay_down(state.pile.take_named(name), MIDDLE, face_up)
            case virtual_acts.Clear():
                state.clear(chance)
            case virtual_acts.Fault(name, on):
                if name not in SWITCHES:
                    raise LookupError(name)
                state.faults = {**state.faults, name: on}

    # -- cards ------------------------------------------------------------------------------

    def _place(self, act: virtual_acts.Place) -> None:
        face_up = act.face_up
        if face_up is None:
            face_up = self._now().reads(act.id, self.spread.zone_of(act.x_mm, act.y_mm))
        self._note_shown(act.id)
        card_id = self._layout.pick(act.id, self._chance)
        width, height = self.spread.size_mm
        x_mm, y_mm = min(max(act.x_mm, 0.0), width), min(max(act.y_mm, 0.0), height)
        at = x_mm, y_mm, act.turn_deg % 360.0
        self._move(self._now().grids.cards_to_push(self._layout.pile.faces[card_id], at))
        self._layout.put(card_id, self._snapped(at), face_up)

    def _show(self, act: virtual_acts.Show) -> None:
        now, chance = self._now(), self._chance
        if now.grids.has(act.zone):
            at = self._make_room(act.id, act.zone, act.at)
        elif act.zone in self.spread.zones:
            at = next_spot(self.spread, self.card_mm, now.state.placed, act.zone, chance)
        else:
            raise LookupError(act.zone)
        up = not now.hides(Zone.parse(act.zone)) if act.face_up is None else act.face_up
        self._note_shown(act.id)
        self._layout.put(self._layout.pick(act.id, chance), at, up)

    def _tap(self, one: str) -> None:
        now = self._now()
        if not is_pile(one):
            if (act := act_on_card(now, one)) is not None:
                self._do(act)
        elif (draw := draws(now).get(one)) is None:
            raise IllegalMove("table", Message("table.virtual.nobody_draws"))
        elif draw.hand is not None:
            self._do(virtual_acts.Hold(one, draw.hand))
        else:
            for _ in range(draw.count):
                self._show(virtual_acts.Show(one, draw.zone, face_up=True))

    def _shift_grid(self, zone: str, columns: int) -> None:
        grids = self._now().grids
        if zone not in grids.floating_grids():
            raise LookupError(zone)
        left, right = grids.free_columns(zone)
        if not -left <= columns <= right:
            raise IllegalMove("table", Message("table.virtual.mat_ends"))
        self._move({card.id: columns for card, _, _ in grids.cards_in(zone)})

    def _gather(self, zone: str) -> None:
        if not any(covers(zone, one) for one in self.spread.zones):
            raise LookupError(zone)
        for act in [*gather_acts(self._now(), zone)]:
            self._do(act)

    def _deal(self) -> None:
        brief = self._brief()
        if brief.deal is None:
            raise IllegalMove("table", Message("table.virtual.dealt"))
        for card in self._layout.deal(brief.deal, brief.layout.set_aside, self._chance):
            where = TALON if TALON in self.spread.zones else MIDDLE
            self._lay_down(card, where, face_up=False)

    def _reveal(self) -> None:
        brief = self._brief()
        if not brief.waits:
            raise IllegalMove("table", Message("table.virtual.not_wanted"))
        count = brief.pending_anywhere
        if count is None:
            raise IllegalMove("table", Message("table.virtual.choose"))
        state = self._layout
        held = state.held_cards()
        due = count.count - len(state.placed)
        if 0 < due < len(held):
            raise IllegalMove("table", Message("table.virtual.choose_some"))
        state.hands = [[] for _ in state.hands]
        for seat, card in held:
            self._lay_down(card, f"seat:{seat}")
        if not held and due > 0 and state.pile.any_left:
            self._lay_down(state.pile.take_top(self._chance), MIDDLE)

    # -- the rest of the world --------------------------------------------------------------

    def _button(self, seat: int, down: bool) -> None:
        if not 0 <= seat < self._seats:
            raise IllegalMove("table", Message("table.virtual.no_button", {"number": seat + 1}))
        self._presses.take(seat, down)
        self._press(seat, down)
        if self._layout.faults.get("bouncing"):
            for bounce in (not down, down) * BOUNCES:
                self._press(seat, bounce)

    # -- within -----------------------------------------------------------------------------

    def _spread_out(self, mats: Sequence[Mat]) -> None:
        self._mats, self.spread, self._scene = tuple(mats), Spread.side_by_side(mats), None
        self._mat_svg = spread_svg(self.spread, words=False)  # Pages add words in their language.

    def _save(self) -> None:
        self._version += 1
        self._put(KEY, msgspec.to_builtins(self._layout))
        self._changed()

    def _now(self) -> Situation:
        return Situation(self._brief(), self._layout, self.spread, self._piles())

    def _piles(self) -> list[str]:
        """Return the zones of the draw piles, or an empty list if there is only one pile."""
        piles = sorted(zone for zone in self.spread.zones if zone.startswith(f"{PILE}:"))
        return piles if len(piles) > 1 else []

    def _move(self, cards: Mapping[str, int]) -> None:
        """Move each card along the row of its grid, by its number of columns."""
        for card, at in self._now().grids.shifted_spots(cards, self._chance).items():
            self._layout.lift(card)
            self._layout.put(card, at)

    def _make_room(self, card_id: str, zone: str, at: tuple[int, int] | None) -> Spot:
        """Move other cards so that a card fits into a grid; return its spot, or raise
        `IllegalMove`.
        """
        grids, card = self._now().grids, self._layout.pile.faces[card_id]
        placement = (
            grids.first_placement(zone, card) if at is None else grids.placement_at(zone, card, at)
        )
        if placement is None:
            raise IllegalMove("table", Message("table.virtual.fits_nowhere"))
        self._move(placement.pushes)
        return grids.cell_spot(zone, placement.row, placement.column, self._chance)

    def _snapped(self, at: Spot) -> Spot:
        """Return a spot snapped to a grid cell or a face-up pile."""
        piles = {str(pile.zone) for pile in self._brief().layout.piles if pile.top}
        return snap(self.spread, at, piles, self._chance)

    def _note_shown(self, card_id: str) -> None:
        """Note which seat lays a card down, if cards are pending one at a time."""
        seat = self._layout.holder(card_id)
        brief = self._brief()
        if seat is not None and brief.waits and brief.pending_anywhere is None:
            self._layout.shown[card_id] = seat

    def _lay_down(self, card_id: str, zone: str, face_up: bool = True) -> None:
        """Lay a picked-up card in a free spot of a zone."""
        lying, chance = self._layout.placed, self._chance
        self._layout.put(
            card_id, free_spot(self.spread, self.card_mm, lying, zone, chance), face_up
        )
