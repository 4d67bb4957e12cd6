"""The market: turning cards up, clearing three alike, and taking cards (PC-4 … 6, PC-81)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.kit import compare_cards, replaced
from referee.plenty_coups.rules import changes
from referee.plenty_coups.rules.checks import must_be_player, must_not_be_face_up
from referee.plenty_coups.rules.turns import start_actions, start_turn
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import COUNTS, has_three_alike
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Sweeping, Taking, Turning
from referee.plenty_coups.state.state import MARKET_SIZE, Event, State, What

TURNED_EVENT = Event(What.OTHER)
MISCOUNT = 1  # The pile may be smaller than counted by this many cards.


def turnable_cards(state: State) -> dict[str, int]:
    """Return the cards that may turn up: the unseen ones and, if the pile may run out, the
    discards.

    The pile runs out earlier than counted if a hand secretly holds one card too many.
    """
    deck = state.deck
    if deck.pile - MISCOUNT < state.market_target - len(state.market):
        return dict(Counter(deck.unseen) + Counter(deck.used))
    return deck.unseen


def spare_copies(state: State, card: str) -> int:
    """Return how many copies of a card the pile and all hands may hold (PC-6, PC-82)."""
    known = sum(tribe.known.count(card) for tribe in state.tribes)
    return turnable_cards(state).get(card, 0) + known


def market_read(state: State, _phase: Turning, move: moves.MarketRead) -> State:
    """Apply the cards that the market shows (PC-6).

    If three are alike, and the pile is not empty, players must clear the market (PC-4).
    """
    most = state.market_target
    if len(move.cards) != most:
        refuse("PC-6", "market_count", given=len(move.cards), count=most)
    new, missing = compare_cards(move.cards, state.market)
    if missing:
        refuse("PC-6", "market_gone", cards=tuple(missing))
    may, unseen = turnable_cards(state), state.deck.unseen
    for card in new:
        if new.count(card) > may.get(card, 0):
            if card not in COUNTS:
                refuse("PC-82", "no_such_card", given=card)
            must_not_be_face_up(state, card)
            refuse("PC-82", "too_often", card=card)
    if may is not unseen and any(new.count(card) > unseen.get(card, 0) for card in new):
        state = changes.shuffle(state)  # the pile ran out earlier than counted
    state = changes.draw(state, len(new), *new)
    state = replace(state, market=tuple(sorted(move.cards)), last=TURNED_EVENT)
    state = state.say("PC-6", "plenty_coups.market", (), move.proof, cards=tuple(new))
    market = state.market
    if len(market) == MARKET_SIZE and state.deck.pile and has_three_alike(market):
        return replace(state, phase=Sweeping()).say("PC-4", "plenty_coups.alike", cards=market)
    return start_turn(state)


def swept(state: State, _phase: Sweeping, move: moves.Swept) -> State:
    """Ask for four new cards once players have cleared the market (PC-4)."""
    if move.cards:
        refuse("PC-4", "not_swept", cards=move.cards)
    state = changes.add_used(state, *state.market)
    state = replace(state, phase=Turning(), market=(), last=TURNED_EVENT)
    return state.say("PC-4", "plenty_coups.swept", (), move.proof)


def take(state: State, phase: Taking, move: moves.Take) -> State:
    """Move cards from the market to a hand. Everybody sees which cards they are (PC-5, PC-50)."""
    left = phase.left
    must_be_player(state, move.seat)
    if len(move.cards) != left:
        refuse(state.turn_rule, "takes", count=left)
    rest, missing = compare_cards(state.market, move.cards)
    if missing:
        refuse(state.turn_rule, "not_in_market", cards=tuple(missing))
    own = state.own_tribe
    own = replace(own, hand=own.hand + left, known=tuple(sorted((*own.known, *move.cards))))
    tribes, last = replaced(state.tribes, state.turn, own), Event(What.OTHER, state.turn)
    deck = replace(state.deck, before=state.deck.away, away=())
    state = replace(state, tribes=tribes, market=tuple(rest), deck=deck, last=last)
    state = state.tell("PC-5", "plenty_coups.takes", proof=move.proof, cards=move.cards)
    return start_actions(state)
