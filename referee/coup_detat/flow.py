"""The flow of Coup d'État: what each phase waits for, takes, offers and shows.

``tests/referee/coup_detat/flow.py`` says where each move leads; random play holds the rules to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, get_args

from referee.contract import Cue, Focus, IllegalMove
from referee.coup_detat.rules import ending, laying, opening, paying, rest, revokes, tricks
from referee.coup_detat.rules.ending import with_payments
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import State
from referee.coup_detat.table import pending
from referee.coup_detat.view import offers as offered
from referee.coup_detat.view import opening_offers
from referee.coup_detat.view.focus import on_seat, phase_focus
from referee.flow import Flow, Handler, Lamps, Row, nothing

Early = Callable[[State, Any], IllegalMove]

# -- who acts, and who may answer --------------------------------------------------------------


def _lender(state: State, _phase: phases.Lending | phases.WaitingForLoan) -> tuple[int, ...]:
    loan = paying.current_loan(state)
    return () if loan is None else (loan.lender,)


def _everybody(state: State, _phase: phases.Phase) -> tuple[int, ...]:
    return tuple(range(state.seats))


def _unanswered(_state: State, phase: phases.InTricks) -> tuple[int, ...]:
    return phase.deal.answers.unanswered


# -- why another move comes too early ------------------------------------------------------------


def _first(rule: str, key: str) -> Early:
    """Return a function that says that something else must be done first."""
    return lambda _state, _phase: refuse.refusal(rule, key)


def _seat_first(rule: str, key: str) -> Early:
    """Return a function that says which seat must do something first."""
    return lambda state, _phase: refuse.refusal(rule, key, seat=seats_to_act(state)[0])


def _coup_back_first(state: State, phase: phases.PuttingBack) -> IllegalMove:
    if phase.attempter is None:
        return refuse.refusal("CE-10", "deal_first", seat=state.president)
    return refuse.refusal("CE-11", "coup_back_first", seat=phase.attempter)


def _card_or_answers_first(_state: State, phase: phases.Playing) -> IllegalMove:
    if phase.deal.waits_for_answers:
        return refuse.refusal("CE-61", "answers_first", seats=phase.deal.answers.unanswered)
    return refuse.refusal("CE-21", "card_first", seat=phase.deal.trick.next_player)


# -- the rows ------------------------------------------------------------------------------------


def _focus(state: State, phase: phases.Phase) -> Focus:
    """Return the focus of a phase: by default, on the seat that must act."""
    special, key = phase_focus(state, phase), f"coup_detat.focus.{phase}"
    return on_seat(key, seats_to_act(state)[0]) if special is None else special


_LOAN = Row(
    {moves.Lend: with_payments(paying.lend), moves.Refuse: with_payments(paying.refuse_loan)},
    _seat_first("CE-70", "loan_first"),
    actors=_lender,
    offers=opening_offers.loan_offers,
)
_TAKE_BACK: Mapping[type, Handler[State]] = {moves.TakeBack: with_payments(revokes.take_back)}
_CORRECTION: Mapping[type, Handler[State]] = {moves.CardsCorrected: tricks.cards_corrected}
_UNPLAYED: Mapping[type, Handler[State]] = {  # The rest of the deal is not played (SL-25).
    moves.EndDeal: rest.end_deal,
    moves.ClaimRest: rest.claim_rest,
}
_waiting = partial(Row, lamps=Lamps(idle=Cue.WAIT))  # The table waits for cards.

ROWS: Mapping[type[phases.Phase], Row[State]] = {
    # Everybody draws a card; players with equal highest cards draw again (CE-3).
    phases.Drawing: _waiting(
        {moves.CardDrawn: opening.card_drawn},
        lambda _state, phase: refuse.refusal("CE-3", "draw_first", seats=phase.seats_to_draw),
        pending=pending.cards_to_draw,
    ),
    phases.ClearingDraw: _waiting(
        {moves.Cleared: opening.drawn_cleared},
        _first("CE-3", "drawn_first"),
        pending=pending.drawn_cards,
    ),
    # The holder of the Coup card attempts or declines (CE-10, CE-11). Until then players may
    # borrow (CE-70).
    phases.Speaking: Row(
        {
            moves.Attempt: opening.attempt,
            moves.Decline: opening.decline,
            moves.CoupShown: opening.coup_shown,
            moves.OnTable: opening.on_table,
            moves.Borrow: paying.borrow,
        },
        _first("CE-11", "coup_first"),
        answers=_everybody,
        pending=lambda _state, _phase: pending.COUP_CARD,
        offers=opening_offers.coup_offers,
    ),
    phases.Lending: _LOAN,
    phases.Claiming: Row(
        {moves.Mine: opening.attempt, moves.OnTable: opening.on_table},
        _first("CE-10", "claim_first"),
        answers=_everybody,
        offers=opening_offers.claim_offers,
    ),
    phases.PuttingBack: _waiting(
        {moves.Cleared: opening.put_back},
        _coup_back_first,
        actors=nothing,
        pending=pending.shown_coup_card,
    ),
    phases.Naming: Row(
        {moves.NameContract: opening.name_contract, moves.ContractRead: opening.contract_read},
        _seat_first("CE-12", "name_first"),
        pending=pending.contract_card,
        offers=opening_offers.contract_offers,
    ),
    # The cards of a trick. Seats may still answer about a secret coup (CE-61).
    phases.Playing: _waiting(
        {
            **_UNPLAYED,
            moves.CardPlayed: tricks.card_played,
            moves.DeclareOnly: tricks.declare_only,
            moves.Answer: opening.answer,
            **_TAKE_BACK,
            **_CORRECTION,
        },
        _card_or_answers_first,
        answers=_unanswered,
        pending=pending.card_to_play,
        offers=offered.play_offers,
    ),
    phases.NamingSuit: Row(
        {moves.NameSuit: tricks.name_suit, moves.NameColour: tricks.name_colour, **_CORRECTION},
        _seat_first("CE-24", "suit_first"),
        actors=lambda _state, phase: (phase.deal.trick.leader,),
        answers=_unanswered,
        offers=offered.suit_offers,
    ),
    # In an attempt, the table card is turned up after the first trick (CE-25).
    phases.TurningUp: _waiting(
        {moves.TableCardTurned: tricks.table_card_turned, **_CORRECTION},
        _seat_first("CE-25", "table_first"),
        answers=_unanswered,
        pending=pending.table_card,
        offers=lambda _state, phase: offered.trick_offers(phase.deal, False),
    ),
    phases.Gathering: _waiting(
        {moves.Cleared: ending.gather_trick, **_UNPLAYED, **_TAKE_BACK, **_CORRECTION},
        _seat_first("CE-21", "gather_first"),
        answers=_unanswered,
        pending=pending.trick_to_gather,
        offers=offered.gather_offers,
    ),
    # Dominoes goes on until one player holds cards or, in an attempt, until one runs out (CE-35).
    phases.Laying: _waiting(
        {
            moves.CardLaid: laying.card_laid,
            moves.Pass: laying.pass_,
            moves.Done: laying.done,
            moves.EndDeal: rest.end_deal,
        },
        _seat_first("CE-51", "lay_first"),
        pending=pending.domino_to_lay,
        offers=offered.domino_offers,
    ),
    # After an attempt, a player turns up cards that may have fitted when they passed (CE-51). The
    # player who laid the last card answers for that hand.
    phases.TurningUpRest: Row(
        {moves.CardLeft: laying.card_left, moves.NothingLeft: laying.nothing_left},
        _seat_first("CE-51", "left_first"),
        actors=lambda _state, phase: (phase.deal.turn,),
        pending=pending.card_left,
        offers=offered.left_offers,
    ),
    # A card has shown a revoke: the opponents go back to it or let it stand (CE-26).
    phases.DecidingRevokes: Row(
        {
            moves.Correct: with_payments(revokes.correct),
            moves.LetStand: with_payments(revokes.let_stand),
            **_CORRECTION,
        },
        lambda _state, phase: refuse.refusal("CE-26", "revoke_first", seat=phase.seat),
        answers=lambda state, phase: state.opponents(phase.seat),
        offers=offered.revoke_offers,
    ),
    phases.WaitingForLoan: _LOAN,
    phases.Over: Row(
        early=_first("CE-72", "over"),
        answers=lambda state, _phase: ending.ranking(state.accounts.cash)[0],
        lamps=Lamps(answer=Cue.WON),
    ),
}

FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=get_args(phases.BetweenMoves),
    rows=ROWS,
    seats=lambda state: state.seats,
    window=lambda state: state.window,
    check=opening.must_be_seated,
    focus_of=_focus,
)

apply = FLOW.apply
seats_to_act = FLOW.actors
