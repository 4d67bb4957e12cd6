"""Dominoes: laying a card, passing, playing again after an ace, and the end (CE-50 … 53)."""

from __future__ import annotations

from itertools import chain
from typing import NoReturn

from msgspec.structs import replace

from referee.coup_detat.rules.ending import settle_rows
from referee.coup_detat.rules.opening import must_be_in_pack
from referee.coup_detat.rules.revokes import ask_about_revokes
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, SUIT_WORDS
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.phases import Laying, TurningUpRest
from referee.coup_detat.state.rows import Rows, Turn, grants_another_turn, grid_cell
from referee.coup_detat.state.state import State


def card_laid(state: State, phase: Laying, move: moves.CardLaid) -> State:
    """Apply a move that lays a card in the rows."""
    rows, card, seat = phase.deal, move.laid.card, move.player
    if seat != rows.turn:
        refuse("CE-27", "out_of_turn", seat=seat, turn_seat=rows.turn, card=card)
    if card not in rows.fitting_cards:
        _refuse_card(rows, card)
    if move.laid != grid_cell(card):
        _refuse_place(rows, card)
    state = state.say("CE-51", "coup_detat.laid", (seat,), move.proof, seat=seat, card=card)
    after = rows.plus(card)
    if not after.held[seat]:
        state = state.say("CE-35", "coup_detat.out", seat=seat)
    elif grants_another_turn(card, rows.laid):
        state = state.say("CE-52", "coup_detat.goes_on", (), seat=seat)
    return _end_turn(state, after, rows.revokes_shown_by(seat, card))


def _end_turn(state: State, rows: Rows, shown: tuple[Revoke, ...] = ()) -> State:
    """End a player's turn, and ask the table about any revoke that this turn shows."""
    holders = rows.holders
    if len(holders) == 1:  # this player holds every card not yet laid
        cards = rows.unseen
        left = {*chain.from_iterable(rows.revokes_shown_by(holders[0], card) for card in cards)}
        shown += tuple(revoke for revoke in rows.fails if revoke in left and revoke not in shown)
    after = Laying(rows)
    state = state.in_phase(after)
    if shown:
        return ask_about_revokes(state, after, shown)
    return settle_rows(state, rows) if rows.is_ended else state


def _refuse_card(rows: Rows, card: str) -> NoReturn:
    """Refuse a card that fits in no cell, and say why."""
    if card in rows.laid:
        refuse("CE-27", "seen_row", card=card)
    if card == COUP:
        if rows.attempter is None:
            refuse("CE-11", "coup_away")
        refuse("CE-53", "coup_unused", seat=rows.attempter)
    must_be_in_pack(card, len(rows.held))
    refuse("CE-51", "fits_not", card=card)


def _refuse_place(rows: Rows, card: str) -> NoReturn:
    """Refuse a card in the wrong place. Say whether it goes next to another or in a new row
    (CE-54).
    """
    own = grid_cell(card)
    for turn in rows.open_turns:
        other = grid_cell(turn.card)
        if other.row == own.row and other.column == own.column + 1:
            refuse("CE-54", "place_left", card=card, beside_card=turn.card)
        if other.row == own.row and other.column == own.column - 1:
            refuse("CE-54", "place_right", card=card, beside_card=turn.card)
    refuse("CE-54", "place_new", card=card, word=SUIT_WORDS[card[-1]])


def _must_be_turn(rows: Rows, seat: int) -> None:
    if seat != rows.turn:
        refuse("CE-27", "turn_of", seat=seat, turn_seat=rows.turn)


def pass_(state: State, phase: Laying, move: moves.Pass) -> State:
    """Apply a pass. A card that the player lays later may show that it was a revoke (CE-51)."""
    rows, seat = phase.deal, move.seat
    _must_be_turn(rows, seat)
    if rows.run:
        refuse("CE-52", "done_instead", seat=seat)
    if not rows.may_pass:
        refuse("CE-51", "first_lays", seat=seat)
    could = Revoke(seat, len(rows.turns), rows.fitting_cards)
    after = replace(rows.plus(), fails=(*rows.fails, could))
    state = state.say("CE-51", "coup_detat.passes", seat=seat)
    holders = len(after.holders)
    if len(after.turns) >= holders and not any(turn.card for turn in after.turns[-holders:]):
        state = state.say("CE-51", "coup_detat.somebody_can")
    return _end_turn(state, after)


def done(state: State, phase: Laying, move: moves.Done) -> State:
    """End the turn of a player who stops after an ace. Stopping is not a revoke (CE-52)."""
    rows, seat = phase.deal, move.seat
    _must_be_turn(rows, seat)
    if not rows.run:
        refuse("CE-52", "nothing_to_end", seat=seat)
    return _end_turn(state.say("CE-52", "coup_detat.done", seat=seat), rows.plus())


# -- cards left after an attempt ----------------------------------------------------------------


def card_left(state: State, phase: TurningUpRest, move: moves.CardLeft) -> State:
    """Apply a turned-up card that already fitted when its player passed (CE-51)."""
    rows, seat, card = phase.deal, phase.seat, move.laid.card
    if move.player != seat:
        refuse("CE-51", "not_in_question", other_seat=move.player, seat=seat)
    if card not in phase.cards:
        refuse("CE-51", "shows_nothing", card=card, seat=seat)
    if move.laid != grid_cell(card):
        _refuse_place(rows, card)
    state = state.say("CE-51", "coup_detat.left", (seat,), move.proof, seat=seat, card=card)
    after = Laying(replace(rows, left=(*rows.left, Turn(seat, card))))
    return ask_about_revokes(state, after, rows.revokes_shown_by(seat, card))


def nothing_left(state: State, phase: TurningUpRest, move: moves.NothingLeft) -> State:
    """Clear a suspected player: when they passed, no card in their hand fitted (CE-51)."""
    rows, seat = phase.deal, phase.seat
    if move.seat != rows.turn:  # only the player who laid the last card may clear the suspect
        refuse("CE-51", "not_yours_to_tell", seat=rows.turn)
    cleared = [item for item in rows.fails if item.seat == seat and item.stood is None]
    fails = tuple(revoke for revoke in rows.fails if revoke not in cleared)
    state = state.say("CE-51", "coup_detat.nothing_left", seat=seat)
    return settle_rows(state, replace(rows, fails=fails))
