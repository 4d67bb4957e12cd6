"""Why a move does not come now: what is due first, by which rule, and from whom."""

from __future__ import annotations

from typing import NoReturn

from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import MIDDLE, Phase, State, answering
from referee.coup_detat.view.lights import waits_for


def refuse_now(state: State) -> NoReturn:
    """Refuse a move that the phase has no place for; raises `IllegalMove`."""
    due = waits_for(state)
    seat = due[0] if due else state.president
    match state.phase:
        case Phase.DRAW:
            refuse("CE-3", "draw_first", seats=due)
        case Phase.COUP:
            refuse("CE-11", "coup_first")
        case Phase.CLAIM:
            refuse("CE-10", "claim_first")
        case Phase.NAME:
            refuse("CE-12", "name_first", seat=seat)
        case Phase.PLAY if not due:
            refuse("CE-61", "answers_first", seats=answering(state))
        case Phase.PLAY:
            refuse("CE-21", "card_first", seat=seat)
        case Phase.SUIT:
            refuse("CE-24", "suit_first", seat=seat)
        case Phase.TABLE:
            refuse("CE-25", "table_first", seat=seat)
        case Phase.CLEAR:
            _refuse_uncleared(state, seat)
        case Phase.ROWS:
            refuse("CE-51", "lay_first", seat=seat)
        case Phase.LEFT:
            refuse("CE-51", "left_first", seat=seat)
        case Phase.REVOKE:
            refuse("CE-26", "revoke_first", seat=state.shown[0].seat)
        case Phase.ASKED | Phase.SHORT:
            refuse("CE-70", "loan_first", seat=seat)
        case Phase.OVER:
            refuse("CE-72", "over")


def _refuse_uncleared(state: State, seat: int) -> NoReturn:
    if state.play is not None:
        refuse("CE-21", "gather_first", seat=seat)
    if state.then in (Phase.DRAW, Phase.COUP) and state.lies != MIDDLE:
        refuse("CE-3", "drawn_first")
    if state.attempter is None:
        refuse("CE-10", "deal_first", seat=state.president)
    refuse("CE-11", "coup_back_first", seat=state.attempter)
