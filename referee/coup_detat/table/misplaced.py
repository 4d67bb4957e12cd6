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
from referee.table import Change, Changes, Laid, Taken, Zone, laid_face_down, laid_face_up


def misplaced(state: State, change: Change) -> Refusal | None:
    """Return the refusal of a card that means nothing in its zone, or None."""
    if not isinstance(change, Laid) or change.zone is None or isinstance(state.phase, phases.Over):
        return None
    card, zone, phase = change.card, change.zone, state.phase
    if is_thrown_in(state, card):
        return None
    if change.down:  # A hand may lie anywhere, except where its player must play a card.
        due = isinstance(phase, phases.Playing) and zone.seat in seats_to_act(state)
        return refuse_face_down("SL-12", change, seats_concerned(state, change)) if due else None
    if zone == TALON and (refusal := _at_talon(state, change)) is not None:
        return refusal
    if card == getattr(phase.deal, "contract", None):
        return None
    if card in CONTRACT_CARDS:
        return _misplaced_contract(state, change)
    if isinstance(phase.deal, Rows):
        return _beside_rows(state, change)
    if zone.seat is not None:
        return None
    if isinstance(phase, phases.Drawing):
        seats, said = seats_to_act(state), Message("coup_detat.refused.draw_before")
        return Refusal("CE-3", said, (change,), seats, tuple(map(seat_zone, seats)))
    if card == COUP and zone == MIDDLE:
        return _coup_in_middle(state, change)
    if isinstance(phase, phases.Playing | phases.TurningUp) and seats_to_act(state):
        return _in_middle(state, change)
    return _too_early(state, change)


def is_thrown_in(state: State, card: str) -> bool:
    """Whether a card may be left over from the hands of a deal that was ended early (SL-25)."""
    return card != COUP and card in state.phase.left.hands


# -- cards at the place of the table card, and contract cards -----------------------------------


def _at_talon(state: State, change: Laid) -> Refusal | None:
    """Refuse an open card in the place of the table card."""
    phase, decliner, is_coup = state.phase, state.phase.decliner, change.card == COUP
    if is_coup and isinstance(phase, phases.Speaking | phases.Claiming):
        message = Message("coup_detat.refused.coup_at_talon", {"president_seat": state.president})
        return Refusal("CE-10", message, (change,), (state.president,), (MIDDLE,))
    if decliner is not None and (change.turned or is_coup):
        return Refusal("CE-11", _swap_message(decliner), (change,), (decliner,))
    if isinstance(phase, phases.TurningUp) or layout(state).pile(TALON) is None:
        return None
    seats = seats_to_act(state) or (state.president,)
    return Refusal("SL-12", Message("coup_detat.refused.table_card_open"), (change,), seats)


def _misplaced_contract(state: State, change: Laid) -> Refusal | None:
    """Refuse a contract card that lies in front of a seat, or after a contract was named."""
    if (deal := state.phase.deal) is not None:
        word = deal.terms.word
        answer = Message("coup_detat.refused.named_already", {"card": change.card, "word": word})
        return Refusal("CE-12", answer, (change,), seats_to_act(state))
    if isinstance(state.phase, phases.Naming):
        answer = Message("coup_detat.refused.contract_in_middle", {"seat": state.phase.seat})
        return Refusal("CE-12", answer, (change,), seats_concerned(state, change), (MIDDLE,))
    return None if change.zone == MIDDLE else _too_early(state, change)


# -- cards in the middle or beside the rows ------------------------------------------------------


def _beside_rows(state: State, change: Laid) -> Refusal | None:
    """Refuse a card that lies outside the rows of Dominoes (CE-54), or does not fit into them."""
    phase = state.phase
    match phase:
        case phases.TurningUpRest(seat=turn, cards=cards):
            fits = change.card in cards
        case phases.Laying(deal=rows):
            turn, fits = rows.turn, True
            why = why_illegal(apply, state, moves.CardLaid(turn, Cell(change.card, -1, -1)))
            if why is not None and change.card not in rows.fitting_cards:
                return Refusal(why.rule, why.message, (change,), seats_concerned(state, change))
        case _:
            return _too_early(state, change)
    if not fits:
        return _too_early(state, change)
    said = Message("coup_detat.refused.in_rows", {"card": change.card, "turn_seat": turn})
    return Refusal("CE-54", said, (change,), seats_concerned(state, change), (GRID,))


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


def _in_middle(state: State, change: Laid) -> Refusal:
    """Refuse a card that should lie in front of a seat. In the middle it may be anybody's."""
    seat = seats_to_act(state)[0]
    astray = isinstance(state.phase, phases.Playing) and change.zone != MIDDLE
    said = Message("coup_detat.refused.in_middle", {"card": change.card, "seat": seat})
    rule, seats = ("SL-4", (seat,)) if astray else ("CE-21", ())
    return Refusal(rule, said, (change,), seats, (seat_zone(seat),))


def _too_early(state: State, change: Laid) -> Refusal | None:
    """Refuse a card while something else must be done first, and say what (SL-11)."""
    why = why_illegal(apply, state, moves.CardPlayed(state.president, (change.card,)))
    if why is None:
        return None
    return Refusal(why.rule, why.message, (change,), seats_concerned(state, change))


# -- the table card, and whom a change concerns --------------------------------------------------


def table_card_refusal(state: State, changes: Changes) -> Refusal | None:
    """Refuse two cards in the place of the table card, or cards that were laid while it still waits
    for its player (SL-11).
    """
    hidden, laid = laid_face_down(changes, TALON), laid_face_up(changes)
    if len(hidden) > 1:
        message = Message("coup_detat.refused.two_table_cards", {"count": len(hidden)})
        return Refusal("CE-1", message, hidden, (state.president,), (TALON,))
    seats, own = seats_to_act(state), tuple(change for change in laid if change.zone != TALON)
    match state.phase:
        case phases.TurningUp() if hidden and own:
            said = Message("coup_detat.refused.table_card_first", {"seat": seats[0]})
            return Refusal("CE-25", said, own, seats, early=True)
        case phases.Playing(deal=deal) if hidden and laid and deal.decliner is not None:
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
