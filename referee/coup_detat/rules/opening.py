"""The start of a match and of a deal: the first President, the Coup card, the contract.

Answers about a secret coup (CE-61) are here too.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import COUP, HAND_SIZE, PACK, pack, strength
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.money import STEP, Accounts
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.notes import NOTHING, PURSE, STARTS
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.setup import MOST_PRICE, SEATS, Options
from referee.coup_detat.state.state import MIDDLE, State, Tour, seat_zone
from referee.coup_detat.state.trick import Trick
from referee.coup_detat.state.tricks import SecretAnswers, Tricks
from referee.kit import replaced
from referee.table import Zone


def begin(options: Options, seats: int) -> State:
    """Return the state before the first President is drawn. Raise `BadOptions` if options are
    invalid.
    """
    if seats not in SEATS:
        refuse.bad_options("CE-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if len(options.out) == 1:
        refuse.bad_options("CE-6", "out_twice", card=options.first_out)
    price = options.revoke_price
    if price % STEP or not 0 <= price <= MOST_PRICE:
        refuse.bad_options("CE-26", "price", given=price, step=STEP, most=MOST_PRICE)
    draws = phases.Drawing(tuple(range(seats)), ("",) * seats)
    notes = (*(STARTS,) * seats, NOTHING)  # The bank has none (CE-2).
    return State(options, draws, Accounts((PURSE,) * seats, notes=notes))


def must_be_seated(state: State, move: moves.Move) -> None:
    """Raise `IllegalMove` if nobody sits at the seat that makes a move."""
    seat = move.mover
    if seat is not None and not 0 <= seat < state.seats:
        refuse("CE-1", "no_such_seat", number=seat + 1)


def single_card(cards: tuple[str, ...]) -> str:
    """Return the only card of `cards`. Raise `IllegalMove` if there is not exactly one."""
    if len(cards) != 1:
        refuse("CE-27", "one_card", given=len(cards))
    return cards[0]


def must_be_in_pack(card: str, seats: int) -> None:
    """Raise `IllegalMove` if a card is not in the pack for `seats` players (CE-1)."""
    if card not in PACK:
        refuse("CE-27", "no_playing_card", card=card)
    if card not in pack(seats):
        refuse("CE-27", "taken_out_low", card=card)


def must_be_cleared(move: moves.Cleared) -> None:
    """Raise `IllegalMove` if a card that must be cleared still lies on the table."""
    if move.cards:
        refuse("CE-21", "still_there", cards=move.cards)


def _clear_into(state: State, phase: phases.AnyPhase, move: moves.Cleared) -> State:
    must_be_cleared(move)
    return state.in_phase(phase).say("CE-4", "coup_detat.cleared", (), move.proof)


# -- the first President ----------------------------------------------------------------------


def drawable_cards(phase: phases.Drawing) -> tuple[str, ...]:
    """Return the cards that a player may still draw: the pack without the cards already drawn."""
    return tuple(card for card in pack(len(phase.drawn)) if card not in phase.drawn)


def card_drawn(state: State, phase: phases.Drawing, move: moves.CardDrawn) -> State:
    """Apply a drawn card.

    After the last draw, the player with the highest card becomes President. If several players
    share the highest card, they draw again (CE-3).
    """
    seat, card = move.player, single_card(move.cards)
    if seat not in phase.seats_to_draw:
        refuse("CE-3", "no_draw", seat=seat)
    if card in phase.drawn:
        refuse("CE-3", "drawn_by", card=card, seat=phase.drawn.index(card))
    if card not in PACK:
        refuse("CE-3", "cannot_be_drawn", card=card)
    if card not in pack(state.seats):
        refuse("CE-1", "taken_out_low", card=card)
    drawn = replaced(phase.drawn, seat, card)
    state = state.say("CE-3", "coup_detat.drew", (), move.proof, seat=seat, card=card)
    after = phases.Drawing(phase.of, drawn)
    if after.seats_to_draw:
        return replace(state, phase=after)
    best = max(strength(drawn[number]) for number in phase.of)
    highest = tuple(index for index in phase.of if strength(drawn[index]) == best)
    if len(highest) > 1:
        state = state.in_phase(phases.ClearingDraw(highest, drawn))
        return state.say("CE-3", "coup_detat.draw_again", highest, seats=highest)
    first = highest[0]
    state = state.in_phase(phases.ClearingDraw((), drawn), tour=Tour(first, first))
    return state.say("CE-3", "coup_detat.president", seat=first)


def drawn_cleared(state: State, phase: phases.ClearingDraw, move: moves.Cleared) -> State:
    """Let the tied players draw again. If nobody is tied, start the first deal."""
    after = phases.Drawing(phase.of, ("",) * state.seats) if phase.of else phases.Speaking()
    return _clear_into(state, after, move)


# -- the Coup card ----------------------------------------------------------------------------


def coup_shown(state: State, _phase: phases.Speaking, move: moves.CoupShown) -> State:
    """Apply a shown Coup card. The owner of its zone attempts a coup.

    If it lies in the middle, its holder must claim it.
    """
    if single_card(move.cards) != COUP:
        refuse("CE-10", "not_the_coup_card", card=move.cards[0])
    if move.player is None:
        state = state.in_phase(phases.Claiming())
        return state.say("CE-10", "coup_detat.whose", (), move.proof)
    return _start_attempt(state, move.player, seat_zone(move.player), move.proof)


def attempt(
    state: State, phase: phases.Speaking | phases.Claiming, move: moves.Attempt | moves.Mine
) -> State:
    """Apply an attempt by the holder of the Coup card (CE-11), which may lie in the middle."""
    return _start_attempt(state, move.seat, MIDDLE if isinstance(phase, phases.Claiming) else None)


def _start_attempt(
    state: State, seat: int, zone: Zone | None, proof: tuple[str, ...] = ()
) -> State:
    state = state.in_phase(phases.Naming(seat))
    after = state.in_phase(phases.PuttingBack(zone, seat)) if zone else state
    return after.say("CE-11", "coup_detat.attempts", (seat,), proof, seat=seat)


def decline(state: State, _phase: phases.Speaking, move: moves.Decline) -> State:
    """Put the Coup card away, then ask the President to name a contract (CE-11, CE-12)."""
    seat, president = move.seat, state.president
    state = state.in_phase(phases.Naming(president, decliner=seat))
    return state.say("CE-11", "coup_detat.declines", seat=seat, president_seat=president)


def on_table(state: State, phase: phases.Speaking | phases.Claiming, move: moves.OnTable) -> State:
    """Order a new deal, because the Coup card turned out to be the table card (CE-10)."""
    if move.seat != state.president:
        refuse("CE-10", "not_president", president_seat=state.president)
    after = state.in_phase(phases.Speaking(), deals=state.deals + 1)
    if isinstance(phase, phases.Claiming):
        after = after.in_phase(phases.PuttingBack(MIDDLE, None))
    return after.say("CE-10", "coup_detat.deal_again", seat=move.seat)


def put_back(state: State, phase: phases.PuttingBack, move: moves.Cleared) -> State:
    """Ask for a contract once the Coup card is back in its holder's hand, or start the new deal."""
    attempter = phase.attempter
    after = phases.Speaking() if attempter is None else phases.Naming(attempter)
    return _clear_into(state, after, move)


# -- the contract -----------------------------------------------------------------------------


def name_contract(state: State, phase: phases.Naming, move: moves.NameContract) -> State:
    """Apply the name of a contract that a player declares (CE-11, CE-12)."""
    if move.seat != phase.seat:
        refuse("CE-12", "not_yours_to_name", seat=phase.seat)
    marker = state.marker if state.marker == move.contract else ""
    return _start_contract(state, phase, move.contract, marker)


def contract_read(state: State, phase: phases.Naming, move: moves.ContractRead) -> State:
    """Apply a contract that a player names by laying its card in the middle."""
    name = single_card(move.cards)
    return _start_contract(state, phase, name, name, move.proof)


def _start_contract(
    state: State, phase: phases.Naming, name: str, marker: str, proof: tuple[str, ...] = ()
) -> State:
    if name not in CONTRACTS:
        refuse("CE-12", "no_contract", card=name)
    if name not in state.options.contracts:
        refuse("CE-6", "taken_out", card=name)
    if name in state.tour.played:
        refuse("CE-13", "played_before", card=name)
    seat, contract, seats = phase.seat, CONTRACTS[name], state.seats
    attempter, decliner = phase.attempter, phase.decliner
    tries = attempter is not None
    rule, key = ("CE-11", "coup_detat.named_attempt") if tries else ("CE-12", "coup_detat.named")
    tour = replace(state.tour, played=(*state.tour.played, name))
    state = replace(state, tour=tour, marker=marker)
    state = state.say(rule, key, (seat,), proof, seat=seat, word=contract.word)
    if contract.last:
        if tries:
            state = state.say("CE-53", "coup_detat.swaps", seat=seat)
        rows = Rows(name, attempter, decliner, turn=seat, held=(HAND_SIZE,) * seats)
        return state.in_phase(phases.Laying(rows))
    answers = SecretAnswers()
    if state.options.secret_coup and contract.secret and not tries:
        answers = SecretAnswers((None,) * seats).plus(state.president, False)
        asked = tuple(seat for seat in range(seats) if seat != state.president)
        state = state.say("CE-61", "coup_detat.asks_all", asked, seats=asked)
    deal = Tricks(name, attempter, decliner, trick=Trick(seat, seats), unseen=pack(seats))
    return state.in_phase(phases.Playing(replace(deal, coup=attempter, answers=answers)))


def answer(state: State, phase: phases.Playing, move: moves.Answer) -> State:
    """Apply a seat's answer whether it lodges a secret coup (CE-61).

    Only that seat sees its own answer.
    """
    seat, deal = move.seat, phase.deal
    if seat not in deal.answers.unanswered:
        refuse("CE-61", "not_asked", seat=seat)
    which = "coup_detat.lodged" if move.lodge else "coup_detat.not_lodged"
    deal = replace(deal, answers=deal.answers.plus(seat, move.lodge))
    state = replace(state, phase=phases.Playing(deal))
    state = state.say("CE-61", "coup_detat.answered", seat=seat)
    return state.add(Ruling("CE-61", Message(which), only=seat))
