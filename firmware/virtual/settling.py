"""Settling: the cards follow a journal entry that no drag or tap has made.

Examples are a typed move, a bot's move, and a card that leaves play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from msgspec import structs

from firmware.virtual.brief import Brief
from firmware.virtual.duty import TakeBack
from firmware.virtual.situation import Situation
from referee.contract import By
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE
from referee.match.log import Entry
from referee.reports import virtual_acts
from referee.reports.tabletop import Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import Card, CardStatus, Layout, Pile, Zone


@dataclass(frozen=True)
class Settling:
    """The change from the layout `was` to that of the situation, and the hand that makes it."""

    was: Layout
    hand: int | None = None

    def acts(self, situation: Callable[[], Situation]) -> Iterator[VirtualAct]:
        """Yield the acts that lay the cards as the match has them, except for those done already.

        Do each act before you ask for the next one. `situation` returns how the cards then lie.
        """
        now = situation()
        if not now.state.hands or (self.hand or 0) >= len(now.state.hands):
            return  # The cards of this match have not been dealt yet.
        yield from self._out_of_play(now)
        yield from [*self._to_move(situation())]
        for card in [*self._to_lay(situation()), *self._tops(situation())]:
            if (result := self._source(situation(), card)) is not None:
                yield virtual_acts.Show(result, str(card.zone), card.at, face_up=not card.down)
        if self.hand is not None:
            yield from self._strays(situation(), self.hand)

    @staticmethod
    def _strays(now: Situation, hand: int) -> Iterator[VirtualAct]:
        """Yield the acts that take back what a hand had laid, if its player typed other cards."""
        for duty in now.duties:
            if isinstance(duty.action, TakeBack) and duty.hand == hand:
                yield from (virtual_acts.Hold(card, hand) for card in duty.cards)

    def _out_of_play(self, now: Situation) -> Iterator[VirtualAct]:
        """Yield the acts for cards that leave play: the holder takes the card dealt to nobody."""
        out = {*now.layout.set_aside} - {*self.was.set_aside}
        backs = [placed.id for placed in now.standing.extra if not placed.face_up]
        held = [card for card in now.state.held_cards() if now.state.pile.faces[card[1]] in out]
        for (seat, card), back in zip(held, backs, strict=False):
            yield virtual_acts.Take(card)
            yield virtual_acts.Hold(back, seat)

    def _before(self, now: Situation) -> Situation:
        return replace(now, brief=replace(now.brief, layout=self.was))

    def _to_lay(self, now: Situation) -> Iterator[Card]:
        """Yield the cards that this change brings and that are not in their places yet."""
        old = [*self._before(now).standing.lacking]
        for card in now.standing.lacking:
            if card in old:
                old.remove(card)
            elif not card.down and _is_on_table(now, card.zone):
                yield card

    def _tops(self, now: Situation) -> Iterator[Card]:
        """Yield the cards that this change brings on top of a pile."""
        for pile in now.layout.piles:
            whole = now.shows_top(pile) and len(now.cards_in(pile.zone)) >= (pile.count or 0)
            if pile.top and self.was.pile(pile.zone) != pile and not whole:
                yield Card(pile.top, pile.zone)

    def _to_move(self, now: Situation) -> Iterator[VirtualAct]:
        """Yield the acts for the lying cards that this change moves."""
        before, left = self._before(now), [*self._to_lay(now), *self._tops(now)]
        for lying in [*now.standing.extra]:
            card = before.standing.known.get(lying.id)
            if card is None:
                continue
            to = next((card for card in left if card.name == lying.card), None)
            if to is not None:
                left.remove(to)
                yield virtual_acts.Show(lying.id, str(to.zone), to.at)
            elif (act := self._off_mat(now, lying, card)) is not None:
                yield act
        for pile in self.was.piles:
            if now.shows_top(pile) and _loses_top(now, pile):
                top = now.cards_in(pile.zone)[-1].id
                to = next((item for item in left if item.name == pile.top), None)
                if to is not None:
                    yield virtual_acts.Show(top, str(to.zone), to.at)
                elif self.hand is not None:
                    yield virtual_acts.Hold(top, self.hand)

    def _off_mat(self, now: Situation, lying: Placed, card: Card) -> VirtualAct | None:
        """Return the act for a card that lies nowhere on the mat any more, or None to leave it."""
        hand = now.state.came.get(lying.id)
        if hand is not None and now.lacks(hand) > 0:
            return virtual_acts.Hold(lying.id, hand)
        names = {name for action in now.brief.waits for name in action.cards}
        taken = card.status is CardStatus.FREE if card.at is None else card.name in names
        if taken and self.hand is not None:
            return virtual_acts.Hold(lying.id, self.hand)
        if card.at is None:
            again = card.status is CardStatus.STAYS and now.brief.open_zones(
                card.name, hand, (str(card.zone),)
            )
            return virtual_acts.Hold(lying.id, hand) if again and hand is not None else None
        piles = (pile.zone for pile in self.was.piles if pile.top or pile.count == 0)
        pile = next(piles, None)
        if pile is None:
            return virtual_acts.Take(lying.id)
        return virtual_acts.Show(lying.id, str(pile))

    def _source(self, now: Situation, card: Card) -> str | None:
        """Return the card of a hand that must be laid, or None."""
        state, faces = now.state, now.state.pile.faces
        hands = [] if self.hand is None else state.hands[self.hand]
        mine = [hand for hand in hands if faces[hand] == card.name]
        others = [one for _, one in state.held_cards() if faces[one] == card.name]
        return next(iter([*mine, *(others if card.name in self._lifted(now) else ())]), None)

    def _lifted(self, now: Situation) -> set[str]:
        """Return the top cards that this change takes from piles.

        A player who had to lay such a card there may still hold it.
        """
        return {pile.top for pile in self.was.piles if _loses_top(now, pile)}


def _is_on_table(now: Situation, zone: Zone) -> bool:
    return str(zone) in now.spread.zones or now.grids.has(str(zone))


def _loses_top(now: Situation, pile: Pile) -> bool:
    after = now.layout.pile(pile.zone)
    return bool(pile.top) and after is not None and (after.count or 0) < (pile.count or 0)


def settling_after(was: Snapshot, match: Snapshot) -> Settling | None:
    """Return how the cards follow the newest entry of a match, or None if hands have moved them."""
    entry = match.log[-1]
    if {*match.layout.set_aside} > {*was.layout.set_aside}:
        return Settling(structs.replace(match.layout, set_aside=was.layout.set_aside))
    if not is_typed(entry):
        return None
    seat = entry.by.seat if _is_of_bot(entry) else entry.move.mover
    if seat is None:
        return Settling(was.layout)
    return Settling(was.layout, Brief.from_match(was).hand_of(seat))


def is_typed(entry: Entry) -> bool:
    """Whether an entry is a move of a page or a bot, so that no hand has moved its cards."""
    if entry.kind != MOVE or _is_of_bot(entry):
        return entry.kind == MOVE
    return entry.by.kind in (By.SEAT, By.HOST) and not getattr(entry.move, "proof", ())


def _is_of_bot(entry: Entry) -> bool:
    return entry.by.kind is None and entry.by.seat is not None
