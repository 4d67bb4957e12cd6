"""Instructions: card moves that follow from a journal entry and not from a drag or tap.

Examples are a typed move, a card that leaves play, and an undone deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.placement import TALON, cards_in_zone
from firmware.virtual.state import TableState
from referee.actor import TABLE
from referee.contract import By
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK, MOVE, UNDO
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import (
    ANYWHERE,
    Card,
    CardStatus,
    Change,
    Laid,
    Layout,
    Moved,
    Taken,
    Zone,
    diff_layouts,
)
from vision.spread import Spread


@dataclass(frozen=True)
class TypedMove:
    """A typed move: the layouts before and after it, and the hand that makes it.

    `draws` says how many cards the hand had to draw before the move, and since which journal entry
    draws count. `next` are the cards that the hand must lay after the move.
    """

    was: Layout
    now: Layout
    hand: int
    draws: tuple[int, int] = (0, 0)
    next: tuple[str, ...] = ()

    def acts(self, state: TableState, spread: Spread) -> Iterator[VirtualAct]:
        """Yield the acts by which the hand picks up cards, and then those by which it lays cards.

        Acts that are already done are left out. Cards that were picked up earlier but are not part
        of the move are laid back. Do each act before you ask for the next one: an act may draw from
        an empty pile, and then the used cards on the mat are shuffled into that pile.
        """
        if self.hand >= len(state.hands):
            return  # The cards of this match have not been dealt yet.
        lifted = self._lifted_tops(state, spread)
        free = self._count_loose(one for one in self.was.cards if one.status is CardStatus.FREE)
        was, now = self._count_loose(self.was.cards), self._count_loose(self.now.cards)
        taken = (was & free) - now
        yield from self._clear_cells(state, spread)
        there = Grids(spread, state.placed, layout=self.now)
        cells = [one for one in self._laid_in_cells if there.card_at(_card_of(one)) is None]
        for (name, zone), count in taken.items():
            alike = _face_up_cards(state, spread, name, zone)
            for lying in alike[max(now[name, zone], len(alike) - count) :]:
                yield virtual_acts.Hold(lying.id, self.hand)
        count, seq = self.draws
        lays = taken or ((now - was or cells) and not lifted)
        for _ in range(count - state.drawn_after(seq) if lays else 0):
            yield virtual_acts.Hold(PILE, self.hand)
        held = [*self._lifted_tops(state, spread), *state.hands[self.hand]]
        lacks = {
            one: count - len(_face_up_cards(state, spread, *one))
            for one, count in (free & now).items()
        }
        loose = Counter({**lacks, **(now - was)}).elements()
        laid = [*(Laid(name, zone) for name, zone in loose), *cells, *self._laid_on_piles]
        for one in laid:
            having = [card for card in held if state.pile.faces[card] == one.card]
            if having and _is_on_table(spread, str(one.zone)):
                held.remove(having[0])
                yield virtual_acts.Show(having[0], str(one.zone), one.at)

    def _clear_cells(self, state: TableState, spread: Spread) -> Iterator[VirtualAct]:
        """Yield the acts for cards that leave a grid: into the hand, onto the discards, or away."""
        grids = Grids(spread, state.placed, layout=self.was)
        held = [state.pile.faces[card] for card in state.hands[self.hand]]
        discard_piles = (pile.zone for pile in self.was.piles if pile.top or pile.count == 0)
        discard_pile = next(discard_piles, None)
        for one in self._changes:
            if not isinstance(one, Taken) or (lying := grids.card_at(one.was)) is None:
                continue
            shot = any(top.card == one.was.name for top in self._laid_on_piles)
            spoils = next((to for to in self._laid_in_cells if to.card == one.was.name), None)
            if spoils is not None and spoils.card not in held:
                yield virtual_acts.Show(lying, str(spoils.zone), spoils.at)
            elif one.was.name in self.next:
                yield virtual_acts.Hold(lying, self.hand)
            elif discard_pile is None and not shot:
                yield virtual_acts.Take(lying)
            else:
                yield virtual_acts.Show(
                    lying, str(self._laid_on_piles[0].zone if shot else discard_pile)
                )

    @cached_property
    def _changes(self) -> tuple[Change, ...]:
        return diff_layouts(self.was, self.now)

    @property
    def _tops(self) -> list[Change]:
        """The changes that concern the top card of a pile."""
        return [one for one in self._changes if _is_pile_top(one, self.now)]

    def _lifted_tops(self, state: TableState, spread: Spread) -> list[str]:
        """Return the ids of cards that still lie on piles but are no longer the top card."""
        off = [one.was for one in self._tops if isinstance(one, Taken)]
        return [card for top in off for card in _top_ids(state, spread, top)]

    @property
    def _laid_on_piles(self) -> list[Laid]:
        return [one for one in self._tops if isinstance(one, Laid)]

    @property
    def _laid_in_cells(self) -> list[Laid]:
        return [one for one in self._changes if isinstance(one, Laid) and one.at is not None]

    @staticmethod
    def _count_loose(cards: Iterable[Card]) -> Counter[tuple[str, Zone]]:
        """Count the cards that lie outside all cells."""
        return Counter((one.name, one.zone) for one in cards if one.at is None)


def _card_of(laid: Laid) -> Card:
    return Card(laid.card, laid.zone or ANYWHERE, laid.at)


def _is_on_table(spread: Spread, zone: str) -> bool:
    return zone in spread.zones or any(zone in laid.mat.grids for laid in spread.placed)


def _is_pile_top(change: Change, layout: Layout) -> bool:
    zone = change.zone if isinstance(change, Laid | Moved) else change.was.zone
    return zone is not None and layout.pile(zone) is not None


def _top_ids(state: TableState, spread: Spread, top: Card) -> list[str]:
    """Return a list with the id of the card on top of a pile."""
    return [one.id for one in _face_up_cards(state, spread, top.name, top.zone)[-1:]]


def _face_up_cards(state: TableState, spread: Spread, name: str, zone: Zone) -> list[Placed]:
    """Return the face-up cards in a zone that have this name."""
    there = cards_in_zone(state.placed, spread, zone)
    return [one for one in there if one.card == name and one.face_up]


@dataclass(frozen=True)
class CardsOut:
    """Cards that leave play. Whoever holds one puts it away and takes the card dealt to nobody."""

    cards: frozenset[str]

    def acts(self, state: TableState, spread: Spread) -> Iterator[VirtualAct]:
        """Yield the exchanges of cards that are not done yet."""
        backs = [
            one.id
            for one in state.placed
            if not one.face_up and spread.zone_of(one.x_mm, one.y_mm) == TALON
        ]
        held = [one for one in state.held_cards() if state.pile.faces[one[1]] in self.cards]
        for seat, card in held[: len(backs)]:
            yield virtual_acts.Take(card)
            yield virtual_acts.Hold(backs.pop(), seat)


@dataclass(frozen=True)
class TakeBack:
    """Cards that a player takes back, by name and zone. Each returns to the hand it came from."""

    cards: frozenset[tuple[str, Zone]]

    def acts(self, state: TableState, spread: Spread) -> Iterator[VirtualAct]:
        """Yield an act for each of these cards that is still on the table."""
        for one in self._cards_meant(state, spread):
            if (seat := state.came.get(one.id)) is not None:
                yield virtual_acts.Hold(one.id, seat)

    def _cards_meant(self, state: TableState, spread: Spread) -> Iterator[Placed]:
        ids = {
            one.id
            for name, zone in self.cards
            for one in cards_in_zone(state.placed, spread, zone)
            if one.face == name
        }
        yield from (one for one in state.placed if one.id in ids)


class DealUndone(TakeBack):
    """The cards on the table when a deal was undone. They return to where they came from."""

    def acts(self, state: TableState, spread: Spread) -> Iterator[VirtualAct]:
        """Yield an act for each card. Cards never in a hand lay face down; they are taken away."""
        yield from super().acts(state, spread)
        for one in self._cards_meant(state, spread):
            if one.id not in state.came:
                yield virtual_acts.Take(one.id)


Instruction = TypedMove | CardsOut | TakeBack


class Instructions:
    """Follows the match and returns the card moves that each new state requires."""

    def __init__(self) -> None:
        self._last: Snapshot | None = None

    def __call__(self, match: Snapshot) -> Instruction | None:
        """Return the instruction that follows from the newest entry, or None."""
        was, self._last = self._last, match
        if was is None or was.match != match.match or not match.log:
            return None
        entry = match.log[-1]
        if out := frozenset(match.layout.set_aside) - frozenset(was.layout.set_aside):
            return CardsOut(out)
        if entry.kind == UNDO and entry.seq > was.seq and _by_bot(match, entry.of):
            return TakeBack(_removed_cards(was, match))
        if entry.kind == BACK and entry.seq > was.seq:
            return DealUndone(_removed_cards(was, match))
        if entry.kind != MOVE or entry.seq <= was.seq:
            return None
        held = zip(was.layout.held, match.layout.held, strict=False)
        if any(before < now for before, now in held):
            return DealUndone(_removed_cards(was, match))
        bot = entry.by.kind is None and entry.by.seat is not None
        if entry.by.kind not in (By.SEAT, By.HOST) and not bot:
            return None
        if not (bot or hasattr(entry.move, "proof")):
            return _take_back(was, match)
        seat = entry.by.seat if bot else entry.move.mover
        if seat is None or (not bot and entry.move.proof):
            return None
        brief = Brief.from_match(was)
        draw = brief.draw_of(seat)
        owed = 0 if draw is None else draw.count
        lays = tuple(card for one in match.pending if one.seat == seat for card in one.cards)
        return TypedMove(was.layout, match.layout, brief.hand_of(seat), (owed, was.steps_seq), lays)


def _by_bot(match: Snapshot, of: int | None) -> bool:
    """Whether a bot made the move of this entry."""
    by = next((one.by for one in match.log if one.seq == of), TABLE)
    return by.kind is None and by.seat is not None


def _removed_cards(was: Snapshot, match: Snapshot) -> frozenset[tuple[str, Zone]]:
    """Return the cards that are in the earlier layout but not in the later one."""
    stand = [(one.name, one.zone) for one in match.layout.cards]
    state = ((one.name, one.zone) for one in was.layout.cards)
    return frozenset(one for one in state if one not in stand)


def _take_back(was: Snapshot, match: Snapshot) -> TakeBack | None:
    """Return the cards to take back: they had to stay, are gone, and could be laid again.

    A card also counts if the player who laid it could still take it up and must lay a second one.
    """
    stand = [(one.name, one.zone) for one in match.layout.cards]
    brief = Brief.from_match(match)
    gone = frozenset(
        (one.name, one.zone)
        for one in was.layout.cards
        if (
            one.status is CardStatus.STAYS
            or (one.status is CardStatus.FREE and one.seat is not None)
        )
        and not any(name == one.name and zone.covers(one.zone) for name, zone in stand)
        and brief.open_zones(one.name, one.seat, (str(one.zone),))
    )
    return TakeBack(gone) if gone else None
