"""Revokes: later cards show them, and opponents correct them or let them stand (CE-22, CE-26)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.coup_detat.rules.paying import add_payments, refund_payment
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import SUIT_WORDS
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.phases import (
    AnyDeal,
    DecidingRevokes,
    Gathering,
    Interrupted,
    Laying,
    Playing,
)
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks


def ask_about_revokes(state: State, after: Interrupted, shown: tuple[Revoke, ...]) -> State:
    """Ask the opponents about the `shown` revokes. Each gets a ruling with its pictures, except
    that all passes of a player get a single one.
    """
    deal, state = after.deal, state.in_phase(DecidingRevokes(shown, after))
    if isinstance(deal, Rows):
        return _say_passes(state, shown, state.rulings[0].proof)
    for revoke in shown:
        state = _say_revoke(state, deal, revoke)
    return state


def _say_passes(state: State, shown: tuple[Revoke, ...], proof: tuple[str, ...]) -> State:
    """Say for each player who passed although able how often, and when first."""
    for seat in dict.fromkeys(revoke.seat for revoke in shown):
        turns = [revoke.at + 1 for revoke in shown if revoke.seat == seat]
        params, key = {"seat": seat, "number": min(turns)}, "coup_detat.passed_able"
        if len(turns) > 1:
            params["times"], key = len(turns), "coup_detat.passed_able_often"
        state = state.say("CE-51", key, (seat,), proof, **params)
    return state


def _say_revoke(state: State, deal: Tricks, revoke: Revoke) -> State:
    """Name a revoke, with the pictures of both tricks."""
    seat, number = revoke.seat, revoke.at + 1
    trick = deal.all_tricks[revoke.at]
    both = (*trick.pictures, *deal.trick.pictures)
    params: dict[str, Value] = {"seat": seat, "number": number}
    if revoke.declared:
        return state.say("CE-22", "coup_detat.declared_falsely", (seat,), both, **params)
    params |= {"card": trick.card_of(seat), "word": SUIT_WORDS[trick.suit]}
    return state.say("CE-26", "coup_detat.revoked", (seat,), both, **params)


def _must_be_opponent(phase: DecidingRevokes, seat: int) -> None:
    """Raise `IllegalMove` unless `seat` is an opponent of the player who revoked."""
    if seat == phase.seat:
        refuse("CE-26", "not_yours_to_judge", seat=phase.seat)


def correct(state: State, phase: DecidingRevokes, move: moves.Correct) -> State:
    """Take the deal back to the card or pass with which the player revoked (CE-26)."""
    _must_be_opponent(phase, move.seat)
    revoke = next((revoke for revoke in phase.first_revokes if revoke.at == move.at), None)
    if revoke is None:
        refuse("CE-26", "no_such_revoke", number=move.at + 1)
    params = {"seat": move.seat, "owner_seat": revoke.seat, "number": revoke.at + 1}
    in_rows = isinstance(phase.deal, Rows)
    key = "coup_detat.corrects_turn" if in_rows else "coup_detat.corrects"
    state = state.say("CE-26", key, (revoke.seat,), **params)
    return _go_back(state, phase.deal, revoke.at, revoke.seat)


def let_stand(state: State, phase: DecidingRevokes, move: moves.LetStand) -> State:
    """Let the revokes stand. The player pays the agreed price for them (CE-26)."""
    _must_be_opponent(phase, move.seat)
    deal, revokes, price = phase.deal, phase.first_revokes, state.options.revoke_price
    debts = len(state.accounts.debts) if price else None
    let_stood = tuple(replace(revoke, stood=deal.last_number, priced=debts) for revoke in revokes)
    fails = (*(revoke for revoke in deal.fails if revoke not in revokes), *let_stood)
    after = replace(phase.after, deal=replace(deal, fails=fails))
    rest = tuple(revoke for revoke in phase.shown if revoke not in revokes)
    params = {"seat": move.seat, "owner_seat": phase.seat}
    state = state.say("CE-26", "coup_detat.stands", (phase.seat,), **params)
    state = state.in_phase(DecidingRevokes(rest, after) if rest else after)
    if price:
        state = add_payments(state, *(_revoke_price(state, revoke) for revoke in revokes))
    return state


def _revoke_price(state: State, revoke: Revoke) -> Payment:
    return Payment(revoke.seat, None, state.options.revoke_price, "CE-26")


def take_back(state: State, phase: Playing | Gathering, move: moves.TakeBack) -> State:
    """Return a card that did not follow suit to its hand, and the later cards of its trick too
    (CE-26).
    """
    deal, seat = phase.deal, move.seat
    if seat not in deal.take_back_seats:
        refuse("CE-26", "nothing_to_take_back", seat=seat)
    at = deal.newest_trick_number
    card = deal.all_tricks[at].card_of(seat)
    state = state.say("CE-26", "coup_detat.taken_back", seat=seat, card=card)
    return _go_back(state, deal, at, seat)


def _go_back(state: State, deal: AnyDeal, at: int, seat: int) -> State:
    if isinstance(deal, Rows):
        return refund_prices(state, deal, Laying(deal.before_turn(at)))
    before = deal.before_card(at, deal.all_tricks[at].position_of(seat), with_declaration=True)
    after = refund_prices(state, deal, Playing(before))
    booked = () if at else deal.booked
    back = tuple(Payment(state.president, due.payer, due.amount, "CE-26") for due in booked)
    return add_payments(after, *back)


def refund_prices(state: State, deal: AnyDeal, before: Playing | Laying) -> State:
    """Return to the phase `before`, and refund the price of each revoke that no longer stands."""
    after = state.in_phase(before)
    if not state.options.revoke_price:
        return after
    stand = {(revoke.seat, revoke.at) for revoke in before.deal.fails if revoke.priced is not None}
    for revoke in reversed(deal.fails):  # refund the newest price first: it fell due last
        if revoke.priced is not None and (revoke.seat, revoke.at) not in stand:
            after = refund_payment(after, _revoke_price(state, revoke), revoke.priced)
    return after
