"""The actions that the tribe on turn may choose, each with the cards that its hand may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from referee.contract import AskCards, Message, Offer, Presentation
from referee.kit import Refused
from referee.plenty_coups.rules import alliances, coups, defence, disdain, gifts, herd, raids
from referee.plenty_coups.state import zones
from referee.plenty_coups.state.cards import CLANS, HORSE, STICK, WARRIORS, WEAPONS
from referee.plenty_coups.state.hands import possible_cards
from referee.plenty_coups.state.moves import offer
from referee.plenty_coups.state.state import State
from referee.table import Zone

CAMP_ACTIONS = ("raid", "gift", "give_horses", "disdain")  # These actions need a camp.
# Each of these has an effect that fits in a few words, the same for every camp.
ACTIONS_WITH_EFFECT = (*CAMP_ACTIONS, "coup", "breed", "hunt", "propose", "accept", "befriend")
SINGLE_CARD_ACTIONS = ("breed", "coup", "disdain")  # Only one card can pay for these.


def action_offers(state: State) -> Iterator[Offer]:
    """Yield the offers of all actions: those without a camp first, then those for each camp."""
    hand = possible_cards(state, state.turn)
    yield from _coup_offers(state, hand)
    yield from _defence_offers(state, hand)
    yield from _raid_offers(state, hand)
    yield from _alliance_offers(state, hand)
    yield from _disdain_offers(state, hand)
    yield from _discard_offers(state, hand)


def _card_offer(
    state: State,
    move: str,
    zone: Zone,
    cards: dict[str, int],
    camp: int | None = None,
    shown: Presentation | None = None,
) -> Iterator[Offer]:
    """Yield the offer of an action that uses one card in a zone.

    Yield nothing if the hand may hold no such card.
    """
    if not cards:
        return
    given: dict[str, Any] = {} if camp is None else {"camp": camp}
    asks: tuple[AskCards, ...] = (AskCards("cards", str(zone), 1, 1, cards),)
    if len(cards) == 1 and move in SINGLE_CARD_ACTIONS:  # the player has no choice
        given, asks = {**given, "cards": list(cards)}, ()
    yield Offer(move, shown or _shown(move, camp), state.seat, given, asks)


@lru_cache(maxsize=64)
def _shown(move: str, camp: int | None = None) -> Presentation:
    """Return how an action is shown. Its effect is named if it is always the same."""
    label: dict[str, Any] = {} if camp is None else {"camp_seat": camp}
    effect = move if move in ACTIONS_WITH_EFFECT else ""
    return offer.shown(move, effect=effect, among=move if move in CAMP_ACTIONS else "", **label)


def _allowed_cards(
    hand: dict[str, int], cards: Iterable[str], bars: Callable[[str], Refused]
) -> dict[str, int]:
    """Return those of `cards` that the hand may hold and that `bars` does not refuse."""
    return {card: 1 for card in cards if card in hand and bars(card) is None}


# -- raids ---------------------------------------------------------------------------------------


def _raid_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offers to start a raid (PC-11 … 13) or to add a second warrior to it (PC-14)."""
    yield from _reinforce_offers(state)
    warriors = {card: 1 for card in WARRIORS if card in hand}
    for camp in state.other_camps:
        if raids.raid_objection(state, camp) is not None:
            continue
        cards, shown = warriors, _shown("raid", camp)
        if state.tribes[camp].raid is not None:
            cards = dict.fromkeys(raids.strong_warriors(state, camp, warriors), 1)
            above = raids.standing_strength(state, camp)
            effect = Message("plenty_coups.effect.above", {"strength": above})
            shown = replace(shown, effect=effect)
        yield from _card_offer(state, "raid", zones.RAIDS[camp], cards, camp, shown)


def _reinforce_offers(state: State) -> Iterator[Offer]:
    """Yield the offer to add a second warrior from the same clan (PC-14)."""
    camp = state.actions.fresh
    raid = None if camp is None else state.tribes[camp].raid
    if camp is None or raid is None:
        return
    first = raid.cards[0]
    cards = tuple(raids.second_warriors(state, first))
    if cards:
        ask = ask_second_card(zones.RAIDS[camp], first, cards)
        given = {"camp": camp}
        yield offer("reinforce", state.seat, ask, given=given, card=first, camp_seat=camp)


def ask_second_card(zone: Zone, first: str, cards: Iterable[str]) -> AskCards:
    """Return the question which of `cards` lies next to the `first` one."""
    both = dict.fromkeys(cards, 1)
    both[first] = both.get(first, 0) + 1
    return AskCards("cards", str(zone), 2, 2, both, (first,))


# -- defence and coups ---------------------------------------------------------------------------


def _defence_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offer to defend the camp of the tribe on turn with a weapon (PC-15, PC-16)."""
    raid = state.own_tribe.raid
    if raid is None:
        return
    cards = _allowed_cards(hand, WEAPONS, lambda card: defence.weapon_objection(state, raid, card))
    least = state.strength(raid.tribe, raid.cards)
    effect = Message("plenty_coups.effect.at_least", {"strength": least})
    shown = replace(offer.shown("defend", raider_seat=raid.tribe), effect=effect)
    yield from _card_offer(state, "defend", zones.SHIELDS[state.turn], cards, shown=shown)


def _coup_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offers to mark a coup on a raid that came home or was repelled (PC-17, PC-18)."""
    for camp in sorted({state.turn, *state.actions.returned}) if STICK in hand else ():
        if coups.coup_objection(state, camp) is not None:
            continue
        shown = _shown("coup", camp)
        if camp == state.turn:
            shown = replace(shown, label=Message("plenty_coups.offer.coup_in_defence"))
        yield from _card_offer(state, "coup", zones.RAIDS[camp], {STICK: 1}, camp, shown)


# -- disdain -------------------------------------------------------------------------------------


def _disdain_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offers to disdain another tribe (PC-22)."""
    for camp in state.other_camps if STICK in hand and state.summer else ():
        if disdain.disdain_objection(state, camp) is None:
            yield from _card_offer(state, "disdain", zones.STICKS[camp], {STICK: 1}, camp)


# -- alliances -----------------------------------------------------------------------------------


def _alliance_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offers to propose, to accept, and to ally with a clan that nobody plays (PC-30 …
    40).
    """
    tribe, played = state.turn, len(state.tribes)
    if alliances.proposing_objection(state) is None:
        others = (card for camp in state.other_camps for card in state.warriors_of(camp))
        cards = _allowed_cards(hand, others, lambda card: alliances.proposal_objection(state, card))
        yield from _card_offer(state, "propose", zones.HERDS[tribe], cards)
    zone = zones.ALLIANCES[tribe]
    for item in (proposal for proposal in state.proposals if proposal.target == tribe):
        bars = partial(alliances.acceptance_objection, state, item)
        cards = _allowed_cards(hand, state.warriors_of(item.tribe), bars)
        yield from _card_offer(state, "accept", zone, cards, shown=_shown("accept", item.tribe))
    if played < len(CLANS) and alliances.neutral_alliance_objection(state) is None:
        nobodys = (card for camp in range(played, len(CLANS)) for card in state.warriors_of(camp))
        bars = partial(alliances.neutral_card_objection, state)
        cards = _allowed_cards(hand, nobodys, bars)
        yield from _card_offer(state, "befriend", zone, cards)


# -- discards ------------------------------------------------------------------------------------


def _discard_offers(state: State, hand: dict[str, int]) -> Iterator[Offer]:
    """Yield the offers to breed, hunt, exchange gifts and give horses (PC-10, 19, 20, 21)."""
    if HORSE in hand and herd.breeding_objection(state) is None:
        yield from _card_offer(state, "breed", zones.BREED, {HORSE: 1})
    cards = dict.fromkeys(hand, 1)
    yield from _card_offer(state, "hunt", zones.HUNT, cards)
    for camp in state.other_camps:
        if gifts.gift_objection(state, camp) is None:
            yield from _card_offer(state, "gift", zones.SHIELDS[camp], cards, camp)
        if gifts.horse_gift_objection(state, camp) is None:
            yield from _card_offer(state, "give_horses", zones.HERDS[camp], cards, camp)
