"""The virtual table: players deal and lay cards, press buttons and switch faults. No rules."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import dist
from typing import Any, Protocol

import msgspec
from msgspec import structs

from firmware.reading.seen_cards import NOTHING_KNOWN, KnownCard
from firmware.virtual.acts import Acts
from firmware.virtual.brief import Brief
from firmware.virtual.duty import Duty
from firmware.virtual.laid_cards import Place, lays_after
from firmware.virtual.moves import Moves
from firmware.virtual.pile import Pile
from firmware.virtual.press_times import PressTimes
from firmware.virtual.reasons import unfinished_chore
from firmware.virtual.settling import Settling
from firmware.virtual.situation import Situation, draw_piles
from firmware.virtual.state import TableState
from firmware.virtual.view import tabletop
from referee.contract import IllegalMove, Message
from referee.match.desk import Snapshot
from referee.notifying import Listeners
from referee.reports import virtual_acts
from referee.reports.tabletop import ConsoleScreen, Placed, Tabletop
from referee.reports.virtual_acts import VirtualAct
from referee.table import Pile as Due
from referee.table import Zone
from vision.art import art_names, deck_art, face_svg
from vision.art.matart import spread_svg
from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.reading import CardReading
from vision.spread import Spread
from vision.synthetic.scene import FAULTS

SWITCHES = (*FAULTS, "camera_lost", "bouncing")
NEAR_MM = 8.0  # A card is seen this near to its true place: readings are right to 1 mm.
BOUNCES = 4  # Contacts at each press and release of a bouncing button.
KNOB = -1  # The console's button has this number; it has no seat.
KEY = "virtual"  # The setting under which the state is stored.


class KnobAndScreen(Protocol):
    """The controls of the console that a page can operate."""

    shown: ConsoleScreen

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the knob by `steps` detents. Each contact bounces `bounces` times."""

    def push(self, down: bool) -> None:
        """Push the knob down, or release it."""


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
        self.pictured = Listeners[[]]()
        self._changed = changed
        self.obstacle: Callable[[Zone], Message | None] = lambda _: None  # Of the cameras.
        self.is_read: Callable[[], bool] = lambda: True
        self._chance = random.Random(seed)
        self._lock = threading.RLock()
        self._version = 1
        self._presses = PressTimes()
        self._settled: Situation | None = None  # Between two acts.
        self._scene: tuple[Situation, Tabletop] | None = None
        self._spread_out(mats)
        self._state = TableState.from_stored(get(KEY))
        self._seats = len(self._state.hands)
        if self._state.deck in art_names():
            self.card_mm = deck_art(self._state.deck).size_mm

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
            if self._state.match == match and self._state.deck == deck:
                return
            if not counts or not set(counts) <= set(deck_art(deck).faces):
                counts = load_deck(deck, pictures=False).counts
            pile = Pile.new(counts)
            pile.set_aside(self._brief().layout.set_aside)
            pile.split(len(draw_piles(self.spread)))
            pile.shuffle(self._chance)
            faults = self._state.faults
            self._state = TableState(deck, match, pile, [[] for _ in range(seats)], faults=faults)
            self.card_mm = deck_art(deck).size_mm
            self._save()

    def take_up(self) -> None:
        """Take up all cards that were dealt for the pending deal, because it is dealt again."""
        with self._lock:
            due, state = self._brief().deal, self._state
            if due is not None and (state.dealt == due.round or any(state.hands)):
                state.take_up(self._brief().layout.set_aside, self._chance)
                self._save()

    def restore(self, earlier: TableState) -> None:
        """Lay the cards as they lay earlier in the match."""
        with self._lock:
            self._state = self._state.with_cards_of(earlier, self._brief().seq)
            self._save()

    def settle(self, how: Settling) -> None:
        """Lay the cards as the match has them now, except for cards that people have moved.

        Nothing refuses it, because the move has been made. People do the rest by hand.
        """
        with self._lock, self._noting(self._brief().seq - 1, own=True):
            for act in how.acts(self._now):
                with suppress(IllegalMove, LookupError):
                    self._acts().do(act, follows=True)

    def count(self, names: Iterable[str], seq: int) -> None:
        """Note that the move `seq` has named these cards. Those in the layout come first."""
        with self._lock:
            now, laid = self._situation(), self._state.laid
            order = sorted(self._state.placed, key=lambda lying: lying in now.standing.extra)
            for name in names:
                alike = (lying.id for lying in order if lying.face == name)
                card = next((id_ for id_ in alike if self._state.lay_of(id_).is_unnamed), None)
                if card is not None:
                    laid[card] = structs.replace(self._state.lay_of(card), counted=seq)
            self._store()  # All hear of the move itself after this.

    def snapshot(self) -> tuple[TableState, int]:
        """Return a copy of the state, and the version of the state."""
        with self._lock:
            return self._state.copy(), self._version

    def scene(self) -> Tabletop:
        """Return the table as it is now."""
        with self._lock:
            now = self._situation()
            if self._scene is None or self._scene[0] is not now:
                faults = {name: self._state.faults.get(name, False) for name in SWITCHES}
                self._scene = now, tabletop(now, self.card_mm, faults, self._version)
            return self._scene[1]

    def tops(self, state: TableState) -> tuple[Placed, ...]:
        """Return the top card of each draw pile of a state, face down."""
        with self._lock:
            return state.tops({zone: self.spread.zones[zone] for zone in draw_piles(self.spread)})

    def laid_down(self, hand: int) -> dict[Zone, list[str]]:
        """Return the cards that a hand has laid face down in each zone, the first one first."""
        results = dict[Zone, list[str]]()
        with self._lock:
            for lying in self._state.placed:
                zone = self._situation().zone_of(lying)
                own = not lying.face_up and self._state.came.get(lying.id) == hand
                if own and zone is not None:
                    results.setdefault(zone, []).append(lying.card)
        return results

    def known_card(self, match: Snapshot, seen: CardReading) -> KnownCard:
        """Return what the table knows about a face-up card that the camera sees.

        Of a card that the camera has not identified, it is only whether its own hand laid it.
        """
        place = None if seen.place_mm is None else (seen.mat, *seen.place_mm)
        at_mm = None if place is None else self.spread.on_table_mm(*place)
        if at_mm is None or seen.zone is None:
            return NOTHING_KNOWN
        zone = Zone.parse(seen.zone)
        with self._lock:
            there = self._situation().cards_in(zone)
            near = [
                placed for placed in there if dist((placed.x_mm, placed.y_mm), at_mm) <= NEAR_MM
            ]
            name = near[-1].face if near else ""
            if not name or (seen.certain and seen.card != name):
                return NOTHING_KNOWN
            known = self._known_card(match, near[-1], match.layout.pile(zone), there)
        return known if seen.certain or known.name is not None else NOTHING_KNOWN

    def _known_card(
        self, match: Snapshot, lying: Placed, pile: Due | None, there: Sequence[Placed]
    ) -> KnownCard:
        """Return the known facts about a card. `there` are the cards in its zone, in the order in
        which they were laid.
        """
        lay, seq = self._state.lay_of(lying.id), match.steps_seq
        turn, is_new = match.game.table.turn(match.state), None
        if pile is not None and pile.top and pile.count is not None:
            if len(there) == pile.count:
                is_new = False
            elif len(there) > pile.count:
                is_new = lay.is_unnamed or None
            elif lying.card in pile.under and lying.card != pile.top and lay.seq < seq:
                is_new = False  # Somebody took the top card, and this one lay beneath.
        if is_new is None and lay.own:
            is_new = lay.is_unnamed
        name = lying.card if lay.own else None
        return KnownCard(is_new, lay.is_in_turn(seq, turn), lay.is_fresh(seq, turn), name)

    def hands(self) -> tuple[dict[str, str], ...]:
        """Return the names of the cards in each hand, by their ids."""
        with self._lock:
            faces = self._state.pile.faces
            return tuple({card: faces[card] for card in hand} for hand in self._state.hands)

    def is_dealt(self) -> bool:
        """Whether no deal is pending: it is done, or there is none."""
        with self._lock:
            return not self._situation().must_deal

    def duties(self) -> tuple[Duty, ...]:
        """Return what hands must do now, in the order of doing."""
        with self._lock:
            return self._situation().duties

    def unfinished_chore(self) -> Message | None:
        """Return what people must do with cards before a player can go on, or None."""
        with self._lock:
            return unfinished_chore(self._situation())

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards in the deck on the table."""
        with self._lock:
            there = set(self._state.pile.faces.values())
            drawn = deck_art(self._state.deck).faces if there else ()
            return tuple(card for card in drawn if card in there)

    def console(self) -> ConsoleScreen:
        """Return what the console's display shows."""
        return self._console.shown if self._console is not None else ConsoleScreen()

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG. Raise `LookupError` if there is no such card."""
        return face_svg(self._state.deck, card)

    def back_svg(self) -> str:
        """Return the card back as SVG. Raise `LookupError` before the first match."""
        return face_svg(self._state.deck, None)

    def mat_svg(self) -> str:
        """Return the empty mats as SVG, in millimetres of the table."""
        return self._mat_svg

    # -- what hands do ----------------------------------------------------------------------

    def do(self, act: VirtualAct, *, own: bool = False) -> None:
        """Do an act of a player, or of a bot with the table's `own` hand.

        Raise `LookupError` or `IllegalMove` if it is not possible.
        """
        match act:
            case virtual_acts.Button(seat, down):
                self._button(seat, down)
            case virtual_acts.Turn(steps):
                if self._console is not None:
                    self._console.turn(steps, BOUNCES if self._state.faults.get("bouncing") else 0)
            case virtual_acts.Push(down):
                if self._console is not None:
                    self._presses.take(KNOB, down)
                    self._console.push(down)
            case virtual_acts.Fault(name, on):
                if name not in SWITCHES:
                    raise LookupError(name)
                with self._lock:
                    self._state.faults = {**self._state.faults, name: on}
                    self._save()
            case _:
                with self._lock, self._noting(self._brief().seq, own=own):
                    self._acts().do(act)

    # -- the rest of the world --------------------------------------------------------------

    def _button(self, seat: int, down: bool) -> None:
        if not 0 <= seat < self._seats:
            raise IllegalMove("table", Message("table.virtual.no_button", {"number": seat + 1}))
        self._presses.take(seat, down)
        self._press(seat, down)
        if self._state.faults.get("bouncing"):
            for bounce in (not down, down) * BOUNCES:
                self._press(seat, bounce)

    # -- within -----------------------------------------------------------------------------

    def _spread_out(self, mats: Sequence[Mat]) -> None:
        self._mats, self.spread, self._settled = tuple(mats), Spread.side_by_side(mats), None
        self._mat_svg = spread_svg(self.spread, words=False)  # Pages add words in their language.

    def _store(self) -> None:
        self._version, self._settled = self._version + 1, None
        self._put(KEY, msgspec.to_builtins(self._state))

    def _save(self) -> None:
        self._store()
        self._changed()

    @contextmanager
    def _noting(self, seq: int, *, own: bool) -> Iterator[None]:
        """Note when the cards were laid that an act lays, and save the table after it.

        A card that counted and is recalled lies there as it did before. An act may be refused after
        it has moved some cards.
        """
        before, away = self._lies(), {**self._state.left}
        try:
            yield
        finally:
            state, after = self._state, self._lies()
            for lying in state.placed:
                if away.get(lying.id) == lying and state.lay_of(lying.id).has_counted:
                    before[lying.id] = after[lying.id]
            known = {id_: laid for id_, laid in state.laid.items() if id_ in state.pile.faces}
            state.laid = lays_after(known, before, after, seq, self._brief().turn, own=own)
            self._save()

    def _situation(self) -> Situation:
        """Return the situation between two acts. It is computed only once."""
        if self._settled is None or self._settled.brief is not self._brief():
            self._settled = self._now()
        return self._settled

    def _now(self) -> Situation:
        """Return the situation at this moment, even during an act."""
        return Situation(self._brief(), self._state, self.spread, self.obstacle, self.is_read)

    def _lies(self) -> dict[str, Place]:
        """Return how each card lies on the mat."""
        return {
            placed.id: (self.spread.zone_of(placed.x_mm, placed.y_mm), placed.face_up)
            for placed in self._state.placed
        }

    def _acts(self) -> Acts:
        return Acts(Moves(self._now(), self.card_mm, self._chance))
