"""The market: turning cards up, clearing three alike, and taking cards (PC-4 … 6, PC-81)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.kit import compare_cards
from referee.plenty_coups.rules.checks import must_be_phase, must_be_player, must_not_be_face_up
from referee.plenty_coups.rules.draft import Draft, remove_cards
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


def market_read(draft: Draft, move: moves.MarketRead) -> None:
    """Apply the cards that the market shows. If three are alike, players must clear it (PC-4,
    PC-6).
    """
    state, most = draft.state, draft.state.market_target
    must_be_phase(state, Turning)
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
        draft.shuffle()  # the pile ran out earlier than counted
    draft.draw(len(new))
    draft.add_ruling("PC-6", "plenty_coups.market", proof=move.proof, cards=tuple(new))
    draft.set_deck(unseen=remove_cards(draft.state.deck.unseen, *new))
    draft.set_state(market=tuple(sorted(move.cards)), last=TURNED_EVENT)
    _check_market(draft)


def _check_market(draft: Draft) -> None:
    """Require a cleared market if three cards are alike and the pile is not empty (PC-4)."""
    market = draft.state.market
    if len(market) == MARKET_SIZE and draft.state.deck.pile and has_three_alike(market):
        draft.set_state(phase=Sweeping())
        draft.add_ruling("PC-4", "plenty_coups.alike", cards=market)
    else:
        start_turn(draft)


def swept(draft: Draft, move: moves.Swept) -> None:
    """Ask for four new cards once players have cleared the market (PC-4)."""
    must_be_phase(draft.state, Sweeping)
    if move.cards:
        refuse("PC-4", "not_swept", cards=move.cards)
    draft.add_used(*draft.state.market)
    draft.set_state(phase=Turning(), market=(), last=TURNED_EVENT)
    draft.add_ruling("PC-4", "plenty_coups.swept", proof=move.proof)


def take(draft: Draft, move: moves.Take) -> None:
    """Move cards from the market to a hand. Everybody sees which cards they are (PC-5, PC-50)."""
    state = draft.state
    left = must_be_phase(state, Taking).left
    must_be_player(state, move.seat)
    if len(move.cards) != left:
        refuse("PC-5" if left > 1 else "PC-50", "takes", count=left)
    rest, missing = compare_cards(state.market, move.cards)
    if missing:
        refuse("PC-5", "not_in_market", cards=tuple(missing))
    draft.add_tribe_ruling("PC-5", "plenty_coups.takes", proof=move.proof, cards=move.cards)
    own = state.own_tribe
    known = tuple(sorted((*own.known, *move.cards)))
    draft.set_tribe(state.turn, hand=own.hand + left, known=known)
    deck = replace(state.deck, before=state.deck.away, away=())
    draft.set_state(market=tuple(rest), deck=deck, last=Event(What.OTHER, state.turn))
    start_actions(draft)
