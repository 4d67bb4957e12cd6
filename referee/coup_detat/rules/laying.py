"""Dominoes: cards laid to rows, passes and what shows of them, who goes on (CE-50 … 53)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coup_detat.rules.ending import rows_ended, rows_over
from referee.coup_detat.rules.opening import must_sit
from referee.coup_detat.rules.revokes import shows, suspected
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, PACK, SUIT_WORDS, pack
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.rows import Rows, Turn, cell, fitting, goes_on
from referee.coup_detat.state.state import Fail, Phase, State, rows_of, unlaid
from referee.kit import Played, Rulings


def may_lay(state: State) -> tuple[str, ...]:
    """Return the cards that fit, all of them in hands still."""
    return fitting(rows_of(state).laid, state.setup.seats)


def card_laid(state: State, move: moves.CardLaid) -> Played[State]:
    """Take the card that was laid to the rows."""
    rows, card, seat = rows_of(state), move.laid.card, move.player
    if seat != rows.turn:
        must_sit(state, seat)
        refuse("CE-27", "out_of_turn", seat=seat, turn_seat=rows.turn, card=card)
    if card not in may_lay(state):
        _refuse_card(state, rows, card)
    if move.laid != cell(card):
        _refuse_place(rows, card)
    said = Message("coup_detat.laid", {"seat": seat, "card": card})
    rulings: Rulings = (Ruling("CE-51", said, (), (seat,), move.proof),)
    shown = tuple(fail for fail in state.fails if fail.is_shown_by(seat, card))
    run = goes_on(card, rows.laid)
    after = rows.plus(Turn(seat, card), run or rows.run)
    if not after.held[seat]:
        out = Message("coup_detat.out", {"seat": seat})
        rulings = (*rulings, Ruling("CE-35", out, (), (seat,)))
    elif run:
        rulings = (*rulings, Ruling("CE-52", Message("coup_detat.goes_on", {"seat": seat})))
    return _turned(state, after, rulings, shown)


def run_of(state: State, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that whose turn it is may lay one after the other, an ace first (CE-52).

    None where no ace lets them go on.
    """
    laid, run = rows_of(state).laid, list[str]()
    left = list(cards)
    while left:
        fits = [card for card in left if card in fitting(laid, state.setup.seats)]
        if not run and not rows_of(state).run:
            fits = [card for card in fits if goes_on(card, laid)]
        if not fits:
            break
        run.append(fits[0])
        laid = (*laid, fits[0])
        left.remove(fits[0])
    return tuple(run)


def _turned(
    state: State, rows: Rows, rulings: Rulings, shown: tuple[Fail, ...] = ()
) -> Played[State]:
    """Give the turn on; show what a card proves of passes, and at the end what was left."""
    state = replace(state, rows=rows, window=state.window + 1)
    ended = rows_ended(state)
    holders = rows.holders()
    if not ended and not (rows.run and rows.turn in holders):
        state = replace(state, rows=replace(rows, turn=rows.after(), run=False))
    if len(holders) == 1:  # all that is left is theirs
        left = unlaid(state)
        shown += tuple(
            fail
            for fail in state.fails
            if any(fail.is_shown_by(holders[0], card) for card in left) and fail not in shown
        )
    if shown:
        return shows(state, shown, rulings)
    return rows_over(state, rulings) if ended else (state, rulings)


def _refuse_card(state: State, rows: Rows, card: str) -> NoReturn:
    """Say why a card cannot be laid wherever it lies; raises `IllegalMove`."""
    if card in rows.laid:
        refuse("CE-27", "seen_row", card=card)
    if card == COUP:
        if state.attempter is None:
            refuse("CE-11", "coup_away")
        refuse("CE-53", "coup_unused", seat=state.attempter)
    if card not in PACK:
        refuse("CE-27", "no_playing_card", card=card)
    if card not in pack(state.setup.seats):
        refuse("CE-27", "taken_out_low", card=card)
    refuse("CE-51", "fits_not", card=card)


def _refuse_place(rows: Rows, card: str) -> NoReturn:
    """Say where a card belongs: beside which, or in a row of its own (CE-54)."""
    own = cell(card)
    for turn in rows.lying:
        other = cell(turn.card)
        if other.row == own.row and other.column == own.column + 1:
            refuse("CE-54", "place_left", card=card, beside_card=turn.card)
        if other.row == own.row and other.column == own.column - 1:
            refuse("CE-54", "place_right", card=card, beside_card=turn.card)
    refuse("CE-54", "place_new", card=card, word=SUIT_WORDS[card[-1]])


def _must_be_due(state: State, seat: int) -> None:
    turn = rows_of(state).turn
    if seat != turn:
        must_sit(state, seat)
        refuse("CE-27", "turn_of", seat=seat, turn_seat=turn)


def pass_(state: State, move: moves.Pass) -> Played[State]:
    """Take a pass; whether the player could have laid a card may show later (CE-51)."""
    rows, seat = rows_of(state), move.seat
    _must_be_due(state, seat)
    if not rows.may_pass:
        refuse("CE-52", "done_instead", seat=seat) if rows.may_end else refuse(
            "CE-51", "first_lays", seat=seat
        )
    could = Fail(seat, len(rows.turns), may_lay(state))
    after = rows.plus(Turn(seat))
    said = [Ruling("CE-51", Message("coup_detat.passes", {"seat": seat}), (), (seat,))]
    holders = len(rows.holders())
    if len(after.turns) >= holders and not any(turn.card for turn in after.turns[-holders:]):
        said.append(Ruling("CE-51", Message("coup_detat.somebody_can")))
    return _turned(replace(state, fails=(*state.fails, could)), after, tuple(said))


def done(state: State, move: moves.Done) -> Played[State]:
    """End the cards that follow on an ace; stopping is no revoke (CE-52)."""
    rows, seat = rows_of(state), move.seat
    _must_be_due(state, seat)
    if not rows.may_end:
        refuse("CE-52", "nothing_to_end", seat=seat)
    after = rows.plus(Turn(seat))
    said = Ruling("CE-52", Message("coup_detat.done", {"seat": seat}), (), (seat,))
    return _turned(state, after, (said,))


# -- what is left after an attempt -------------------------------------------------------------


def card_left(state: State, move: moves.CardLeft) -> Played[State]:
    """Take a card that somebody is left with, and that fitted when they passed (CE-51)."""
    seat, cards = _in_question(state)
    card = move.laid.card
    if move.player != seat:
        refuse("CE-51", "not_in_question", number=move.player + 1, seat=seat)
    if card not in cards:
        refuse("CE-51", "shows_nothing", card=card, seat=seat)
    if move.laid != cell(card):
        _refuse_place(rows_of(state), card)
    said = Message("coup_detat.left", {"seat": seat, "card": card})
    shown = tuple(fail for fail in state.fails if fail.is_shown_by(seat, card))
    rows = rows_of(state)
    after = replace(rows, left=(*rows.left, Turn(seat, card)))
    state = replace(state, phase=Phase.ROWS, rows=after)
    return shows(state, shown, (Ruling("CE-51", said, (), (seat,), move.proof),))


def nothing_left(state: State, move: moves.NothingLeft) -> Played[State]:
    """Take it that nothing left to the one in question would have fitted (CE-51)."""
    seat, _ = _in_question(state)
    out = rows_of(state).turn  # they laid their last card
    if move.seat != out:
        refuse("CE-51", "not_yours_to_tell", seat=out)
    fails = tuple(fail for fail in state.fails if fail.seat != seat or fail.stood is not None)
    said = Ruling("CE-51", Message("coup_detat.nothing_left", {"seat": seat}), (), (seat,))
    return rows_over(replace(state, phase=Phase.ROWS, fails=fails), (said,))


def _in_question(state: State) -> tuple[int, tuple[str, ...]]:
    """Return whose cards are asked about, and which would show something."""
    found = suspected(state)
    assert found is not None
    return found
