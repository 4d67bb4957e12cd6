"""Refuses cards that have no meaning in their zone, and says whom that concerns."""

from __future__ import annotations

from referee.contract import Cell, Message
from referee.coup_detat.flow import apply, seats_to_act
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import CONTRACT_CARDS, COUP
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, State, seat_zone
from referee.coup_detat.table.layout import layout
from referee.judging import Refusal, refuse_face_down, why_illegal
from referee.table import Change, Laid, Taken, Zone


def misplaced(state: State, change: Change) -> Refusal | None:
    """Return the refusal of a card that means nothing in its zone, or None."""
    phase = state.phase
    if not isinstance(change, Laid) or change.zone is None or isinstance(phase, phases.Over):
        return None
    if is_thrown_in(state, change.card):
        return None
    seats, deal = seats_to_act(state), phase.deal
    if change.down:
        due = isinstance(phase, phases.Playing) and change.zone.seat in seats
        return refuse_face_down("SL-12", change, seats_concerned(state, change)) if due else None
    if change.zone == TALON and (told := _at_talon(state, change)) is not None:
        return told
    if deal is not None and change.card == deal.contract:
        return None
    if change.card in CONTRACT_CARDS:
        return _misplaced_contract(state, change)
    if isinstance(deal, Rows):
        return _beside_rows(state, deal, change)
    if change.zone.seat is not None:
        return None
    if isinstance(phase, phases.Drawing):
        said = Message("coup_detat.refused.draw_before")
        return Refusal("CE-3", said, (change,), seats, tuple(map(seat_zone, seats)))
    if change.card == COUP and change.zone == MIDDLE:
        return _coup_in_middle(state, change)
    if isinstance(phase, phases.Playing) and seats:
        return _in_middle("CE-21" if change.zone == MIDDLE else "SL-4", change, seats)
    if isinstance(phase, phases.TurningUp):
        return _in_middle("CE-21", change, seats)
    return _too_early(state, change)


def is_thrown_in(state: State, card: str) -> bool:
    """Whether a card may be left over from the hands of a deal that was ended early (SL-25)."""
    return card != COUP and card in state.phase.left.hands


def _in_middle(rule: str, change: Laid, seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a card in the middle that should lie in front of a seat."""
    said = Message("coup_detat.refused.in_middle", {"seat": seats[0]})
    return Refusal(rule, said, (change,), seats, (seat_zone(seats[0]),))


def _too_early(state: State, change: Laid) -> Refusal | None:
    """Refuse a card while something else must be done first, and say what (SL-11)."""
    why = why_illegal(apply, state, moves.CardPlayed(state.president, (change.card,)))
    if why is None:
        return None
    return Refusal(why.rule, why.message, (change,), seats_concerned(state, change))


def _at_talon(state: State, change: Laid) -> Refusal | None:
    """Refuse an open card in the place of the table card (CE-1, CE-10, CE-11)."""
    phase = state.phase
    swaps = phase.decliner
    if change.card == COUP and isinstance(phase, phases.Speaking | phases.Claiming):
        said = Message("coup_detat.refused.coup_at_talon", {"president_seat": state.president})
        return Refusal("CE-10", said, (change,), (state.president,), (MIDDLE,))
    if swaps is not None and (change.turned or change.card == COUP):
        return Refusal("CE-11", _swap_message(swaps), (change,), (swaps,))
    if isinstance(phase, phases.TurningUp) or layout(state).pile(TALON) is None:
        return None
    seats = seats_to_act(state) or (state.president,)
    return Refusal("SL-12", Message("coup_detat.refused.table_card_open"), (change,), seats)


def _coup_in_middle(state: State, change: Laid) -> Refusal | None:
    """Refuse the Coup card in the middle, unless it was put away there."""
    deal = state.phase.deal
    holder = getattr(deal, "coup", None)
    if holder is not None:
        said = Message("coup_detat.refused.coup_in_middle", {"seat": holder})
        return Refusal("CE-24", said, (change,), (holder,), (seat_zone(holder),))
    if deal is not None or isinstance(state.phase, phases.Naming | phases.Claiming):
        return None
    return _too_early(state, change)


def _beside_rows(state: State, rows: Rows, change: Laid) -> Refusal | None:
    """Refuse a card that lies beside the rows of Dominoes (CE-54), or could not lie in them."""
    phase, turn, fits = state.phase, rows.turn, True
    if isinstance(phase, phases.TurningUpRest):
        turn, fits = phase.seat, change.card in phase.cards
    elif isinstance(phase, phases.Laying):
        nowhere = Cell(change.card, -1, -1)
        why = why_illegal(apply, state, moves.CardLaid(turn, nowhere))
        if why is not None and change.card not in rows.fitting_cards:
            return Refusal(why.rule, why.message, (change,), seats_concerned(state, change))
    else:
        fits = False
    if not fits:
        return _too_early(state, change)
    said = Message("coup_detat.refused.in_rows", {"card": change.card, "turn_seat": turn})
    return Refusal("CE-54", said, (change,), seats_concerned(state, change), (GRID,))


def _misplaced_contract(state: State, change: Laid) -> Refusal | None:
    """Refuse a contract card that lies in front of a seat, or after a contract was named."""
    if (deal := state.phase.deal) is not None:
        word = deal.terms.word
        said = Message("coup_detat.refused.named_already", {"card": change.card, "word": word})
        return Refusal("CE-12", said, (change,), seats_to_act(state))
    if isinstance(state.phase, phases.Naming):
        said = Message("coup_detat.refused.contract_in_middle", {"seat": state.phase.seat})
        return Refusal("CE-12", said, (change,), seats_concerned(state, change), (MIDDLE,))
    return None if change.zone == MIDDLE else _too_early(state, change)


def table_card_refusal(state: State, hidden: Laid, laid: tuple[Laid, ...]) -> Refusal | None:
    """Refuse cards that were laid while the table card still waits for its player (SL-11)."""
    seats = seats_to_act(state)
    match state.phase:
        case phases.TurningUp() if own := tuple(one for one in laid if one.zone != hidden.zone):
            said = Message("coup_detat.refused.table_card_first", {"seat": seats[0]})
            return Refusal("CE-25", said, own, seats, early=True)
        case phases.Playing(deal=deal) if laid and deal.decliner is not None:
            both = tuple(sorted({deal.decliner, *seats}))
            return Refusal("CE-11", _swap_message(deal.decliner), laid, both, (TALON,))
    return None


def _swap_message(seat: int) -> Message:
    return Message("coup_detat.refused.swap_first", {"seat": seat})


def seats_concerned(state: State, change: Change) -> tuple[int, ...]:
    """Return the seats to tell about a change: the player to move, and the seat of its zone."""
    where = change.was.zone if isinstance(change, Taken) else change.zone
    owner = None if where is None else where.seat
    if owner is None:
        return seats_to_act(state)
    if isinstance(state.phase, phases.Drawing | phases.Speaking):
        return (owner,)
    return tuple(dict.fromkeys((*seats_to_act(state), owner)))


def allowed_zones(state: State, change: Change) -> tuple[Zone, ...]:
    """Return where a refused card may lie: the zone of the player to move, or the grid."""
    if not isinstance(change, Laid) or change.zone is None:
        return ()
    if isinstance(rows := state.phase.deal, Rows):
        return (GRID,) if change.card in rows.fitting_cards else ()
    seats = seats_to_act(state)
    turn = isinstance(state.phase, phases.Playing) and change.zone.seat not in seats
    return tuple(map(seat_zone, seats)) if turn else ()
