"""Pending actions: the things people must do by hand now, and the cards for them.

A game lists them once, in its `pending`. The offers to the camera, the judgement of the cards on
the table, the prompts, the marked zones and the virtual table all come from these values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.asks import AskCards, AskPlace, Cell
from referee.offers import By, Offer, Presentation, Typed
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Position,
    Taken,
    Zone,
    cards_taken_from,
    is_face_up,
    laid_face_down,
    laid_face_up,
    picture_ids,
)
from referee.values import Frozen, Message


class PendingAction(Frozen):
    """Something that people must do by hand now: `seat` must handle `count` cards in `zone`.

    If `seat` is None, anyone may. People have already handled `have` of these cards. `cards` names
    the cards, and `at` their cells in a grid, if they are known. `rule` is cited if the action is
    done wrong.
    """

    message: Message
    zone: Zone
    seat: int | None = None
    have: int = 0
    count: int = 1
    cards: tuple[str, ...] = ()
    rule: str = "SL-7"
    at: tuple[Position, ...] = ()


class MissingCard(PendingAction):
    """A card that was removed from the zone but must stay. People must put it back."""


class Draw(PendingAction):
    """Hidden cards go from the pile in `zone` into the hand. No move records it."""

    @property
    def source(self) -> Zone:
        """The pile."""
        return self.zone


class LayDown(PendingAction):
    """Cards of the hand go face down into the zone. No move records it; later layouts have them."""


class ClearAway(PendingAction):
    """All the `cards` leave the table. No move records it; later layouts lack them."""


class CardAction(PendingAction, kw_only=True):
    """An action that becomes a move as soon as its cards are in place.

    `move` is the tag of the move, `given` its fixed fields, and `ask` the question that the cards
    answer. Its offer is `shown` like any other. The offer is made to the camera, or `by` the seat;
    then the move names the `seat`. `instead` marks another way to do what an earlier action asks
    for, so nobody waits for it.
    """

    move: str
    ask: AskCards | AskPlace
    shown: Presentation
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    by: By = By.CAMERA
    instead: bool = False


class HandOver(LayDown, CardAction, kw_only=True):
    """Cards of the hand go face down into a zone of the player who gets them, as one move."""


class Lay(CardAction):
    """A card goes face up into the zone.

    A player who holds a card named in `first` must lay such a card, or one named in `beside`. Only
    later cards show whether they did. If it `sweeps`, all the possible cards go there together, and
    the camera reads only the top card.
    """

    first: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    sweeps: bool = False

    def honest_cards(self, hand: Sequence[str]) -> Sequence[str]:
        """Return the cards of a hand from which its player must choose."""
        if not any(card in self.first for card in hand):
            return hand
        return [card for card in hand if card in self.first or card in self.beside]


class TurnUp(Lay, kw_only=True):
    """A card of `source`, a pile or a card that lies face down, goes face up into the zone.

    If `source` is the zone itself, the card is turned over in its place.
    """

    source: Zone


class Take(CardAction):
    """A card that lies in the zone goes onto the pile `into`, or into the hand if it is None."""

    into: Zone | None = None


class Clear(CardAction):
    """All the `cards` leave the zone, as one move."""


class Return(Clear):
    """The `cards` leave the zone and go back to the pile `into`, or into the hand if it is None."""

    into: Zone | None = None


def draw(pile: Zone, seat: int, count: int = 1) -> Draw:
    """Return the action of a seat that must draw `count` cards from a pile."""
    message = Message("page.draws", {"seat": seat, "count": count})
    return Draw(message, pile, seat, count=count)


def offers_of(actions: Iterable[PendingAction]) -> tuple[Offer, ...]:
    """Return the offers of those actions that become moves."""
    return tuple([_offer_of(action) for action in actions if isinstance(action, CardAction)])


def awaited(actions: Iterable[PendingAction]) -> tuple[PendingAction, ...]:
    """Return the actions that the match waits for. Draws make no move, and others are choices."""
    awaits = (action for action in actions if not isinstance(action, Draw))
    return tuple(action for action in awaits if not getattr(action, "instead", False))


def draws_of(actions: Iterable[PendingAction]) -> tuple[Draw | TurnUp, ...]:
    """Return the actions that take cards of a pile, or turn up a card that lies face down."""
    return tuple(action for action in actions if isinstance(action, Draw | TurnUp))


def free_cells(actions: Iterable[PendingAction]) -> dict[Zone, frozenset[Position]]:
    """Return the cells of each grid from which a card may be taken."""
    return {
        action.zone: frozenset(at for cells in action.ask.places.values() for at in cells)
        for action in actions
        if isinstance(action, Take) and isinstance(action.ask, AskPlace)
    }


def _offer_of(action: CardAction) -> Offer:
    move, shown, given, ask = action.move, action.shown, action.given, (action.ask,)
    if action.by is By.SEAT:
        return Offer(move, shown, action.seat, given, ask)
    return Offer(move, shown, None, given, ask, by=action.by, typed=Typed.READING)


# -- what changes on the table do for an action ---------------------------------------------------


Made = tuple[Any, tuple[Change, ...]]  # A move, and the changes that make it.


def progress(action: PendingAction, changes: Changes) -> PendingAction:
    """Return the action with the number of its cards that people have handled so far.

    A single card is either a move, and then its action is no longer pending, or it is refused.
    """
    if action.count == 1:
        return action
    match action:
        case Lay():
            done = len(laid_face_up(changes, action.zone))
        case LayDown():
            done = min(action.count, len(laid_face_down(changes, action.zone)))
        case ClearAway():  # Its cards may lie in several zones.
            gone = Counter(change.was.name for change in changes if isinstance(change, Taken))
            done = (gone & Counter(action.cards)).total()
        case _:
            done = len(cards_taken_from(changes, action.zone))
    return replace(action, have=action.have + done) if done else action


def made_by(
    action: CardAction, change: Change, left: Changes, moves: Mapping[str, type]
) -> Made | None:
    """Return the move that a change makes of an action, and all the changes that belong to it.

    `left` has all the changes, and `moves` the types of the moves by their tags. Return None if the
    change has nothing to do with the action, or if some of its cards are still missing.
    """
    if isinstance(action, Lay):
        return _laid(action, change, left, moves)
    if isinstance(action, HandOver):
        return _handed_over(action, change, left, moves)
    if not isinstance(change, Taken) or change.was.zone != action.zone:
        return None
    if isinstance(action, Take):
        return _taken(action, change, left, moves)
    return _cleared(action, change, left, moves) if isinstance(action, Clear) else None


def _laid(action: Lay, change: Change, left: Changes, moves: Mapping[str, type]) -> Made | None:
    """Return the move of cards that were laid, perhaps by another seat at its own place."""
    if not is_face_up(change) or change.zone is None:
        return None
    if change.zone != action.zone:
        other = _of_other_seat(action, change.zone)
        return None if other is None else _laid(other, change, left, moves)
    if isinstance(action.ask, AskPlace):
        if change.at is None:
            return None
        return _move(action, Cell(change.card, *change.at), (change,), moves), (change,)
    needed = action.ask.least - len(action.ask.known)
    laid = (change,) if needed == 1 else laid_face_up(left, action.zone)
    if len(laid) < needed:
        return None
    return _move(action, (*action.ask.known, *(card.card for card in laid)), laid, moves), laid


def _handed_over(
    action: HandOver, change: Change, left: Changes, moves: Mapping[str, type]
) -> Made | None:
    laid = laid_face_down(left, action.zone)
    if change not in laid or len(laid) < action.count:
        return None
    return _move(action, (), laid, moves), laid


def _of_other_seat(action: Lay, zone: Zone) -> Lay | None:
    """Return the action as that of the seat of a zone, so that the game refuses it."""
    if action.zone.seat is None or zone.seat is None or zone.kind != action.zone.kind:
        return None
    if action.count != 1 or isinstance(action.ask, AskPlace) or action.ask.known:
        return None
    given = {name: zone.seat if name == "player" else value for name, value in action.given.items()}
    if action.by is not By.SEAT and given == action.given:
        return None  # The move names no seat, so nothing would be wrong with it.
    return replace(action, zone=zone, seat=zone.seat, given=given)


def _taken(action: Take, change: Taken, left: Changes, moves: Mapping[str, type]) -> Made | None:
    if isinstance(action.ask, AskPlace):
        if change.was.at is None:
            return None
        return _move(action, Cell(change.was.name, *change.was.at), (change,), moves), (change,)
    taken = cards_taken_from(left, action.zone)
    if len(taken) < action.ask.least:
        return None
    return _move(action, tuple(card.was.name for card in taken), taken, moves), taken


def _cleared(action: Clear, change: Taken, left: Changes, moves: Mapping[str, type]) -> Made | None:
    """Return the move of cards that were cleared. It names the cards laid in their place."""
    taken = cards_taken_from(left, action.zone)
    gone = tuple(card for card in taken if card.was.status is CardStatus.TO_CLEAR)
    if change not in gone or len(gone) < len(action.cards):
        return None
    others = laid_face_up(left, action.zone)
    return _move(action, tuple(card.card for card in others), others, moves), (*gone, *others)


def _move(action: CardAction, answer: Any, shown: Changes, moves: Mapping[str, type]) -> Any:
    """Return the move of an action, with the answer to its question and the pictures."""
    kind: Any = moves[action.move]
    fields = {**action.given, action.ask.field: answer}
    if action.by is By.SEAT:
        fields["seat"] = action.seat
    if "proof" in kind.__struct_fields__:
        fields["proof"] = picture_ids(shown)
    return kind(**fields)
