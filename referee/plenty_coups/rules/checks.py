"""Checks for every move: the right player, an action left, and cards that a hand may hold."""

from __future__ import annotations

from collections import Counter

from referee.kit import Refused
from referee.plenty_coups.state.cards import COUNTS, STICK
from referee.plenty_coups.state.hands import may_hold, possible_cards, unknown_count
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.open_cards import open_cards
from referee.plenty_coups.state.phases import Acting
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import LAID_AWAY


def must_be_player(state: State, seat: int) -> None:
    """Raise `IllegalMove` unless `seat` plays the tribe that must move (PC-1, PC-53)."""
    tribe = state.acting
    if seat in state.gone:
        refuse("PC-53", "gone", seat=seat)
    if seat != state.player_of(tribe):
        refuse("PC-1", "not_your_turn", seat=seat, tribe_seat=tribe)


def must_have_action(state: State, seat: int) -> None:
    """Raise `IllegalMove` unless `seat` must move and has an action left (PC-5, PC-50)."""
    must_be_player(state, seat)
    if isinstance(state.phase, Acting) and not state.phase.actions.left:
        refuse(state.turn_rule, "no_action_left", tribe_seat=state.turn)


# -- cards ---------------------------------------------------------------------------------------


def must_hold(state: State, tribe: int, cards: tuple[str, ...]) -> None:
    """Raise `IllegalMove` if a hand cannot hold the cards: too many lie elsewhere (PC-82)."""
    if len(cards) == 1 and may_hold(state, tribe, cards[0]):
        return
    may = possible_cards(state, tribe, set(cards))
    for card, many in Counter(cards).items():
        if card not in COUNTS:
            refuse("PC-82", "no_such_card", given=card)
        if many > may.get(card, 0) and not unknown_count(state, tribe):
            refuse("PC-82", "hand_known", card=card, tribe_seat=tribe)
        if many > may.get(card, 0):
            must_not_be_face_up(state, card)
            refuse("PC-82", "not_in_hand", card=card, tribe_seat=tribe)


def must_not_be_face_up(state: State, card: str) -> None:
    """Raise `IllegalMove`, naming the zones, if all copies of a card may lie face up (SL-1)."""
    zones = [open_card.zone for open_card in open_cards(state) if open_card.name == card]
    zones += [LAID_AWAY] if card in state.deck.used else []
    if zones:
        zone_names = tuple(dict.fromkeys(map(str, zones)))
        refuse("PC-82", "lies_open", card=card, most=COUNTS[card], zones=zone_names)


def laid_card(state: State, cards: tuple[str, ...]) -> str:
    """Return the one card that the tribe on turn laid.

    Raise `IllegalMove` if the number of cards is not one, or if the hand cannot hold the card.
    """
    if len(cards) != 1 or not may_hold(state, state.turn, cards[0]):
        single_card(cards)
        must_hold(state, state.turn, cards)
    return cards[0]


def single_card(cards: tuple[str, ...]) -> str:
    """Return the single card of a move. Raise `IllegalMove` if there is not exactly one (PC-5)."""
    if len(cards) != 1:
        refuse("PC-5", "one_card", count=len(cards))
    return cards[0]


def must_be_stick(state: State, cards: tuple[str, ...], rule: str) -> None:
    """Raise `IllegalMove` unless the tribe on turn laid exactly one coup stick."""
    card = single_card(cards)
    if card != STICK:
        refuse(rule, "no_stick", card=card)
    must_hold(state, state.turn, cards)


# -- camps ---------------------------------------------------------------------------------------


def other_camp_objection(state: State, camp: int, rule: str) -> Refused:
    """Return a refusal if a camp is your own or does not exist, and None otherwise."""
    if camp == state.turn or camp not in state.camps:
        return refuse.refusal(rule, "no_other", number=camp + 1)
    return None


def other_player_objection(state: State, camp: int, rule: str) -> Refused:
    """Return a refusal if you play the tribe of this camp, as your own or for another (PC-53)."""
    if camp != state.turn and camp in state.camps:
        same = state.player_of(camp) == state.seat
        return refuse.refusal(rule, "you_play", seat=state.seat, camp_seat=camp) if same else None
    return other_camp_objection(state, camp, rule)
