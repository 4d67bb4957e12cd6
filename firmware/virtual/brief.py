"""The brief: what the virtual table needs to know of the match. Also the console's controls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TypeVar

from referee.contract import AskPlace, By, Deal, Message
from referee.judging import Judgement
from referee.match.desk import Snapshot
from referee.pending import (
    Clear,
    Draw,
    Lay,
    PendingAction,
    Take,
    TurnUp,
    awaited,
    draws_of,
)
from referee.table import (
    ANYWHERE,
    EMPTY,
    Backs,
    Card,
    CardStatus,
    Change,
    Laid,
    Layout,
    Zone,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Brief:
    """A match's pending actions, layout and open zones.

    `actions` are all pending actions, in the order of doing; while the match rests, only actions
    that take cards from a pile or turn up a back. `places` are the cells that may take a card.
    `judge_change` judges a single change, and `offer_label` names the offer that the change takes
    up. `hand` is the hand in play if a seat other than its owner plays it. `sees(seat)` returns the
    hands that a seat may look at, and `sees(None)` the hands that are open to everybody. `seq` is
    the number of the journal entry that led to this state; entries that only name a player or
    pause the match do not count. `focus` says what comes next. Nobody sees the hands of the `bots`.
    `turn` is whose turn it is. `untouched` are the zones that this step has left as they were, with
    the step since which the same is pending there. Once the match `is_over`, nobody owes anything.
    """

    deal: Deal | None = None
    layout: Layout = EMPTY
    actions: tuple[PendingAction, ...] = ()
    places: tuple[AskPlace, ...] = ()
    judge_change: Callable[[Change], Judgement] = lambda _: Judgement()
    offer_label: Callable[[Change], Message | None] = lambda _: None
    hand: int | None = None
    match: int | None = None
    seats: int = 0
    sees: Callable[[int | None], tuple[int, ...]] = lambda _seat: ()
    seq: int = 0
    focus: Message | None = None
    bots: Collection[int] = ()
    turn: int | None = None
    untouched: Mapping[Zone, int] = field(default_factory=dict)
    is_over: bool = False

    @classmethod
    def from_match(cls, match: Snapshot | None) -> Brief:
        """Return the brief of a match. Without a match, nothing is pending."""
        if match is None:
            return cls()
        places = (ask for offer in match.offers for ask in offer.ask if isinstance(ask, AskPlace))
        view, is_over = match.view(None), match.outcome is not None
        return cls(
            deal=view.deal,
            layout=match.layout,
            actions=() if is_over else match.draws if match.rests else match.actions,
            places=tuple(places),
            judge_change=cache(lambda change: match.game.table.judge(match.state, (change,))),
            offer_label=lambda change: _offer_label(match, change),
            hand=view.focus.hand,
            match=match.match,
            seats=match.seats,
            sees=lambda seat: match.game.table.visible_hands(match.state, seat),
            seq=match.steps_seq,
            focus=view.focus.label,
            bots=match.hiding_bots,
            turn=match.game.table.turn(match.state),
            is_over=is_over,
        )

    def hand_of(self, seat: T) -> T | int:
        """Return the hand that a seat plays now: the hand in play, or else its own."""
        return seat if self.hand is None else self.hand

    def pending_since(self, zone: Zone | None) -> int:
        """Return the journal entry since which the same cards are pending in a zone."""
        return self.seq if zone is None else self.untouched.get(zone, self.seq)

    @property
    def waits(self) -> tuple[PendingAction, ...]:
        """The actions that the match waits for."""
        return awaited(self.actions)

    @property
    def draws(self) -> tuple[Draw | TurnUp, ...]:
        """The actions that take cards from a pile, or turn up a back."""
        return draws_of(self.actions)

    @property
    def pending_anywhere(self) -> PendingAction | None:
        """The pending cards that may lie anywhere on the mat, as in a reveal, or None."""
        return next((missing for missing in self.waits if missing.zone == ANYWHERE), None)

    @cached_property
    def lays(self) -> tuple[PendingAction, ...]:
        """The pending cards that must be laid in one zone, from a hand."""
        laid = (wait for wait in self.waits if not isinstance(wait, TurnUp | Take | Clear))
        return tuple(wait for wait in laid if wait.zone != ANYWHERE)

    def open_zones(self, card: str, holder: int | None, zones: Iterable[str]) -> tuple[str, ...]:
        """Return those of `zones` that may take a card from a seat's hand, or a card set aside
        (holder None).

        A zone is left out if its card must come from the top of a pile.
        """
        turned = self.turn_up_zones if holder is not None else ()
        return tuple(
            zone
            for zone in zones
            if zone not in turned and self._is_accepted(Laid(card, Zone.parse(zone)), holder)
        )

    def comes_later(self, card: str, hand: Sequence[str], seat: int) -> bool:
        """Whether a player must lay another card of their hand instead."""
        lays = (lay for lay in self.lays if isinstance(lay, Lay) and lay.seat == seat)
        return any(card not in lay.honest_cards(hand) for lay in lays)

    @property
    def turn_up_zones(self) -> tuple[str, ...]:
        """The zones from which a card must be turned up, and those in which it then lies."""
        due = (draw for draw in self.draws if isinstance(draw, TurnUp))
        return tuple(str(zone) for turn_up in due for zone in (turn_up.zone, turn_up.source))

    def _is_accepted(self, laid: Laid, holder: int | None) -> bool:
        ways = self.judge_change(laid).meanings
        if holder is None:
            return bool(ways)
        if self.hand is not None:
            return bool(ways) and holder == self.hand
        due = {wait.seat for wait in self.waits}
        movers = {way.move.mover for way in ways}
        may_lay = not due or None in due or holder in due
        return holder in movers or (None in movers and may_lay)


def _offer_label(match: Snapshot, change: Change) -> Message | None:
    """Return the label of the seat's offer that this change alone takes up, or None."""
    judged = match.game.table.judge(match.state, (change,))
    if judged.choice is not None or len(judged.moves) != 1:
        return None
    offers = match.offers.matching(judged.moves[0].move)
    return next((offer.shown.label for offer in offers if offer.by is By.SEAT), None)


class Briefs:
    """Returns the brief of the running match, and computes it only once for each match state."""

    def __init__(self, match: Callable[[], Snapshot | None]) -> None:
        self._match = match
        self._last: tuple[Snapshot | None, Brief] = (None, Brief())

    def __call__(self) -> Brief:
        """Return the current brief."""
        match, (last, brief) = self._match(), self._last
        if match is not last:
            now = Brief.from_match(match)
            seq = brief.seq if _owes_same_draw(brief, now) else now.seq
            brief = replace(now, seq=seq, untouched=dict(_untouched(brief, now)))
            self._last = match, brief
        return brief


def _untouched(was: Brief, now: Brief) -> Iterator[tuple[Zone, int]]:
    """Yield the zones in which the same is pending as before and the match has counted no card."""
    for action in now.waits:
        zone = action.zone
        same = _kept_cards(was, zone) == _kept_cards(now, zone)
        piled = now.layout.pile(zone) == was.layout.pile(zone)
        waits = any(_is_alike(action, other) for other in was.waits)
        if was.match == now.match and waits and same and piled:
            yield zone, was.pending_since(zone)


def _kept_cards(brief: Brief, zone: Zone) -> list[Card]:
    """Return the cards in a zone, but for those to clear: that these are gone says nothing."""
    there = (card for card in brief.layout.cards if card.zone == zone)
    return [card for card in there if card.status is not CardStatus.TO_CLEAR]


def _is_alike(action: PendingAction, other: PendingAction) -> bool:
    """Whether the same number of cards, maybe other cards, must move in the same way."""
    alike = (action.message, action.zone, action.seat, action.have, action.count)
    return alike == (other.message, other.zone, other.seat, other.have, other.count)


def _owes_same_draw(was: Brief, now: Brief) -> bool:
    """Whether the same draw is still pending. Then the cards drawn for it still count as drawn."""

    def owing(brief: Brief) -> list[tuple[Draw | TurnUp, list[Backs]]]:
        backs = brief.layout.backs
        return [(draw, [back for back in backs if back.seat == draw.seat]) for draw in brief.draws]

    before = owing(was)
    return was.match == now.match and any(backs for _, backs in before) and before == owing(now)
