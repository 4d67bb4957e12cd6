"""What every move must be: in its player's turn, due now, with cards that the hand may hold."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, TypeVar

from referee.kit import Refused
from referee.plenty_coups.state import lying
from referee.plenty_coups.state.cards import COUNTS, STICK
from referee.plenty_coups.state.hands import may_hold, possible, unknown
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Over, Phase
from referee.plenty_coups.state.places import LAID_AWAY
from referee.plenty_coups.state.state import State

P = TypeVar("P", bound=Phase)


def must_be_player(state: State, seat: int) -> None:
    """Refuse a move of anybody but who plays the tribe that is to move (PC-1, PC-53)."""
    tribe = state.acting
    if seat != state.player(tribe):
        refuse("PC-1", "not_your_turn", seat=seat, tribe_seat=tribe)


def refuse_for_now(state: State) -> NoReturn:
    """Refuse a move before what comes first is done, by whom (PC-5)."""
    if isinstance(state.phase, Over):
        refuse("PC-3", "over")
    word = f"plenty_coups.does.{state.phase.name}"
    refuse("PC-5", "not_now", tribe_seat=state.acting, word=word)


def must_be(state: State, kind: type[P]) -> P:
    """Return the phase; refuses a move that does not come now (PC-5)."""
    phase = state.phase
    if not isinstance(phase, kind):
        refuse_for_now(state)
    return phase


def must_act(state: State, seat: int) -> None:
    """Refuse an action of another, that does not come now, or for which none is left (PC-5)."""
    phase = state.phase
    if isinstance(phase, Acting) and phase.actions.left and seat == state.player(state.turn):
        return
    must_be_player(state, seat)
    must_be(state, Acting)
    refuse("PC-5", "no_action_left", tribe_seat=state.turn)


# -- cards ---------------------------------------------------------------------------------------


def must_hold(state: State, tribe: int, cards: tuple[str, ...]) -> None:
    """Refuse cards that cannot be in a hand, by what lies elsewhere (PC-82)."""
    if len(cards) == 1 and may_hold(state, tribe, cards[0]):
        return
    may = possible(state, tribe, set(cards))
    for card, many in Counter(cards).items():
        if card not in COUNTS:
            refuse("PC-82", "no_such_card", given=card)
        if many > may.get(card, 0) and not unknown(state, tribe):
            refuse("PC-82", "hand_known", card=card, tribe_seat=tribe)
        if many > may.get(card, 0):
            must_not_lie(state, card)
            refuse("PC-82", "not_in_hand", card=card, tribe_seat=tribe)


def must_not_lie(state: State, card: str) -> None:
    """Refuse one more of a card that lies open: say how many there are, and where (SL-1)."""
    zones = [one.zone for one in lying.standing(state) if one.name == card]
    zones += [LAID_AWAY] if card in state.deck.used else []
    if zones:
        lie = tuple(dict.fromkeys(map(str, zones)))
        refuse("PC-82", "lies_open", card=card, most=COUNTS[card], zones=lie)


def laid(state: State, cards: tuple[str, ...]) -> str:
    """Return the one card that whose turn it is lays; refuses more, and what no hand holds."""
    if len(cards) != 1 or not may_hold(state, state.turn, cards[0]):
        one_card(cards)
        must_hold(state, state.turn, cards)
    return cards[0]


def one_card(cards: tuple[str, ...]) -> str:
    """Return the one card that a move names; refuses more, or none (PC-5)."""
    if len(cards) != 1:
        refuse("PC-5", "one_card", count=len(cards))
    return cards[0]


def must_be_stick(state: State, cards: tuple[str, ...], rule: str) -> None:
    """Refuse any card but a coup stick of whose turn it is."""
    card = one_card(cards)
    if card != STICK:
        refuse(rule, "no_stick", card=card)
    must_hold(state, state.turn, cards)


# -- whose camp ----------------------------------------------------------------------------------


def bars_other(state: State, camp: int, rule: str) -> Refused:
    """Say why a camp is not another's: it is one's own, or nobody's."""
    if camp == state.turn or camp not in state.camps:
        return refuse.because(rule, "no_other", number=camp + 1)
    return None


def bars_own(state: State, camp: int, rule: str) -> Refused:
    """Say why a camp is not another player's: whose turn it is plays it, too (PC-53)."""
    if camp != state.turn and camp in state.camps:
        same = state.player(camp) == state.seat
        return refuse.because(rule, "you_play", seat=state.seat, camp_seat=camp) if same else None
    return bars_other(state, camp, rule)
