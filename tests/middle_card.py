"""High Card around a card in the middle, which somebody turns up in its place in each round.

The cards of the round before still lie there when the next ones are dealt.
"""

from __future__ import annotations

from dataclasses import replace as with_parts
from typing import Any

from msgspec.structs import asdict, replace

from referee import contract, pending
from referee.contract import Message, Offers, Presentation, Ruling
from referee.examples import high_card
from referee.examples.high_card import Lay, Options, phase
from referee.judge import Judge
from referee.kit import MoveBase, Played
from referee.table import Card, CardStatus, Layout, Pile, Zone

MIDDLE = Zone("middle")


class TurnUp(MoveBase, tag="turn_up"):
    """The card in the middle is turned up. `proof` has the id of the picture that shows it."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class State(high_card.State):
    """The state of a match, with the card in the middle, or an empty string before it is up."""

    middle: str = ""

    @property
    def possible(self) -> dict[str, int]:
        """The cards that seats may lay now, or that may lie in the middle."""
        return {card: 1 for card in super().possible if self.full or card != self.middle}


def begin(options: Options, seats: int) -> State:
    """Return the first state of a match."""
    return State(**asdict(high_card.begin(options, seats)))


def apply(state: State, move: Lay | TurnUp) -> Played[high_card.State]:
    """Return the state after `move`, and the rulings. Raise `IllegalMove` if it is not allowed."""
    turns = state.full or not state.middle
    if turns is not isinstance(move, TurnUp):
        high_card.refuse("HC-1", "one_card", cards=move.cards)
    if isinstance(move, Lay):
        return high_card.apply(state, move)
    number, nothing = state.round + state.full, ("",) * len(state.cards)
    after = replace(state, middle=move.cards[0], cards=nothing, round=number)
    return after, (Ruling("HC-1", phase(after), proof=move.proof),)


def pending_actions(state: State) -> tuple[pending.PendingAction, ...]:
    """Return what people must do by hand now: anybody turns up the card, or a seat lays one."""
    if state.over or (state.middle and not state.full):
        return high_card.pending_actions(state)
    return (
        pending.TurnUp(
            phase(state),
            MIDDLE,
            rule="HC-1",
            source=MIDDLE,
            move="turn_up",
            ask=contract.AskCards("cards", str(MIDDLE), 1, 1, state.possible),
            shown=Presentation(Message("high_card.offer.lay")),
        ),
    )


def offers(state: State) -> Offers:
    """Return the moves that can be made now, and the cue for each seat's lamp."""
    return Offers(pending.offers_of(pending_actions(state)), high_card.offers(state).cues)


def layout(state: State) -> Layout:
    """Return where each card must lie. Cards in the middle are a pile that nobody counts."""
    status = CardStatus.TO_CLEAR if state.full else CardStatus.STAYS
    middle = (Card(state.middle, MIDDLE, None, status),) if state.middle else ()
    lies = high_card.layout(state)
    return replace(lies, cards=(*middle, *lies.cards), piles=(Pile(MIDDLE),))


def view(state: State, seat: int | None) -> contract.View:
    """Return what a seat or a spectator may see. One more card is dealt into the middle."""
    shown = high_card.view(state, seat)
    return replace(shown, deal=None if shown.deal is None else replace(shown.deal, table=1))


PLAIN: Any = high_card.GAME
GAME = with_parts(
    PLAIN,
    rules=with_parts(
        PLAIN.rules, state=State, move=Lay | TurnUp, begin=begin, apply=apply, offers=offers
    ),
    table=with_parts(
        PLAIN.table,
        layout=layout,
        pending=pending_actions,
        judge=Judge[Any](apply, actions=pending_actions, moves=Lay | TurnUp),
    ),
    shown=with_parts(PLAIN.shown, view=view),
)
