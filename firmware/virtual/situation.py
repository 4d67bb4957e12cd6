"""The situation at the virtual table: how its cards agree with the layout of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from firmware.virtual.brief import Brief
from firmware.virtual.duties import duties
from firmware.virtual.duty import Duty
from firmware.virtual.grids import Grids
from firmware.virtual.laid_cards import NEVER
from firmware.virtual.state import TableState, is_pile
from referee.contract import Message
from referee.pending import Lay, LayDown
from referee.reports.tabletop import PILE, Placed
from referee.table import ANYWHERE, Card, CardStatus, Layout, Pile, Zone
from vision.spread import Spread

# Of equal cards in a zone, the card laid first stays longest.
ORDER = (CardStatus.STAYS, CardStatus.FREE, CardStatus.USED, CardStatus.TO_CLEAR)


def draw_piles(spread: Spread) -> tuple[str, ...]:
    """Return the zones of the draw piles on some mats, or nothing if there is only one pile."""
    piles = sorted(zone for zone in spread.zones if is_pile(zone) and zone != PILE)
    return tuple(piles) if len(piles) > 1 else ()


@dataclass(frozen=True)
class Standing:
    """How the cards on the mat agree with the layout.

    `known` maps the ids of cards on the mat to their cards of the layout. The cards `lacking` are
    not on the mat. The cards `extra` are not in the layout, or are the other way up.
    """

    known: Mapping[str, Card]
    lacking: tuple[Card, ...]
    extra: tuple[Placed, ...]


@dataclass(frozen=True)
class Situation:
    """The cards on the table, and the brief of the match.

    `obstacle(zone)` says why a card in a zone does not count yet, and returns None if it is being
    read. `is_read()` tells whether the cameras have seen all that has moved.
    """

    brief: Brief
    state: TableState
    spread: Spread
    obstacle: Callable[[Zone], Message | None] = lambda _: None
    is_read: Callable[[], bool] = lambda: True

    @property
    def layout(self) -> Layout:
        """The layout that the match expects."""
        return self.brief.layout

    @property
    def must_deal(self) -> bool:
        """Whether the cards must be dealt before anything else."""
        due = self.brief.deal
        return due is not None and not self.state.has_dealt(due)

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of hands now, in the order of doing.

        There are none before a deal, and none after the end: a hand may lack a card then that is
        drawn no more.
        """
        return () if self.must_deal or self.brief.is_over else tuple(duties(self))

    @cached_property
    def grids(self) -> Grids:
        """The grids of the table, with the places that the match offers."""
        return Grids(self.spread, self.state.placed, self.brief.places, self.layout)

    @property
    def piles(self) -> tuple[str, ...]:
        """The zones of the draw piles if there are several."""
        return draw_piles(self.spread)

    @cached_property
    def standing(self) -> Standing:
        """How the cards on the mat agree with the layout."""
        left = sorted(self.layout.cards, key=lambda card: ORDER.index(card.status))
        known, extra, on_pile = dict[str, Card](), list[Placed](), Counter[Zone]()
        cells = {self.grids.card_at(card): card for card in left if card.at is not None}
        for lying in self.state.placed:
            where = self.zone_of(lying)
            card = cells.get(lying.id) or self._first_alike(left, lying, where)
            if card is not None:
                left.remove(card)
                known[lying.id] = card
            elif where is None or not self._is_in_pile(lying, where, on_pile[where]):
                extra.append(lying)
            else:
                on_pile[where] += 1
        return Standing(known, tuple(left), tuple(extra))

    def _first_alike(self, left: Sequence[Card], lying: Placed, where: Zone | None) -> Card | None:
        """Return the first card outside all cells that this lying card may be, or None.

        A card that has made no move since it came is no used one.
        """
        for card in left:
            counted = card.status is not CardStatus.TO_CLEAR or not self._is_fresh(lying)
            alike = card.at is None and card.name == lying.face and card.zone.covers(where)
            if counted and alike:
                return card
        return None

    def _is_in_pile(self, lying: Placed, where: Zone, below: int) -> bool:
        """Whether a card belongs to a pile in which the match has counted `below` cards so far."""
        pile = self.layout.pile(where)
        if pile is None:
            return False
        if not lying.face_up:
            return True
        return bool(pile.top or pile.under) and (pile.count is None or below < pile.count)

    def zone_of(self, lying: Placed) -> Zone | None:
        """Return the zone in which a card lies, or None if it lies outside all zones."""
        return self._zones[lying.id]

    @cached_property
    def _zones(self) -> dict[str, Zone | None]:
        named = (
            (placed.id, self.spread.zone_of(placed.x_mm, placed.y_mm))
            for placed in self.state.placed
        )
        return {id_: None if name is None else Zone.parse(name) for id_, name in named}

    def _is_fresh(self, lying: Placed) -> bool:
        return self.state.lay_of(lying.id).is_fresh(self.brief.seq, self.brief.turn)

    def is_stale(self, lying: Placed) -> bool:
        """Whether a card was laid before the actions pending in its zone."""
        since = self.brief.pending_since(self.zone_of(lying))
        return NEVER < self.state.lay_of(lying.id).seq < since

    def cards_in(self, zone: Zone) -> list[Placed]:
        """Return the cards that lie in a zone, in the order in which they were laid."""
        return [lying for lying in self.state.placed if self._is_in(lying, zone)]

    def _is_in(self, lying: Placed, zone: Zone) -> bool:
        """Whether a card lies in a zone, or in a cell of a grid that spans several zones."""
        there = self.zone_of(lying)
        celled = (card for card, _, _ in self.grids.cards_in(str(zone)))
        return (there is not None and zone.covers(there)) or lying in celled

    def new_in(self, zone: Zone) -> list[Placed]:
        """Return the cards in a zone that the match has not counted, in the order of laying."""
        extra = (lying for lying in self.standing.extra if self._is_in(lying, zone))
        return [lying for lying in extra if not self.is_stale(lying)]

    def shows_top(self, pile: Pile) -> bool:
        """Whether the top card of a pile lies on top in its zone."""
        there = self.cards_in(pile.zone)
        return bool(there) and there[-1].card == pile.top

    def on_mat(self, card_id: str) -> Placed | None:
        """Return a card that lies on the mat, or None."""
        return next((lying for lying in self.state.placed if lying.id == card_id), None)

    @property
    def laying(self) -> tuple[Duty, ...]:
        """The duties to lay cards."""
        return tuple(duty for duty in self.duties if isinstance(duty.action, Lay | LayDown))

    def unread_of(self, hand: int) -> list[Zone]:
        """Return the zones in which a hand has laid a card that is still unread, and owes no more.

        Until it is read, the hand lays no other card. Of a back, this holds only where cards are
        due. Cards that may lie anywhere are laid all together, as in a reveal; without a match, no
        card means anything.
        """
        if self.brief.match is None or self.brief.pending_anywhere is not None:
            return []
        lays = [duty for duty in self.laying if duty.hand in (None, hand) and duty.is_open]
        return [
            zone
            for lying in self.standing.extra
            if self.state.came.get(lying.id) == hand
            and (zone := self.zone_of(lying)) is not None
            and not self.is_stale(lying)
            and (lying.face_up or any(duty.action.zone.covers(zone) for duty in self.laying))
            and not any(duty.action.zone.covers(zone) for duty in lays)
        ]

    def hides(self, zone: Zone) -> bool:
        """Whether the next card of a hand must lie face down in a zone."""
        lacks = any(card.down and card.zone == zone for card in self.standing.lacking)
        return lacks or any(
            isinstance(action, LayDown) and action.zone == zone for action in self.brief.waits
        )

    def hand_size(self, seat: int) -> int | None:
        """Return how many cards the match counts in a hand, or None if it does not count them."""
        backs = [back.count for back in self.layout.backs if back.seat == seat]
        if self.layout.backs:
            return sum(backs)
        return self.layout.held[seat] if seat < len(self.layout.held) else None

    def lacks(self, hand: int | None) -> int:
        """Return how many cards a hand lacks, below 0 if it has too many; 0 if uncounted."""
        size = None if hand is None else self.hand_size(hand)
        return 0 if hand is None or size is None else size - len(self.state.hands[hand])

    def is_stray(self, lying: Placed) -> bool:
        """Whether a face-up card was laid before the pending actions in its zone, for nothing.

        A card that has counted is one only if the match counts the cards of its hand. Of a card on
        a face-up pile, nobody can tell.
        """
        if not lying.face_up or not self.is_stale(lying):
            return False
        face_up = (pile for pile in self.layout.piles if pile.top or pile.count == 0)
        piled = any(self._is_in(lying, pile.zone) for pile in face_up)
        hand = self.state.came.get(lying.id)
        knows = hand is not None and self.hand_size(hand) is not None
        return not piled and (knows or not self.state.lay_of(lying.id).has_counted)

    def why_unread(self, zone: Zone) -> Message:
        """Return what the table waits for before a card that lies in a zone counts."""
        return self.obstacle(zone) or Message("page.now.reads")

    @cached_property
    def to_clear(self) -> tuple[Placed, ...]:
        """The cards that must be taken away: cards that the match wants cleared, and used ones.

        A used card means nothing, and has left a cell from which it had to be cleared, or the hand
        that it came from has all its cards. So nobody laid it by mistake.
        """
        known, used = self.standing.known, {*self.used_up()}
        return tuple(
            lying
            for lying in self.state.placed
            if (lying.id in known and known[lying.id].status is CardStatus.TO_CLEAR)
            or ((lying in used or self._has_come_back(lying)) and self._is_used(lying))
        )

    def _has_come_back(self, lying: Placed) -> bool:
        """Whether a card that has counted was brought back, and counts for nothing there."""
        counted = self.state.lay_of(lying.id).has_counted
        return counted and lying in self.standing.extra and self.is_stale(lying)

    @property
    def in_cells(self) -> frozenset[str]:
        """The cards that lie in cells of a grid. They stay there until an action moves them."""
        return frozenset(id_ for id_, card in self.standing.known.items() if card.at is not None)

    @cached_property
    def out_of_cells(self) -> frozenset[str]:
        """The names of the cards to clear that have left their cells."""
        lacking = (card for card in self.standing.lacking if card.at is not None)
        return frozenset(card.name for card in lacking if card.status is CardStatus.TO_CLEAR)

    def _is_used(self, lying: Placed) -> bool:
        """Whether a card has left its cell, or its hand has all its cards without it."""
        hand = self.state.came.get(lying.id)
        if lying.face in self.out_of_cells:
            return True
        if hand is None or self.hand_size(hand) is None:
            return False
        return self.lacks(hand) + self.state.drawn_after(self.brief.seq, hand) <= 0

    def is_lacking(self, lying: Placed) -> bool:
        """Whether a card has counted for nothing, and the hand that it came from lacks cards."""
        has_counted = self.state.lay_of(lying.id).has_counted or lying.face in self.out_of_cells
        return self.lacks(self.state.came.get(lying.id)) > 0 and not has_counted

    def used_up(self) -> Iterator[Placed]:
        """Yield the face-up cards that need not stay and that the match does not wait for.

        For the match they are in the pile already. People shuffle them into it when it runs out.
        """
        due = [action.zone for action in self.brief.waits]
        if ANYWHERE in (*due, *(card.zone for card in self.layout.cards)):
            return
        for lying in self.state.placed:
            card, where = self.standing.known.get(lying.id), self.zone_of(lying)
            goes = card.status is CardStatus.TO_CLEAR if card else not self.is_lacking(lying)
            pile = where is not None and self.layout.pile(where) is not None
            if lying.face_up and where is not None and goes and not pile and where not in due:
                yield lying
