"""The actions pending in each phase: draw, turn up, take, lay, discard or clear cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.contract import AskCards, By, Message
from referee.pending import Clear, Draw, Lay, PendingAction, Take, TurnUp, draw
from referee.plenty_coups.rules import defence, raids
from referee.plenty_coups.rules.market import turnable_cards
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.cards import PROOF_CARDS
from referee.plenty_coups.state.hands import possible_cards
from referee.plenty_coups.state.moves import offer
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import DISCARD, MARKET, PILE, RAIDS, SHIELDS
from referee.plenty_coups.view.action_offers import ask_second_card
from referee.plenty_coups.view.focus import take_focus

CLEAR_MARKET = Message("plenty_coups.focus.sweep")

# -- the market ------------------------------------------------------------------------------------


def cards_to_turn_up(state: State, _phase: phases.Turning) -> tuple[PendingAction, ...]:
    """Return the cards that anybody turns up until the market is full (PC-4, PC-6)."""
    target, market = state.market_target, state.market
    count, possible = target - len(market), dict(turnable_cards(state))
    for card in market:
        possible[card] = possible.get(card, 0) + 1
    turn_up = TurnUp(
        Message("plenty_coups.want.market", {"count": count}),
        MARKET,
        count=count,
        rule="PC-6",
        move="market_read",
        ask=AskCards("cards", str(MARKET), target, target, possible, market),
        shown=offer.shown("market"),
        source=PILE,
    )
    return (turn_up,)


def market_to_clear(state: State, _phase: phases.Sweeping) -> tuple[PendingAction, ...]:
    """Return the market, which anybody clears, as three of its cards are alike (PC-4)."""
    return _market_to_clear(state.market)


@lru_cache(maxsize=64)
def _market_to_clear(market: tuple[str, ...]) -> tuple[PendingAction, ...]:
    ask, count = AskCards("cards", str(MARKET), 0, 0, {}), len(market)
    clear = Clear(
        CLEAR_MARKET,
        MARKET,
        count=count,
        cards=market,
        rule="PC-4",
        move="swept",
        ask=ask,
        shown=offer.shown("swept"),
    )
    return (clear,)


def cards_to_take(state: State, phase: phases.Taking) -> tuple[PendingAction, ...]:
    """Return the cards of the market that the tribe on turn takes (PC-5, PC-50).

    After disdain, it first draws (PC-22).
    """
    count, possible = phase.left, dict[str, int]()
    for card in state.market:
        possible[card] = possible.get(card, 0) + 1
    take = Take(
        take_focus(state, phase).label,
        MARKET,
        state.seat,
        count=count,
        rule=state.turn_rule,
        move="take",
        ask=AskCards("cards", str(MARKET), count, count, possible),
        shown=offer.shown("take", count=count),
        by=By.SEAT,
    )
    return (*cards_to_draw(state), take)


# -- double actions --------------------------------------------------------------------------------


def second_warrior(state: State, phase: phases.Raiding) -> tuple[PendingAction, ...]:
    """Return the second warrior, for which the first one waits (PC-13, PC-14)."""
    first, camp = phase.card, phase.camp
    others = raids.second_warriors(state, first)
    cards = (card for card in others if raids.beats(state, camp, (first, card)))
    message = Message("plenty_coups.want.reinforce", {"card": first, "camp_seat": camp})
    lay = Lay(
        message,
        RAIDS[camp],
        state.seat,
        have=1,
        count=2,
        rule="PC-14",
        move="reinforce",
        ask=ask_second_card(RAIDS[camp], first, cards),
        shown=offer.shown("reinforce", card=first, camp_seat=camp),
        given={"camp": camp},
        by=By.SEAT,
    )
    return (lay,)


def second_weapon(state: State, phase: phases.Defending) -> tuple[PendingAction, ...]:
    """Return the second weapon, for which the first one waits (PC-16)."""
    first, zone, raid = phase.card, SHIELDS[state.turn], defence.must_be_raided(state)
    cards = (
        card
        for card in defence.second_weapons(state, first)
        if defence.weapon_pair_objection(state, raid, (first, card)) is None
    )
    lay = Lay(
        Message("plenty_coups.want.support", {"card": first}),
        zone,
        state.seat,
        have=1,
        count=2,
        rule="PC-16",
        move="support",
        ask=ask_second_card(zone, first, cards),
        shown=offer.shown("support", card=first),
        by=By.SEAT,
    )
    return (lay,)


# -- discards --------------------------------------------------------------------------------------


def cards_to_discard(state: State, phase: phases.Hunting) -> tuple[PendingAction, ...]:
    """Return the cards that a hunt draws, and then discards (PC-21)."""
    count = phase.drawn
    lay = Lay(
        Message("plenty_coups.want.hunted", {"tribe_seat": state.turn, "count": count}),
        DISCARD,
        state.seat,
        count=count,
        rule="PC-21",
        move="hunted",
        ask=AskCards("cards", str(DISCARD), count, count, possible_cards(state, state.turn)),
        shown=offer.shown("hunted", count=count),
        by=By.SEAT,
    )
    return (*cards_to_draw(state), lay)


def proof(state: State, phase: phases.Answering) -> tuple[PendingAction, ...]:
    """Return the card with which a disdained tribe may prove its worth (PC-22).

    It is no move if the hand cannot hold such a card.
    """
    tribe, seat, rule = phase.tribe, state.player_of(phase.tribe), "PC-22"
    loses = bool(state.tribes[tribe].prestige)
    key = "plenty_coups.want.prove" if loses else "plenty_coups.want.prove_nothing"
    answer = Message(key, {"tribe_seat": tribe})
    cards = dict.fromkeys(possible_cards(state, tribe, PROOF_CARDS), 1)
    if not cards:
        return (PendingAction(answer, DISCARD, seat, rule=rule),)
    ask = AskCards("cards", str(DISCARD), 1, 1, cards)
    fixed: dict[str, Any] = {"rule": rule, "move": "prove", "shown": offer.shown("prove")}
    return (Lay(answer, DISCARD, seat, ask=ask, by=By.SEAT, **fixed),)


def cards_to_draw(state: State) -> tuple[Draw, ...]:
    """Return the cards that the tribe on turn draws from the pile: on a hunt, or after disdain."""
    match state.phase:
        case phases.Hunting(drawn=count) | phases.Taking(draws=count) if count:
            return (draw(PILE, state.seat, count),)
    return ()
