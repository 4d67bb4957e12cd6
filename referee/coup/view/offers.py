"""The offers of each phase of Coup, and those to the host.

A short press doubts (challenge). A long press accepts (pass, move on, concede, done). A double
press claims a card against the action (block). See ``referee/README.md``.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    AskSeat,
    By,
    Choice,
    Message,
    Offer,
    Presentation,
    Press,
)
from referee.coup.rules.host import may_leave, spare_coins
from referee.coup.rules.open_cards import correctable_cards, corrected_seat
from referee.coup.state import phases
from referee.coup.state.cards import ACTIONS, MUST_COUP
from referee.coup.state.state import (
    MIDDLE,
    State,
    challenge_of_shown,
    claimer,
    clockwise,
    hidden_cards,
    is_in,
    nameable,
    unanswered_seats,
    zone_name,
)

GRACE_S = 0.7  # Less than `kit.GRACE_S`, because a challenge is a race.

_ACTIONS = {
    action: Presentation(Message(f"coup.offer.{action}"), effect=Message(f"coup.effect.{action}"))
    for action in ACTIONS
}
_BLOCK = Message("coup.offer.block")
_PASS = Message("coup.offer.pass")
_MOVE_ON = Message("coup.offer.move_on")
_CLOSE = Message("coup.offer.window_closed")
_CORRECTED = Presentation(Message("coup.offer.cards_corrected"))
_EXCHANGED = Presentation(Message("coup.offer.exchanged"), press=Press.LONG, after_s=GRACE_S)
_CONCEDE = Presentation(
    Message("coup.offer.concede"),
    effect=Message("coup.effect.concede"),
    press=Press.LONG,
    after_s=GRACE_S,
)


def action_offers(state: State, _phase: phases.Turn) -> tuple[Offer, ...]:
    """Return the actions that the seat to move can pay for, or only a coup (CP-4, CP-5)."""
    seat = state.turn
    return _payable_actions(seat, min(state.coins[seat], MUST_COUP), clockwise(state, seat))


@lru_cache(maxsize=256)
def _payable_actions(seat: int, purse: int, others: tuple[int, ...]) -> tuple[Offer, ...]:
    if purse >= MUST_COUP:
        able = [ACTIONS["coup"]]
    else:
        able = [action for action in ACTIONS.values() if action.cost <= purse]
    target = AskSeat("target", others)
    return tuple(
        Offer(
            "declare",
            _ACTIONS[action.name],
            seat,
            {"action": action.name},
            (target,) if action.targets else (),
        )
        for action in able
    )


def window_offers(state: State, window: phases.Window) -> tuple[Offer, ...]:
    """Return the objection and the pass of each seat that has not answered (CP-22, CP-23).

    The seats come clockwise.
    """
    options, blocks = state.options, isinstance(window, phases.Blockable)
    names = nameable(state, window.play) if blocks else ()
    times = options.least_s, options.most_s
    # Players who also wanted to block may press just after a block. The wait gives them time to let
    # go.
    grace_s = GRACE_S if type(window) is phases.Counter else 0.0
    objects = "block" if blocks else "challenge"
    claims = window.play.action.blocks if blocks else ()
    return _answer_offers(
        objects, unanswered_seats(state), state.turn, names, claims, times, grace_s
    )


@lru_cache(maxsize=256)
def _answer_offers(
    objects: str,
    seats: tuple[int, ...],
    turn: int,
    names: tuple[str, ...],
    claims: tuple[str, ...],
    times: tuple[int, int],
    grace_s: float,
) -> tuple[Offer, ...]:
    race = len(seats) > 1
    if objects == "block":
        ask = (AskChoice("card", tuple(_name_choice(card) for card in names)),) if names else ()
        shown = Presentation(_BLOCK, effect=_block_effect(claims), press=Press.DOUBLE, race=race)
        first = [Offer("block", shown, seat, optional=ask) for seat in seats]
    else:
        shown = Presentation(
            Message("coup.offer.challenge"),
            effect=Message("coup.effect.challenge"),
            press=Press.SHORT,
            after_s=grace_s,
            race=race,
        )
        first = [Offer("challenge", shown, seat) for seat in seats]
    lets_be = Presentation(_PASS, press=Press.LONG, after_s=grace_s)
    passes = [Offer("pass", lets_be, seat) for seat in seats]
    least_s, most_s = times
    press = None if turn in seats else Press.LONG  # The press belongs to the seat's own answer.
    closes = [Offer("move_on", Presentation(_MOVE_ON, press=press, after_s=float(least_s)), turn)]
    if most_s:
        closes.append(
            Offer("window_closed", Presentation(_CLOSE, after_s=float(most_s)), by=By.CLOCK)
        )
    return (*first, *passes, *closes)


def _block_effect(cards: tuple[str, ...]) -> Message:
    """Return the effect of a block: it claims one character, or one of two."""
    if len(cards) == 1:
        return Message("coup.effect.block", {"card": cards[0]})
    one, other = cards
    return Message("coup.effect.block_either", {"one_card": one, "other_card": other})


def name_offers(state: State, phase: phases.Naming) -> tuple[Offer, ...]:
    """Return the characters that the block may claim, one for each kind of press.

    A short press names one of them, and a long press the other.
    """
    return tuple(
        Offer(
            "name_card",
            Presentation(_name_choice(card).label, press=press, after_s=GRACE_S),
            phase.play.claimer(state.turn),
            {"card": card},
        )
        for card, press in zip(phase.play.action.blocks, (Press.SHORT, Press.LONG), strict=True)
    )


def _name_choice(card: str) -> Choice:
    return Choice(card, Message("coup.offer.name_card", {"card": card}))


# -- a card is shown or exchanged ---------------------------------------------------------------


def concede_offers(state: State, _phase: phases.Show) -> tuple[Offer, ...]:
    """Return the offer to concede instead of showing the card (CP-24)."""
    return (Offer("concede", _CONCEDE, claimer(state)),)


def exchange_offers(state: State, _phase: phases.Exchange) -> tuple[Offer, ...]:
    """Return the offer to say that the exchange is done (CP-16)."""
    return (Offer("exchanged", _EXCHANGED, state.turn),)


# -- the host -----------------------------------------------------------------------------------


def host_offers(state: State) -> tuple[Offer, ...]:
    """Return the host's offers: correct a card or a purse, or let a player leave."""
    right: list[Offer] = []
    was_shown = challenge_of_shown(state) is not None
    if was_shown or any(state.faces):
        if was_shown:
            ask = AskCards("cards", MIDDLE, 1, 1, hidden_cards(state))
        else:
            seat = corrected_seat(state)
            up = state.faces[seat]
            possible = correctable_cards(state, seat)
            ask = AskCards("cards", zone_name(seat), len(up), len(up), possible, up[:-1])
        right.append(Offer("cards_corrected", _CORRECTED, ask=(ask,), by=By.HOST))
    if type(state.phase) is not phases.Over:
        spare = spare_coins(state)
        right += [
            _purse_offer(seat, coins + spare)
            for seat, coins in enumerate(state.coins)
            if is_in(state, seat)
        ]
    right += [_leave_offer(seat) for seat in may_leave(state)]
    return tuple(right)


@lru_cache(maxsize=256)
def _purse_offer(seat: int, most: int) -> Offer:
    """Return the offer to set a purse, to at most `most` coins."""
    shown = Presentation(Message("coup.offer.coins_set", {"seat": seat}))
    return Offer("coins_set", shown, seat, ask=(AskNumber("coins", 0, most),), by=By.HOST)


@lru_cache(maxsize=8)
def _leave_offer(seat: int) -> Offer:
    shown = Presentation(Message("coup.offer.leave", {"seat": seat}))
    return Offer("leave", shown, seat, by=By.HOST)
