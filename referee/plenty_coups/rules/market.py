"""The market: cards turned, three alike swept away, cards taken (PC-4, PC-5, PC-6, PC-81)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.kit import Played, Rulings, replaced, told_apart
from referee.plenty_coups.rules.turns import acts, due, must_be, must_be_player, opens, said
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import COUNTS, alike
from referee.plenty_coups.state.hands import discarded, drawn, less, must_not_lie, shuffled
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.state import MARKET_SIZE, Event, Phase, State, What

TURNED = Event(What.OTHER)
MISCOUNT = 1  # cards by which the pile may be smaller than it is counted to be


def turnable(state: State) -> dict[str, int]:
    """Return which cards may be turned: unseen ones, discards too where the pile may run out.

    A hand with one card too many, which nobody sees, has it run out sooner than is counted.
    """
    if state.pile - MISCOUNT >= MARKET_SIZE - len(state.market):
        return state.unseen
    short = state.pile - MISCOUNT < due(state) - len(state.market)
    return dict(Counter(state.unseen) + Counter(state.used)) if short else state.unseen


def market_read(state: State, move: moves.MarketRead) -> Played[State]:
    """Take what lies in the market now; three alike go (PC-4, PC-6)."""
    must_be(state, Phase.MARKET)
    most = due(state)
    if len(move.cards) != most:
        refuse("PC-6", "market_count", given=len(move.cards), count=most)
    new, gone = told_apart(move.cards, state.market)
    if gone:
        refuse("PC-6", "market_gone", cards=tuple(gone))
    may, ran_out = turnable(state), False
    for card in new:
        if card not in COUNTS:
            refuse("PC-82", "no_such_card", given=card)
        many = new.count(card)
        if many > may.get(card, 0):
            must_not_lie(state, card)
            refuse("PC-82", "too_often", card=card)
        ran_out = ran_out or many > state.unseen.get(card, 0)
    lies = Ruling("PC-6", Message("plenty_coups.market", {"cards": tuple(new)}), (), (), move.proof)
    rulings: Rulings = (lies,)
    if ran_out:  # sooner than the pile was counted to
        state, said_so = shuffled(state)
        rulings = (*said_so, lies)
    state, again = drawn(state, len(new))
    market = tuple(sorted(move.cards))
    state = replace(state, market=market, unseen=less(state.unseen, *new), last=TURNED)
    return _swept(state, (*again, *rulings))


def _swept(state: State, rulings: Rulings) -> Played[State]:
    """Have the market cleared where three of it are alike, while the pile lasts (PC-4)."""
    if len(state.market) == MARKET_SIZE and state.pile and alike(state.market):
        three = Message("plenty_coups.alike", {"cards": state.market})
        return replace(state, phase=Phase.SWEEP), (*rulings, Ruling("PC-4", three))
    return opens(state, rulings)


def swept(state: State, move: moves.Swept) -> Played[State]:
    """Turn four new cards once the market is empty (PC-4)."""
    must_be(state, Phase.SWEEP)
    if move.cards:
        refuse("PC-4", "not_swept", cards=move.cards)
    state = discarded(state, state.market)
    state = replace(state, phase=Phase.MARKET, market=(), last=TURNED)
    return state, (Ruling("PC-4", Message("plenty_coups.swept"), (), (), move.proof),)


def take(state: State, move: moves.Take) -> Played[State]:
    """Take cards of the market into the hand; everybody sees which (PC-5, PC-50)."""
    must_be(state, Phase.TAKE)
    must_be_player(state, move.seat)
    if len(move.cards) != state.left:
        refuse("PC-5" if state.left > 1 else "PC-50", "takes", count=state.left)
    _, gone = told_apart(state.market, move.cards)
    if gone:
        refuse("PC-5", "not_in_market", cards=tuple(gone))
    tribe = state.turn
    rest, _ = told_apart(state.market, move.cards)
    takes = said("plenty_coups.takes", "PC-5", state, move.proof, cards=move.cards)
    state = replace(
        state,
        market=tuple(rest),
        hands=replaced(state.hands, tribe, state.hands[tribe] + len(move.cards)),
        known=replaced(state.known, tribe, tuple(sorted((*state.known[tribe], *move.cards)))),
        before=state.away,
        away=(),
        last=Event(What.OTHER, tribe),
    )
    return acts(state, (takes,))
