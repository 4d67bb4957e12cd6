"""Cards played to tricks: the turn order, the refusals, and the winner (CE-20 … 25, 27)."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from referee.coup_detat.rules.opening import must_be_in_pack, single_card
from referee.coup_detat.rules.revokes import ask_about_revokes, refund_prices
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import COLOUR_WORDS, COLOURS, COUP, SUIT_WORDS, remove_cards
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks


def card_played(state: State, phase: phases.Playing, move: moves.CardPlayed) -> State:
    """Apply a move that plays a card to the trick."""
    return _play_card(state, phase.deal, move.player, single_card(move.cards), move.proof)


def _play_card(state: State, deal: Tricks, seat: int, card: str, proof: tuple[str, ...]) -> State:
    """Add a card to the trick, if the seat may play it. Ask the table about a revoke it shows."""
    _must_be_playable(deal, seat, card)
    rule = "CE-24" if card == COUP else "CE-23"
    state = state.say(rule, "coup_detat.played", (seat,), proof, seat=seat, card=card)
    shown = deal.revokes_shown_by(seat, card) if deal.fails else ()
    deal = deal.plus(card, proof[0] if proof else "")
    if deal.trick.is_full:
        winner, cards = deal.trick.winner, deal.trick.cards
        state = state.say("CE-23", "coup_detat.takes", seat=winner, cards=cards)
    after = _phase_after_card(deal, state.options.coup_names_suit)
    goes_on = isinstance(after, phases.Playing)
    state = replace(state, phase=after) if goes_on else state.in_phase(after)
    if not shown or isinstance(after, phases.NamingSuit):
        return state
    return ask_about_revokes(state, after, shown)


def _must_be_playable(deal: Tricks, seat: int, card: str) -> None:
    """Raise `IllegalMove` if the table knows that the seat may not play this card now."""
    due = deal.trick.next_player
    if seat != due:
        if deal.trick.cards:
            refuse("CE-27", "out_of_turn", seat=seat, turn_seat=due, card=card)
        refuse("CE-27", "out_of_lead", seat=seat, turn_seat=due, card=card)
    if deal.waits_for_answers:
        refuse("CE-61", "answers_first", seats=deal.answers.unanswered)
    if card == COUP:
        if deal.attempter is None:
            refuse("CE-11", "coup_away")
        if deal.coup is None:
            _refuse_seen(deal, COUP, "CE-24")
        if deal.coup != seat:
            refuse("CE-24", "coup_of", seat=deal.coup)
    elif card not in deal.unseen:
        _refuse_card(deal, card)
    elif deal.has_only_coup:
        refuse("CE-24", "only_the_coup_card", seat=seat)
    elif card[-1] in deal.barred_suits:
        refuse("CE-22", "barred", seat=seat, card=card, word=deal.terms.word)


def _phase_after_card(deal: Tricks, names_suit: bool) -> phases.InTrick:
    """Return the phase that follows a card. `names_suit`: who leads the Coup card names a suit."""
    if deal.trick.is_full:
        turns_up = deal.attempter is not None and not deal.tricks and not deal.table
        return phases.TurningUp(deal) if turns_up else phases.Gathering(deal)
    names = names_suit and deal.trick.cards == (COUP,)
    return phases.NamingSuit(deal) if names else phases.Playing(deal)


def _refuse_card(deal: Tricks, card: str) -> NoReturn:
    """Refuse a card, and say why: the pack lacks it, or the table has already seen it (CE-27)."""
    must_be_in_pack(card, deal.trick.seats)
    _refuse_seen(deal, card, "CE-27")


def _refuse_seen(deal: Tricks, card: str, rule: str) -> NoReturn:
    """Refuse a card that was already seen, and name the trick in which it lay."""
    if (played := deal.where_played(card)) is not None:
        refuse(rule, "seen", card=card, seat=played[0], number=played[1])
    refuse(rule, "seen_table", card=card)


def declare_only(state: State, phase: phases.Playing, move: moves.DeclareOnly) -> State:
    """Apply the leader's declaration that their hand holds only barred suits (CE-22)."""
    deal = phase.deal
    if move.seat != deal.trick.leader or not deal.is_opening_lead:
        refuse("CE-22", "no_declaration", seat=move.seat)
    if not deal.may_declare:
        refuse("CE-22", "cannot_be", seat=move.seat)
    state = state.in_phase(phases.Playing(replace(deal, declared=True)))
    return state.say("CE-22", "coup_detat.declares", seat=move.seat, word=deal.terms.word)


def _must_name(deal: Tricks, seat: int) -> None:
    """Raise `IllegalMove` unless `seat` led the Coup card (CE-24)."""
    if seat != deal.trick.leader:
        refuse("CE-24", "not_yours_to_name", seat=deal.trick.leader)


def name_suit(state: State, phase: phases.NamingSuit, move: moves.NameSuit) -> State:
    """Set the suit that players must follow after a led Coup card (CE-24)."""
    deal, word = phase.deal, SUIT_WORDS[move.suit]
    _must_name(deal, move.seat)
    if move.suit not in deal.nameable_suits:
        refuse("CE-22", "barred_suit", word=word)
    named = replace(deal, trick=replace(deal.trick, suit=move.suit))
    state = state.in_phase(phases.Playing(named))
    return state.say("CE-24", "coup_detat.suit_named", seat=move.seat, word=word)


def name_colour(state: State, phase: phases.NamingSuit, move: moves.NameColour) -> State:
    """Apply the colour of the suit to follow. The leader chooses the suit itself next (CE-24)."""
    deal, word = phase.deal, COLOUR_WORDS[move.colour]
    _must_name(deal, move.seat)
    if phase.colour or not set(COLOURS[move.colour]) <= set(deal.nameable_suits):
        refuse("CE-24", "no_such_colour", word=word)
    state = state.in_phase(phases.NamingSuit(deal, move.colour))
    return state.say("CE-24", "coup_detat.colour_named", seat=move.seat, word=word)


def table_card_turned(state: State, phase: phases.TurningUp, move: moves.TableCardTurned) -> State:
    """Apply the table card that the winner turned up next to their own card (CE-25)."""
    deal = phase.deal
    winner = deal.trick.winner
    own = deal.trick.card_of(winner)
    if len(move.cards) != 2 or own not in move.cards:
        refuse("CE-25", "beside", seat=winner, card=own)
    card = next((card for card in move.cards if card != own), own)
    if card not in deal.unseen:
        _refuse_card(deal, card)
    after = replace(deal, table=card, unseen=remove_cards(deal.unseen, (card,)))
    state, key = state.in_phase(phases.Gathering(after)), "coup_detat.table_card"
    return state.say("CE-25", key, (winner,), move.proof, seat=winner, card=card)


def cards_corrected(
    state: State, phase: phases.InTrick | phases.DecidingRevokes, move: moves.CardsCorrected
) -> State:
    """Replace the last card read in this trick with the card that the table says it is."""
    deal = phase.deal
    if not isinstance(deal, Tricks) or not deal.may_be_corrected:
        refuse("CE-27", "nothing_to_correct")
    card, place = single_card(move.cards), len(deal.trick.cards) - 1
    before = deal.before_card(len(deal.tricks), place)
    seat, was = deal.trick.players[place], deal.trick.cards[place]
    state = state.say("CE-27", "coup_detat.corrected", (seat,), was_card=was, card=card)
    went_back = refund_prices(state, deal, phases.Playing(before))
    return _play_card(went_back, before, seat, card, move.proof)
