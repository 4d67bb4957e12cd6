"""Hands that a bot samples, that later cards reveal, or with which a bot agrees to a proposal."""

from __future__ import annotations

from msgspec.structs import replace

from referee.coup_detat.rules.rest import deal_so_far
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import (
    COUP,
    HAND_SIZE,
    in_pack_order,
    pack,
    remove_cards,
    strength,
)
from referee.coup_detat.state.phases import AnyDeal
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import SecretAnswers, Tricks
from referee.coup_detat.table.determinization import Determinization
from referee.coup_detat.table.estimate import cash
from referee.determinization import (
    Chance,
    ImpossibleHand,
    KnownHands,
    check_known_hands,
    deal_hidden,
)

LODGE_PROBABILITY = 0.1  # Probability that another player lodges a secret coup.


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return a determinization that is consistent with the cards played so far.

    It also samples the answers of the other seats about a secret coup. It raises `ImpossibleHand`
    if the known hands contradict the match.
    """
    state = _sample_answers(state, seat, chance)
    deal, seats = state.phase.deal, range(state.seats)
    counts = deal.held if deal is not None else (HAND_SIZE,) * state.seats
    check_known_hands(own, counts)
    table = _known_table_card(state)
    holder = deal.coup if isinstance(deal, Tricks) else state.phase.attempter
    if isinstance(state.phase, phases.Speaking | phases.Claiming) and 0 < len(own) < state.seats:
        held = [one for one, hand in own.items() if COUP in hand]
        holder = held[0] if held else chance.choice([seat for seat in seats if seat not in own])
        if seat == state.president and seat in own and not held:
            holder, table = None, COUP  # the President assumes that the Coup card is the table card
    known: dict[int, tuple[str, ...]] = {**own}
    if holder is not None and table != COUP and COUP not in known.setdefault(holder, (COUP,)):
        raise ImpossibleHand(holder, known[holder])
    elsewhere = {table, *_seen_cards(deal)}
    hidden = [card for card in (*pack(state.seats), COUP) if card not in elsewhere]
    lacks: dict[int, set[str]] = {}
    for revoke in deal.fails if deal is not None else ():
        lacks.setdefault(revoke.seat, set()).update(revoke.shows)
    dealt, pile = deal_hidden(hidden, known, counts, chance, lacks)
    hands = tuple(in_pack_order(hand) for hand in dealt)
    before = tuple(cash(state))
    return Determinization(state, hands, table or "".join(pile[:1]), seat, state.deals, before)


def _sample_answers(state: State, seat: int, chance: Chance) -> State:
    """Return the state after sampling what the other seats answer about a secret coup (CE-61)."""
    phase = state.phase
    at = phase if isinstance(phase, phases.InTricks) else getattr(phase, "after", None)
    if not isinstance(at, phases.InTricks) or not at.deal.answers.given:
        return state
    answers = tuple(
        answer
        if answer is None or one in (seat, state.president)
        else chance.random() < LODGE_PROBABILITY
        for one, answer in enumerate(at.deal.answers.given)
    )
    now = replace(at, deal=replace(at.deal, answers=SecretAnswers(answers)))
    return replace(state, phase=now if at is phase else replace(phase, after=now))


def _seen_cards(deal: AnyDeal | None) -> set[str]:
    """Return the cards of a deal that everybody has seen and that no hand holds any more."""
    if isinstance(deal, Tricks):
        return {deal.table, *(card for trick in deal.all_tricks for card in trick.cards)}
    return {turn.card for turn in deal.open_turns} if deal is not None else set()


def _known_table_card(state: State) -> str:
    """Return the table card if it is known: the Coup card, or a card that the winner turned up."""
    deal = state.phase.deal
    if isinstance(deal, Tricks) and deal.table:
        return deal.table
    return COUP if state.phase.coup_is_away else ""


# -- agreeing to end a deal early, honestly from the own hand -----------------------------------


def agrees(state: State, move: moves.Move, seat: int, hand: tuple[str, ...]) -> bool:
    """Return whether a hand does not tell against a move that concerns everybody's hands.

    That the rest changes nothing is proved. A bot objects to a claim if it may still take a trick,
    or if it does not know its hand. That the Coup card was the table card is untrue while a player
    holds it.
    """
    if isinstance(move, moves.OnTable):
        return COUP not in hand
    deal = deal_so_far(state)
    if not isinstance(move, moves.ClaimRest) or not isinstance(deal, Tricks):
        return True
    return len(hand) == deal.held[seat] and not _may_take_trick(deal, move.seat, seat, hand)


def _may_take_trick(deal: Tricks, claimant: int, seat: int, hand: tuple[str, ...]) -> bool:
    """Whether a hand may take one of the tricks that another seat claims.

    It may if it leads, holds the Coup card, or beats a card that may be led. If the claim is true,
    the claimant leads all tricks but the first.
    """
    leader = deal.trick.leader
    if leader == seat or COUP in hand:
        return True
    lacks = deal.lacked_by(leader) & deal.lacked_by(claimant)
    led = remove_cards(deal.unseen, {*hand, *lacks})
    return any(
        own[-1] == other[-1] and strength(own) > strength(other) for own in hand for other in led
    )
