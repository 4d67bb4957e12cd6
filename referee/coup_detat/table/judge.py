"""The meaning of a change: a card was played, laid, drawn or shown, or a trick gathered.

A card belongs to the seat of its zone. A card in the rows of Dominoes belongs to the player to
move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.contract import Cell, Message, Value
from referee.coup_detat.flow import FLOW, apply, seats_to_act
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import CONTRACT_CARDS, COUP, PACK, remove_cards
from referee.coup_detat.state.rows import Rows, fitting_cards, grants_another_turn, grid_position
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, State, seat_zone
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.table.layout import layout
from referee.coup_detat.table.misplaced import (
    allowed_zones,
    is_thrown_in,
    misplaced,
    seats_concerned,
    table_card_refusal,
)
from referee.judge import Judge
from referee.judging import Ambiguity, Judgement, Meaning, Refusal, why_illegal
from referee.pending import Clear, PendingAction
from referee.table import (
    Change,
    Changes,
    Laid,
    Moved,
    Taken,
    Zone,
    laid_face_up,
    picture_ids,
)


def judge(state: State, changes: Changes) -> Judgement:
    """Return the judgement of all changes.

    If a player lays a lead next to a full trick, the trick counts as gathered (SL-22). If players
    lay several dominoes, only those of one turn count.
    """
    changes = [change for change in changes if not _has_slid(state, change)]
    if (refusal := table_card_refusal(state, changes)) is not None:
        return Judgement(refusals=(refusal,))
    if barred := _barred_card_refusals(state, changes):
        return Judgement(refusals=barred)
    judgement = _JUDGE(state, changes)
    if isinstance(state.phase, phases.Laying):
        return _keep_one_turn(state, state.phase.deal.turn, judgement)
    return judgement if judgement.choice is not None else _add_next_lead(state, judgement, changes)


def turn(state: State) -> int | None:
    """Return whose turn it is in Dominoes. A card in the rows is theirs."""
    deal = state.phase.deal
    return deal.turn if isinstance(deal, Rows) else None


# -- meanings of a change -----------------------------------------------------------------------


def meanings(state: State, change: Change, left: Changes) -> tuple[Meaning, ...] | Ambiguity:
    """Return the move that a change stands for, legal or not, or () if it stands for none.

    A Coup card that may be left over from the last deal is shown only if its holder says so.
    """
    if isinstance(change, Taken):
        return _cleared_meaning(state, left)
    if not isinstance(change, Laid) or change.down or change.zone is None:
        return ()
    if is_thrown_in(state, change.card):
        return ()
    move = _laid_move(state, change, change.zone, left)
    means = () if move is None else (Meaning(move, (change,)),)
    if isinstance(move, moves.CoupShown) and COUP in state.phase.left.hands:
        asked = Message("coup_detat.ask.coup")
        return Ambiguity(move.player, means, (change,), asked, "SL-25")
    return means


def _laid_move(state: State, change: Laid, where: Zone, left: Changes) -> moves.Move | None:
    card, seat, phase = change.card, where.seat, state.phase
    cards, proof = (card,), picture_ids((change,))
    if where == GRID:
        return _grid_move(state, change, proof, left)
    if where == MIDDLE:
        match phase:
            case phases.Speaking() if card == COUP:
                return moves.CoupShown(cards, None, proof)
            case phases.Speaking() | phases.Claiming() if card in CONTRACT_CARDS:
                return moves.ContractRead(cards, proof)
            case phases.Naming() if card != COUP:
                return moves.ContractRead(cards, proof)
        return None
    if isinstance(phase, phases.TurningUp) and laid_face_up(left, TALON):  # turned up in place
        seat = phase.deal.trick.winner if where == TALON else None  # Else it is the next lead.
    if seat is None or card in CONTRACT_CARDS:
        return None
    match phase:
        case phases.Drawing():
            return moves.CardDrawn(seat, cards, proof)
        case phases.Speaking() if card == COUP:
            return moves.CoupShown(cards, seat, proof)
        case phases.TurningUp(deal=deal) if seat == deal.trick.winner:
            return moves.TableCardTurned((deal.trick.card_of(seat), *cards), proof)
        case phases.Over():
            return None
    return None if isinstance(phase.deal, Rows) else moves.CardPlayed(seat, cards, proof)


def _grid_move(
    state: State, change: Laid, proof: tuple[str, ...], left: Changes
) -> moves.Move | None:
    rows = state.phase.deal
    if not isinstance(rows, Rows):
        return None
    laid = Cell(change.card, *(change.at or (-1, -1)))
    if isinstance(state.phase, phases.TurningUpRest):
        return moves.CardLeft(state.phase.seat, laid, proof)
    laid_there = (item for item in laid_face_up(left, GRID) if item.card in PACK)
    own = [item.card for item in laid_there if item.at == grid_position(item.card)]
    run = domino_run(rows, own)
    if run and change.card != run[0]:
        return None  # the player must first lay the cards before it in the run (CE-52)
    return moves.CardLaid(rows.turn, laid, proof)


def domino_run(rows: Rows, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that the player to move may lay in one turn, because of an ace (CE-52).

    The result is empty if no ace gives the player another turn.
    """
    laid, run, left = rows.laid, list[str](), list(cards)
    while left:
        fits = [card for card in left if card in fitting_cards(laid, len(rows.held))]
        if not run and not rows.run:
            fits = [card for card in fits if grants_another_turn(card, laid)]
        if not fits:
            break
        run.append(fits[0])
        laid = (*laid, fits[0])
        left.remove(fits[0])
    return tuple(run)


def _cleared_meaning(state: State, left: Changes) -> tuple[Meaning, ...]:
    """Return the `Cleared` move once all cards to clear are gone, and () before that."""
    clear = next((clear for clear in FLOW.pending(state) if isinstance(clear, Clear)), None)
    if clear is None:
        return ()
    taken, remaining = _split_cleared(clear, left)
    return () if remaining else (Meaning(moves.Cleared(proof=picture_ids(taken)), taken),)


def _split_cleared(one: PendingAction, left: Changes) -> tuple[tuple[Taken, ...], tuple[str, ...]]:
    """Return the cards that players have cleared, and the cards still to clear."""
    every = (change for change in left if isinstance(change, Taken))
    taken = tuple(change for change in every if change.was.name in one.cards)
    return taken, remove_cards(one.cards, [change.was.name for change in taken])


# -- several moves at once ----------------------------------------------------------------------


def _add_next_lead(state: State, said: Judgement, changes: Changes) -> Judgement:
    """Count a full trick as gathered, then judge the lead that lies next to it (CE-21, SL-22)."""
    done = {change for move in said.moves for change in move.changes}
    left = [change for change in changes if change not in done]
    if not any(isinstance(change, Laid) for change in left):
        return said
    for meaning in said.moves:
        state, _ = apply(state, meaning.move)
    if not isinstance(state.phase, phases.Gathering):
        return said
    taken, remaining = _split_cleared(FLOW.pending(state)[0], left)
    cleared = moves.Cleared(proof=picture_ids(taken), beside=remaining)
    after, _ = apply(state, cleared)
    if not isinstance(after.phase, phases.Playing):
        return said
    then = _JUDGE(after, [change for change in left if change not in taken])
    if not then.moves and then.choice is None:
        return replace(said, refusals=then.refusals)
    made = (*said.moves, Meaning(cleared, taken), *then.moves)
    return replace(then, moves=made)


def _keep_one_turn(state: State, turn: int, said: Judgement) -> Judgement:
    """Accept the dominoes of only one player.

    The others are refused until the players who laid them are named (CE-52, SL-22).
    """
    own = [move for move in said.moves if move.move.mover in (None, turn)]
    others = [change for meaning in said.moves if meaning not in own for change in meaning.changes]
    choice = said.choice
    if own and choice is not None and choice.seat != turn:
        others += choice.changes
        choice = None
    if not others:
        return said
    for item in own:
        state, _ = apply(state, item.move)
    then, refusals = seats_to_act(state)[0], [*said.refusals]
    for change in others:
        if isinstance(change, Laid):
            params: dict[str, Value] = {"card": change.card, "next_seat": then}
            answer = Message("coup_detat.refused.one_a_turn", params)
            refusals.append(Refusal("CE-52", answer, (change,), (turn, then)))
    return replace(said, moves=tuple(own), choice=choice, refusals=tuple(refusals))


# -- refused before anything counts ---------------------------------------------------------------


def _barred_card_refusals(state: State, changes: Sequence[Change]) -> tuple[Refusal, ...]:
    """Refuse the illegal cards that a player laid together with a legal one (SL-5).

    The player's cards do not count yet.
    """
    if not isinstance(state.phase, phases.Playing) or not (seats := seats_to_act(state)):
        return ()
    why = {}
    for change in laid_face_up(changes, seat_zone(seats[0])):
        played = moves.CardPlayed(seats[0], (change.card,))
        why[change] = why_illegal(apply, state, played)
    errors = [(change, error) for change, error in why.items() if error is not None]
    if len(errors) == len(why):
        return ()
    return tuple(Refusal(error.rule, error.message, (card,), seats) for card, error in errors)


def _has_slid(state: State, change: Change) -> bool:
    """Whether a card of the trick slid to a place that no other card needs (SL-8)."""
    deal = state.phase.deal
    if not isinstance(change, Moved) or not isinstance(deal, Tricks):
        return False
    to_play = [seat_zone(seat) for seat in deal.trick.players]
    return change.zone not in to_play[len(deal.trick.cards) :]


def _pending(state: State, left: Changes) -> Iterator[PendingAction]:
    """Yield the pending actions, without the cards that people have already cleared."""
    for action in FLOW.pending(state):
        taken, rest = _split_cleared(action, left)
        if not taken:
            yield action
        elif rest:
            zone = next(card.zone for card in layout(state).cards if card.name == rest[0])
            yield replace(action, zone=zone, have=len(taken), cards=rest)


_JUDGE = Judge(
    apply,
    meanings,
    misplaced,
    seats_concerned,
    _pending,
    allowed_zones=allowed_zones,
    spare_copies=lambda _state, _card: 1,
)
