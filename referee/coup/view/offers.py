"""The offers of each phase of Coup, and those to the host.

A short press doubts (challenge). A long press accepts (pass, move on, concede, done). A double
press claims a card against the action (block). See ``referee/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee import contract as c
from referee.coup.rules.host import may_leave, spare_coins
from referee.coup.rules.open_cards import correctable_cards, corrected_seat
from referee.coup.state import phases
from referee.coup.state.cards import ACTIONS, MUST_COUP
from referee.coup.state.moves import offer
from referee.coup.state.state import (
    MIDDLE,
    State,
    challenge_of_shown,
    claimer,
    clockwise,
    hidden_cards,
    is_in,
    nameable,
    seat_zone,
    unanswered_seats,
)

GRACE_S = 0.7  # Less than `kit.GRACE_S`, because a challenge is a race.

_ACTIONS = {action: offer.shown(action, effect=action) for action in ACTIONS}


def action_offers(state: State, _phase: phases.Turn) -> tuple[c.Offer, ...]:
    """Return the actions that the seat to move can pay for, or only a coup (CP-4, CP-5)."""
    seat = state.turn
    return _payable_actions(seat, min(state.coins[seat], MUST_COUP), clockwise(state, seat))


@lru_cache(maxsize=256)
def _payable_actions(seat: int, purse: int, others: tuple[int, ...]) -> tuple[c.Offer, ...]:
    if purse >= MUST_COUP:
        able = [ACTIONS["coup"]]
    else:
        able = [action for action in ACTIONS.values() if action.cost <= purse]
    target = c.AskSeat("target", others)
    return tuple(
        c.Offer(
            "declare",
            _ACTIONS[action.name],
            seat,
            {"action": action.name},
            (target,) if action.targets else (),
        )
        for action in able
    )


def lacking_actions(state: State) -> tuple[c.Choice, ...]:
    """Return the actions that the seat to move cannot pay for, with their cost (CP-4)."""
    return tuple(
        c.Choice(
            action.name,
            _ACTIONS[action.name].label,
            c.Message("coup.effect.needs", {"count": action.cost}),
        )
        for action in ACTIONS.values()
        if action.cost > state.coins[state.turn]
    )


class _Answering(NamedTuple):
    """The seats that have not answered in a window, and who may close it when."""

    seats: tuple[int, ...]
    turn: int
    least_s: int
    most_s: int


def _answering(state: State) -> _Answering:
    options = state.options
    return _Answering(unanswered_seats(state), state.turn, options.least_s, options.most_s)


def challenge_offers(
    state: State, window: phases.Challengeable | phases.Counter
) -> tuple[c.Offer, ...]:
    """Return the challenge and the pass of each seat, clockwise (CP-22, CP-23).

    Players who also wanted to block may press just after a block. A wait gives them time to let go.
    """
    return _challenges(_answering(state), GRACE_S if type(window) is phases.Counter else 0.0)


def block_offers(state: State, window: phases.Blockable) -> tuple[c.Offer, ...]:
    """Return the block and the pass of each seat, clockwise (CP-22, CP-23)."""
    play = window.play
    return _blocks(_answering(state), play.action.blocks, nameable(state, play))


@lru_cache(maxsize=256)
def _challenges(who: _Answering, grace_s: float) -> tuple[c.Offer, ...]:
    how: dict[str, Any] = {"press": c.Press.SHORT, "after_s": grace_s, "race": len(who.seats) > 1}
    return _answers(
        who, [offer("challenge", seat, effect="challenge", **how) for seat in who.seats], grace_s
    )


@lru_cache(maxsize=256)
def _blocks(
    who: _Answering, claims: tuple[str, ...], names: tuple[str, ...]
) -> tuple[c.Offer, ...]:
    labels = {card: c.Message("coup.offer.name_card", {"card": card}) for card in names}
    ask = (c.AskChoice("card", tuple(map(c.Choice, labels, labels.values()))),) if names else ()
    effect, race = _block_effect(claims), len(who.seats) > 1
    shown = replace(offer.shown("block", press=c.Press.DOUBLE, race=race), effect=effect)
    return _answers(who, [c.Offer("block", shown, seat, optional=ask) for seat in who.seats], 0.0)


def _answers(who: _Answering, objections: Iterable[c.Offer], grace_s: float) -> tuple[c.Offer, ...]:
    """Return the objections, the passes, and the ways to close the window."""
    passes = [offer("pass", seat, press=c.Press.LONG, after_s=grace_s) for seat in who.seats]
    # The long press of the active player belongs to their own answer, if they may give one.
    press = None if who.turn in who.seats else c.Press.LONG
    closes = [offer("move_on", who.turn, press=press, after_s=float(who.least_s))]
    if who.most_s:
        closes.append(offer("window_closed", by=c.By.CLOCK, after_s=float(who.most_s)))
    return (*objections, *passes, *closes)


def _block_effect(cards: tuple[str, ...]) -> c.Message:
    """Return the effect of a block: it claims one character, or one of two."""
    if len(cards) == 1:
        return c.Message("coup.effect.block", {"card": cards[0]})
    one, other = cards
    return c.Message("coup.effect.block_either", {"one_card": one, "other_card": other})


def name_offers(state: State, phase: phases.Naming) -> tuple[c.Offer, ...]:
    """Return the characters that the block may claim, one for each kind of press.

    A short press names one of them, and a long press the other.
    """
    name = partial(offer, "name_card", phase.play.claimer(state.turn), after_s=GRACE_S)
    return tuple(
        name(given={"card": card}, card=card, press=press)
        for card, press in zip(phase.play.action.blocks, (c.Press.SHORT, c.Press.LONG), strict=True)
    )


# -- a card is shown or exchanged ---------------------------------------------------------------


def concede_offers(state: State, _phase: phases.Show) -> tuple[c.Offer, ...]:
    """Return the offer to concede instead of showing the card (CP-24)."""
    seat, accepts = claimer(state), c.Press.LONG
    return (offer("concede", seat, effect="concede", press=accepts, after_s=GRACE_S),)


def exchange_offers(state: State, _phase: phases.Exchange) -> tuple[c.Offer, ...]:
    """Return the offer to say that the exchange is done (CP-16)."""
    return (offer("exchanged", state.turn, press=c.Press.LONG, after_s=GRACE_S),)


# -- the host -----------------------------------------------------------------------------------


def host_offers(state: State) -> tuple[c.Offer, ...]:
    """Return the host's offers: correct a card or a purse, or let a player leave."""
    right: list[c.Offer] = []
    was_shown = challenge_of_shown(state) is not None
    if was_shown or any(state.faces):
        if was_shown:
            ask = c.AskCards("cards", str(MIDDLE), 1, 1, hidden_cards(state))
        else:
            seat = corrected_seat(state)
            up, zone = state.faces[seat], str(seat_zone(seat))
            possible = correctable_cards(state, seat)
            ask = c.AskCards("cards", zone, len(up), len(up), possible, up[:-1])
        typed = c.Typed.CORRECTION
        right.append(offer("cards_corrected", None, ask, by=c.By.HOST, typed=typed))
    if type(state.phase) is not phases.Over:
        spare = spare_coins(state)
        right += [
            _purse_offer(seat, coins + spare)
            for seat, coins in enumerate(state.coins)
            if is_in(state, seat)
        ]
    right += map(offer.leave, may_leave(state))
    return tuple(right)


@lru_cache(maxsize=256)
def _purse_offer(seat: int, most: int) -> c.Offer:
    """Return the offer to set a purse, to at most `most` coins."""
    return offer("coins_set", seat, c.AskNumber("coins", 0, most), by=c.By.HOST, seat=seat)
