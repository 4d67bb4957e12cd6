"""The offers during a deal: of tricks and of Dominoes, and to end a deal early.

The cards that hands must lay or clear are offered by ``table/pending.py``.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from referee.contract import (
    AskCards,
    AskChoice,
    By,
    Choice,
    Message,
    Offer,
    Presentation,
    Press,
    Typed,
    Value,
)
from referee.coup_detat.rules.proof import decided_rest
from referee.coup_detat.rules.rest import claimants, deal_so_far
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import (
    COLOUR_WORDS,
    COLOURS,
    COUP,
    HAND_SIZE,
    SUIT_WORDS,
    one_of_each,
)
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.moves import offer
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.settlement import may_take_all
from referee.coup_detat.state.state import State, seat_zone
from referee.coup_detat.state.tricks import Tricks
from referee.kit import GRACE_S

# -- tricks -------------------------------------------------------------------------------------


def play_offers(state: State, phase: phases.Playing) -> tuple[Offer, ...]:
    """Offer the declarations that the trick allows."""
    deal = phase.deal
    more = trick_offers(deal, True)
    if deal.is_opening_lead and deal.may_declare:
        may_lead = (*(card for card in deal.playable_cards if card != COUP), COUP)
        says: dict[str, Any] = {"word": deal.terms.word, "unless_held": may_lead}
        more = (offer("declare_only", deal.trick.leader, press=Press.LONG, **says), *more)
    if deal.waits_for_answers:
        return more
    return (*more, *unplayed_offers(state))


def trick_offers(deal: Tricks, may_take_back: bool) -> tuple[Offer, ...]:
    """Offer to answer about a secret coup, to take a card back, and to correct a misread card."""
    waits = deal.answers.unanswered
    more = tuple([offer for seat in waits for offer in _answer_offers(seat)]) if waits else ()
    for seat in deal.take_back_seats if deal.fails and may_take_back else ():
        card = deal.all_tricks[deal.newest_trick_number].card_of(seat)
        press = None if seat in waits else Press.SHORT
        more = (*more, offer("take_back", seat, card=card, press=press))
    return (*more, *_correction_offers(deal))


def _correction_offers(deal: Tricks) -> tuple[Offer, ...]:
    """Offer to correct the last card read, even if it seems to show a revoke."""
    if not deal.may_be_corrected:
        return ()
    before = deal.before_last_card
    where = seat_zone(before.trick.next_player)
    ask = AskCards("cards", str(where), 1, 1, one_of_each(before.playable_cards))
    return (offer("cards_corrected", None, ask, by=By.HOST, typed=Typed.CORRECTION),)


@lru_cache
def _answer_offers(seat: int) -> tuple[Offer, ...]:
    """Offer to lodge a secret coup with a long press, or to lodge none with a short one (CE-61)."""
    lodges: dict[str, Any] = {"given": {"lodge": True}, "effect": "lodge", "press": Press.LONG}
    return (
        offer("answer", seat, key="lodge", secret=True, **lodges),
        offer("answer", seat, key="no", secret=True, given={"lodge": False}, press=Press.SHORT),
    )


def suit_offers(_state: State, phase: phases.NamingSuit) -> tuple[Offer, ...]:
    """Offer the suits to follow, by name or by presses (CE-24)."""
    deal = phase.deal
    choices = tuple(Choice(suit, Message(SUIT_WORDS[suit])) for suit in deal.nameable_suits)
    leader = deal.trick.leader
    by_press = _suit_press_offers(leader, phase.colour, deal.nameable_suits)
    named = offer("name_suit", leader, AskChoice("suit", choices))
    return (named, *by_press, *trick_offers(deal, False))


@lru_cache
def _suit_press_offers(leader: int, colour: str, may: tuple[str, ...]) -> tuple[Offer, ...]:
    """Offer a suit by presses: the leader chooses the colour first, then the suit (CE-24).

    A short press chooses the first of the two: black, clubs or diamonds.
    """
    ways = list[tuple[str, str, dict[str, Any]]]()
    for name, two in COLOURS.items():
        suits = [suit for suit in two if suit in may and colour in ("", name)]
        if len(suits) == 2 and not colour:
            ways.append(("name_colour", COLOUR_WORDS[name], {"colour": name}))
        else:
            ways += (("name_suit", SUIT_WORDS[suit], {"suit": suit}) for suit in suits)
    return tuple(
        Offer(move, Presentation(Message(word), press=press, aside=True), leader, given)
        for (move, word, given), press in zip(ways, (Press.SHORT, Press.LONG), strict=True)
    )


def gather_offers(state: State, phase: phases.Gathering) -> tuple[Offer, ...]:
    """Return what a full trick still allows while it is gathered."""
    return (*trick_offers(phase.deal, True), *unplayed_offers(state))


def revoke_offers(state: State, phase: phases.DecidingRevokes) -> tuple[Offer, ...]:
    """Let each opponent correct a revoke (short press) or let it stand (long press) (CE-26)."""
    deal = phase.deal
    found, key = [], "correct_turn" if isinstance(deal, Rows) else "correct"
    for seat in state.opponents(phase.seat):
        for place, revoke in enumerate(phase.first_revokes):
            how: dict[str, Any] = {"press": None if place else Press.SHORT, "number": revoke.at + 1}
            given = {"at": revoke.at}
            found.append(offer("correct", seat, key=key, given=given, after_s=GRACE_S, **how))
        found.append(offer("let_stand", seat, press=Press.LONG, after_s=GRACE_S))
    return (*found, *(_correction_offers(deal) if isinstance(deal, Tricks) else ()))


# -- Dominoes -----------------------------------------------------------------------------------


def domino_offers(state: State, phase: phases.Laying) -> tuple[Offer, ...]:
    """Offer to pass (CE-51), and to stop after an ace (CE-52)."""
    rows = phase.deal
    if rows.run:
        return (offer("done", rows.turn, press=Press.LONG), *unplayed_offers(state))
    passes = offer("pass", rows.turn, press=Press.LONG, unless_held=rows.fitting_cards)
    return (passes, *unplayed_offers(state)) if rows.may_pass else ()


def left_offers(_state: State, phase: phases.TurningUpRest) -> tuple[Offer, ...]:
    """Offer to say that none of the suspect's cards fitted (CE-51)."""
    return (offer("nothing_left", phase.deal.turn, press=Press.LONG, seat=phase.seat),)


# -- ending a deal early (SL-25) ----------------------------------------------------------------

_CLAIM = Message("coup_detat.offer.claims")


def unplayed_offers(state: State) -> tuple[Offer, ...]:
    """Return the offers to end this deal early. Everybody must agree, or the host decides.

    At Dominoes, the player to move holds the button to pass.
    """
    deal = deal_so_far(state)
    if deal is None:
        return ()
    ends = decided_rest(state, deal) is not None
    if isinstance(deal, Rows):
        return _end_offers(state.seats, deal.turn) if ends else ()
    claims = _claim_offers(state, deal)
    return (*_end_offers(state.seats, None), *claims) if ends else claims


@lru_cache
def _end_offers(seats: int, busy: int | None) -> tuple[Offer, ...]:
    ends = partial(offer, "end_deal", effect="end_deal")
    presses = [None if seat == busy else Press.LONG for seat in range(seats)]
    by_seat = (ends(seat, press=press, needs_all=True) for seat, press in enumerate(presses))
    return (*by_seat, ends(by=By.HOST))


def _claim_offers(state: State, deal: Tricks) -> tuple[Offer, ...]:
    """Offer the remaining tricks to each player who may still take them all."""
    cards, count = deal.terms.costly(deal.unseen), HAND_SIZE - len(deal.tricks)
    offers = []
    for seat in claimants(deal):
        label = Message("coup_detat.offer.claim_rest", {"seat": seat, "count": count})
        effect = _claim_effect(state, deal, seat, cards)
        shown = Presentation(label, effect, aside=True, among=_CLAIM)
        offers.append(Offer("claim_rest", shown, seat, needs_all=True))
    return tuple(offers)


def _claim_effect(state: State, deal: Tricks, seat: int, cards: tuple[str, ...]) -> Message:
    """Return what a claim costs or earns. Secret coups are settled as always, and say nothing."""
    terms, attempter = deal.terms, deal.attempter
    if attempter is not None:
        lost = seat != attempter and bool(cards or terms.ends)
        if lost or not may_take_all(deal, attempter):
            return _effect("coup_detat.effect.claim_fails", attempter, FINE)
        return _effect("coup_detat.effect.claim_succeeds", attempter, terms.gain)
    amount = terms.cost(cards, ends=1)
    if not amount or seat == state.president:
        return _effect("coup_detat.effect.claim_free", seat)
    if not cards:
        return _effect("coup_detat.effect.claim_last", seat, amount)
    if terms.ends:
        return _effect("coup_detat.effect.claim_both", seat, amount, cards)
    return _effect("coup_detat.effect.claim_costs", seat, amount, cards)


def _effect(key: str, seat: int, amount: int = 0, cards: tuple[str, ...] = ()) -> Message:
    params: dict[str, Value] = {"seat": seat}
    params |= {"amount": amount} if amount else {}
    params |= {"cards": cards} if cards else {}
    return Message(key, params)
